import { DatabaseUrlError, hasPassword, isUrl, readDatabaseUrl } from "../store/database_url.ts";

/**
 * The reason why a database cannot be used by its name, a path or a URL; undefined for a usable one.
 *
 * @param source the option or variable that names it
 * @param env reads variables that complete a URL
 */
export function databaseProblem(
  source: string,
  database: string,
  env: (name: string) => string | undefined,
): string | undefined {
  if (database.trim() === "") return `${source} must not be empty`;
  if (!isUrl(database)) return undefined;
  try {
    readDatabaseUrl(database, env);
    return undefined;
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    return `${source} ${error.message}`;
  }
}

/** The reason why arguments with a URL's password are refused; undefined without one. */
export function passwordProblem(args: readonly string[]): string | undefined {
  return args.some((arg) => hasPassword(arg.replace(/^--[^=]*=/, "")))
    ? "No argument may have a password, as other users can list them: put the URL in CHECKOUT_DB, " +
      "or the password in PGPASSWORD or a file (?passfile)"
    : undefined;
}
