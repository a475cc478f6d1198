/** A database that cannot be opened; the message is one line for the person who named it. */
export class DatabaseOpenError extends Error {
  override readonly name: string = "DatabaseOpenError";
}
