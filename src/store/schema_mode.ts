/**
 * What opening a database does to its schema. A command that only works in a database requires the
 * current one: an upgrade under a running server of an earlier version breaks that server.
 */
export type SchemaMode =
  /** Makes the tables of a new database, and migrates an older one. */
  | "migrate"
  /** Makes the tables of a new database; refuses an older one. */
  | "create"
  /** Refuses a new and an older one. */
  | "require";
