/** Wrong usage of a command; the message names the argument. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Questions that were cancelled by Ctrl-C or Ctrl-D. Not a failure, so no error code; exit code 1. */
export class PromptCancellation extends Error {
  override readonly name = "PromptCancellation";
  readonly hints: readonly string[];

  constructor(message: string, hints: readonly string[] = []) {
    super(message);
    this.hints = hints;
  }
}
