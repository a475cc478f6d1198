import { readFileSync, statSync } from "node:fs";
import type { DatabaseUrl } from "../../database_url.ts";
import { DatabaseOpenError } from "../../open_error.ts";

/** The account that a line of a password file is for. */
type Account = Pick<DatabaseUrl, "host" | "port" | "database" | "user">;

/** Four fields, in which a colon is escaped, and the password. */
const LINE = /^(?!#)((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):(.*)$/;
/** Permission bits of other users. */
const OTHERS = 0o077;

/**
 * The password of a URL, else that of its account in its password file; empty for none.
 *
 * @throws {DatabaseOpenError} if the file cannot be read, or other users can read it
 */
export function passwordOf(url: DatabaseUrl): string {
  const { password, passFile } = url;
  if (password !== undefined || passFile === undefined) return password ?? "";
  try {
    const { mode } = statSync(passFile);
    if ((mode & OTHERS) !== 0) {
      throw new DatabaseOpenError(
        `Other users can read the password file: chmod 600 ${passFile}`,
      );
    }
    return passwordIn(readFileSync(passFile, "utf8"), url) ?? "";
  } catch (cause) {
    if (cause instanceof DatabaseOpenError) throw cause;
    throw new DatabaseOpenError(`Cannot read the password file: ${passFile}`, { cause });
  }
}

/**
 * Finds a password in the text of a password file of libpq: lines `host:port:database:user:password`,
 * in which `*` matches everything and a backslash makes the next character a part of the field. The
 * first line that matches counts.
 */
export function passwordIn(
  text: string,
  { host, port, database, user }: Account,
): string | undefined {
  const account = [host.startsWith("/") ? "localhost" : host, String(port), database, user];
  for (const line of text.split(/\r?\n/)) {
    const fields = LINE.exec(line)?.slice(1) ?? [];
    const matches = fields.length > 0 &&
      account.every((wanted, i) => fields[i] === "*" || unescaped(fields[i] ?? "") === wanted);
    if (matches) return unescaped(fields[4] ?? "");
  }
  return undefined;
}

function unescaped(field: string): string {
  return field.replaceAll(/\\(.)/g, "$1");
}
