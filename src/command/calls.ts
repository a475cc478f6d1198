import { shellWord } from "../demo/curl.ts";

/** The call of each program, as a shell word, so that printed commands can be pasted. */
export interface Calls {
  readonly checkoutd: string;
  readonly checkoutctl: string;
}

/** Single files are called by their names. */
export const BY_NAME: Calls = { checkoutd: "checkoutd", checkoutctl: "checkoutctl" };

/** The scripts that run the sources, in one folder. */
export function callsIn(folder: string): Calls {
  return {
    checkoutd: shellWord(`${folder}/checkoutd`),
    checkoutctl: shellWord(`${folder}/checkoutctl`),
  };
}

/** Advice for a missing database. */
export function noDatabaseAdvice({ checkoutd, checkoutctl }: Calls): string {
  return `Start ${checkoutd}, run "${checkoutctl} init", or name one with --db or CHECKOUT_DB`;
}

/** The name of a program in a help text: in its usage, which may be styled, and its examples. */
const CALL = /^(\S*Usage:\S* | {2})(checkoutd|checkoutctl)(?= |$)/gm;

/** Replaces the names of the programs in a help text by their calls. */
export function asCalled(help: string, calls: Calls): string {
  return help.replace(CALL, (_, before: string, name: keyof Calls) => before + calls[name]);
}
