/** A command that was not given as it has to be; its message names the argument. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * A talk that the person ended instead of answering: nothing has failed, so there is no error
 * code to it; its message says what the end means. Exit code 1, because it is not done either.
 */
export class Ended extends Error {
  override readonly name = "Ended";
}
