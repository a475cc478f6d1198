import type { CommandEntry, OptionEntry, OptionValue } from "./tree.ts";

/** A text as one word of a shell, in single quotes; for bash and zsh. */
export function word(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A branch of a shell's `case`, for bash and zsh. */
export function caseOf(pattern: string, body: string): string {
  return `${word(pattern)}) ${body} ;;`;
}

/** Lines as far in as the branches of a script's `case` stand, for bash and zsh. */
export function indent(lines: readonly string[]): string {
  return lines.map((line) => `      ${line}`).join("\n");
}

/** The ways to all commands but the program itself. */
export function allPaths(tree: readonly CommandEntry[]): string[] {
  return tree.map(({ path }) => path).filter((path) => path !== "");
}

/**
 * The options that take a value, each once: what follows one of them is not a command. An
 * option that takes one in one command takes one in all.
 */
export function valueOptions(tree: readonly CommandEntry[]): string[] {
  const names = tree.flatMap(({ options }) =>
    options.flatMap(({ long, value }) => value === null ? [] : [long])
  );
  return [...new Set(names)].sort();
}

/**
 * Branches on a command and an option of it, `session list --state`, for bash and zsh: what may
 * follow the option. One that every command has stands there once.
 *
 * @param offer the shell's own way to offer a value
 */
export function optionValueCases(
  tree: readonly CommandEntry[],
  offer: (value: OptionValue) => string | null,
): string[] {
  const shared = tree[0]?.options ?? [];
  const caseFor = (pattern: string, { value }: OptionEntry) => {
    const body = value === null ? null : offer(value);
    return body === null ? [] : [`${pattern}) ${body} ;;`];
  };
  return [
    ...tree.flatMap(({ path, options }) =>
      options.filter((option) => !shared.includes(option))
        .flatMap((option) => caseFor(word(`${path} ${option.long}`), option))
    ),
    ...shared.flatMap((option) => caseFor(`*${word(` ${option.long}`)}`, option)),
  ];
}
