import { allPaths, caseOf, indent, optionValueCases, valueOptions, word } from "./script.ts";
import type { CommandEntry, OptionValue } from "./tree.ts";

/** A script for zsh 5, to be kept as a function of `fpath` or to be sourced after `compinit`. */
export function zshScript(program: string, tree: readonly CommandEntry[]): string {
  const name = `_${program}`;
  return `#compdef ${program}
# Completes ${program} in zsh. Keep it as ${name} in a folder of fpath, or source it.

${name}() {
  local at="" option="" word i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n $option ]]; then
      option=""
      continue
    fi
    case "$word" in
      ${valueOptions(tree).join(" | ")}) option="$word" ;;
      -*) ;;
      *)
        case "\${at:+$at }$word" in
          ${allPaths(tree).map(word).join(" | ")}) at="\${at:+$at }$word" ;;
        esac
        ;;
    esac
  done
  if [[ -z $option && $PREFIX == --*=* ]]; then
    option="\${PREFIX%%=*}"
    compset -P '*='
  fi

  if [[ -n $option ]]; then
    case "$at $option" in
${indent(optionValueCases(tree, offerOf))}
    esac
  elif [[ $PREFIX == -* ]]; then
    case "$at" in
${indent(optionNameCases(tree))}
    esac
    _describe -o option found
  else
    case "$at" in
${indent(argumentCases(tree))}
    esac
  fi
}

if [[ "\${funcstack[1]}" == ${name} ]]; then
  ${name} "$@"
else
  compdef ${name} ${program}
fi
`;
}

function optionNameCases(tree: readonly CommandEntry[]): string[] {
  return tree.map(({ path, options }) =>
    caseOf(
      path,
      `found=(${options.map(({ long, description }) => described(long, description)).join(" ")})`,
    )
  );
}

function argumentCases(tree: readonly CommandEntry[]): string[] {
  return tree.flatMap(({ path, commands, argument }) => {
    if (commands.length > 0) {
      const all = commands.map((one) => described(one.name, one.description)).join(" ");
      return [caseOf(path, `found=(${all}); _describe command found`)];
    }
    const offer = argument === null ? null : offerOf(argument);
    return offer === null ? [] : [caseOf(path, offer)];
  });
}

function offerOf(value: OptionValue): string | null {
  if (value.kind === "free") return null;
  if (value.kind === "file") return "_files";
  return `found=(${value.words.map(word).join(" ")}); _describe value found`;
}

/** A name with what it does, as `_describe` takes them apart: at the first colon. */
function described(name: string, description: string): string {
  return word(`${name}:${description}`);
}
