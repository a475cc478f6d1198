import { shellWord } from "../demo/curl.ts";

/** How each program is called, as a word of a shell: what is printed can be pasted. */
export interface Calls {
  readonly checkoutd: string;
  readonly checkoutctl: string;
}

/** Single files are called by their names, wherever they are. */
export const BY_NAME: Calls = { checkoutd: "checkoutd", checkoutctl: "checkoutctl" };

/** The calls of the two scripts that run the sources, which are in a folder together. */
export function callsIn(folder: string): Calls {
  return {
    checkoutd: shellWord(`${folder}/checkoutd`),
    checkoutctl: shellWord(`${folder}/checkoutctl`),
  };
}

/** Where a database can come from that is not there, for those who looked for it. */
export function noDatabaseAdvice({ checkoutd, checkoutctl }: Calls): string {
  return `Start ${checkoutd}, run "${checkoutctl} init", or name one with --db or CHECKOUT_DB`;
}

/** Where a help text calls a program: in its usage, which may be styled, and in its examples. */
const CALL = /^(\S*Usage:\S* | {2})(checkoutd|checkoutctl)(?= |$)/gm;

/** A help text with the programs called as they are called here. */
export function asCalled(help: string, calls: Calls): string {
  return help.replace(CALL, (_, before: string, name: keyof Calls) => before + calls[name]);
}
