/** A command that was not given as it has to be; its message names the argument. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
