import type { CommandEntry, OptionValue } from "./tree.ts";
import { allPaths, caseOf, indent, optionValueCases, valueOptions, word } from "./script.ts";

/** A script for bash: what to offer is in it, so that completing starts no process. */
export function bashScript(program: string, tree: readonly CommandEntry[]): string {
  const name = `_${program}`;
  return `# Completes ${program} in bash. Source it, or keep it in a folder of bash-completion.

${name}_offer() {
  local one
  while IFS= read -r one; do COMPREPLY+=("$one"); done < <(compgen "$@" -- "$current")
}

${name}_files() {
  compopt -o filenames 2>/dev/null
  ${name}_offer -f
}

${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" option="" word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ -n $option ]]; then
      # Bash takes --state=initiated for three words.
      [[ $word == "=" ]] || option=""
      continue
    fi
    case "$word" in
      ${valueOptions(tree).join(" | ")}) option="$word" ;;
      -*) ;;
      *)
        case "\${path:+$path }$word" in
          ${allPaths(tree).map(word).join(" | ")}) path="\${path:+$path }$word" ;;
        esac
        ;;
    esac
  done
  [[ -n $option && $current == "=" ]] && current=""

  if [[ -n $option ]]; then
    case "$path $option" in
${indent(optionValueCases(tree, (value) => offerOf(name, value)))}
    esac
  elif [[ $current == -* ]]; then
    case "$path" in
${indent(optionNameCases(name, tree))}
    esac
  else
    case "$path" in
${indent(argumentCases(name, tree))}
    esac
  fi
}

complete -F ${name} ${program}
`;
}

function optionNameCases(name: string, tree: readonly CommandEntry[]): string[] {
  return tree.map(({ path, options }) =>
    caseOf(path, words(name, options.flatMap(({ long, short }) => short ? [long, short] : [long])))
  );
}

function argumentCases(name: string, tree: readonly CommandEntry[]): string[] {
  return tree.flatMap(({ path, commands, argument }) => {
    const offer = commands.length > 0
      ? words(name, commands.map((one) => one.name))
      : argument === null
      ? null
      : offerOf(name, argument);
    return offer === null ? [] : [caseOf(path, offer)];
  });
}

function offerOf(name: string, value: OptionValue): string | null {
  if (value.kind === "free") return null;
  return value.kind === "file" ? `${name}_files` : words(name, value.words);
}

function words(name: string, all: readonly string[]): string {
  return `${name}_offer -W ${word(all.join(" "))}`;
}
