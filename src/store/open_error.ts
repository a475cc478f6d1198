/** A database that cannot be opened; the message is one line for the person who named it. */
export class DatabaseOpenError extends Error {
  override readonly name: string = "DatabaseOpenError";
}

/** A database without tables, or none at all, where one must not be made. */
export class EmptyDatabaseError extends DatabaseOpenError {
  override readonly name: string = "EmptyDatabaseError";
}

/** A database with an older schema than the program needs, which this program may not migrate. */
export class OlderSchemaError extends DatabaseOpenError {
  override readonly name = "OlderSchemaError";

  /** @param shown name of the database, without a password */
  constructor(version: number, needed: number, shown: string) {
    super(
      `The database has schema version ${version} and must be at ${needed}, ` +
        `to which \`db migrate\` upgrades it: ${shown}`,
    );
  }
}
