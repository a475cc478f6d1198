import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Parses a whole number within bounds; anything else is a usage error that names the flag. */
export function integerFlag(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Parses the name of a file, which has to be one: an empty variable is a slip. */
export function fileName(text: string): string {
  if (text === "") throw new InvalidArgumentError("It must name a file.");
  return text;
}
