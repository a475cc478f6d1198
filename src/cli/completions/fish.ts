import { allPaths, valueOptions } from "./script.ts";
import type { CommandEntry, OptionEntry, OptionValue } from "./tree.ts";

/** A script for fish 3, to be kept in a folder of completions or to be sourced. */
export function fishScript(program: string, tree: readonly CommandEntry[]): string {
  const at = `__${program}_at`;
  const [root, ...rest] = tree;
  // Options that every command has need no condition.
  const shared =
    root?.options.filter(({ long }) =>
      rest.every(({ options }) => options.some((one) => one.long === long))
    ) ?? [];
  const isOwn = ({ long }: OptionEntry) => !shared.some((one) => one.long === long);
  const complete = (path: string | null, ...parts: string[]) =>
    [
      `complete -c ${program}`,
      ...(path === null ? [] : [`-n ${word(`${at} ${word(path)}`)}`]),
      ...parts,
    ].join(" ");
  const lines = [
    complete(null, "-f"),
    ...shared.map((option) => complete(null, ...optionParts(option))),
    ...tree.flatMap(({ path, commands, options, argument }) => [
      ...commands.map(({ name, description }) =>
        complete(path, `-a ${word(name)}`, `-d ${word(description)}`)
      ),
      ...options.filter(isOwn).map((option) => complete(path, ...optionParts(option))),
      ...(argument === null || argument.kind === "free"
        ? []
        : [complete(path, ...valueParts(argument))]),
    ]),
  ];
  return `# Completes ${program} in fish. Keep it as ${program}.fish in a folder of completions, or source it.

function ${at} -d 'Whether these are the commands before the cursor'
    set -l words (commandline -opc)
    set -l path
    set -l isValue 0
    for word in $words[2..-1]
        if test $isValue = 1
            set isValue 0
            continue
        end
        switch $word
            case ${valueOptions(tree).join(" ")}
                set isValue 1
            case '-*'
            case '*'
                switch "$path $word"
                    case ${allPaths(tree).map((path) => fishPattern(path)).join(" ")}
                        set path $path $word
                end
        end
    end
    test "$path" = "$argv[1]"
end

${lines.join("\n")}
`;
}

/** The variable `path` and a word with a space between them, which stands there at first too. */
function fishPattern(path: string): string {
  return word(path.includes(" ") ? path : ` ${path}`);
}

function optionParts({ long, short, description, value }: OptionEntry): string[] {
  return [
    ...(short === null ? [] : [`-s ${short.replace(/^-/, "")}`]),
    `-l ${long.replace(/^--/, "")}`,
    ...(value === null ? [] : value.kind === "file" ? ["-r", "-F"] : ["-x", ...valueParts(value)]),
    `-d ${word(description)}`,
  ];
}

function valueParts(value: OptionValue): string[] {
  if (value.kind === "free") return [];
  return value.kind === "file" ? ["-F"] : [`-a ${word(value.words.join(" "))}`];
}

/** A text as one word of fish, in single quotes: a backslash counts there as well. */
function word(text: string): string {
  return `'${text.replaceAll("\\", String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
