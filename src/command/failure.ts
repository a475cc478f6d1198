import { styled } from "./sink.ts";

/** A failure of a command line, for people. */
export interface Failure {
  /** A public error code. */
  readonly code: string;
  /** One line, without control characters. */
  readonly message: string;
  /** Further lines. */
  readonly hints?: readonly string[];
}

/** The lines of a failure on stderr, the same for both programs. */
export function failureText({ code, message, hints = [] }: Failure, hasColors: boolean): string {
  const word = hasColors ? styled("red", "error:") : "error:";
  return [`${word} ${message} (${code})`, ...hints].map((line) => `${line}\n`).join("");
}

/** Wrong usage. */
export function wrongUsage(message: string): Failure {
  return { code: "error.invalid-request", message, hints: ["Add --help for usage"] };
}

/** Commander's message in our form: one line, a capital first, no full stop. */
export function asSentence(message: string): string {
  const text = message.replace(/^error: /, "").replaceAll("\n", " ").replace(/\.$/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
