import { AppError } from "../domain/errors.ts";
import { shellWord } from "../demo/curl.ts";
import type { CliIo, OpenDatabase } from "./io.ts";
import { Output } from "./output/output.ts";
import { UsageError } from "./errors.ts";

/** The database that is used when nobody says otherwise. */
export const DEFAULT_DB = "./data/checkout.db";

/** What every command works with: its output, its database, files and questions. */
export class Context {
  readonly io: CliIo;
  readonly out: Output;
  #db: string | undefined;
  #hasFailed = false;

  constructor(io: CliIo) {
    this.io = io;
    this.out = new Output(io);
  }

  /** Takes over the options that all commands share. */
  configure(options: { readonly db?: string | undefined; readonly json?: true | undefined }): void {
    this.#db = options.db;
    if (options.json) this.out.useJson();
  }

  /** Notes that a command did only part of its work, and has said so itself. */
  fail(): void {
    this.#hasFailed = true;
  }

  /** The exit code of a command that ran to its end. */
  get exitCode(): 0 | 1 {
    return this.#hasFailed ? 1 : 0;
  }

  /**
   * Opens the database for the time of some work.
   *
   * @param creates whether it is made where it is missing: the name may be mistyped
   * @throws {UsageError} when `--db` or `CHECKOUT_DB` names none that can be used
   */
  async use<T>(
    work: (database: OpenDatabase) => Promise<T>,
    { creates = false }: { readonly creates?: boolean } = {},
  ): Promise<T> {
    const database = await this.io.open(this.dbPath(), { creates });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** The path of the database: `--db`, else `CHECKOUT_DB`, else {@link DEFAULT_DB}. */
  dbPath(): string {
    const fromEnv = this.io.env("CHECKOUT_DB");
    const [name, path] = this.#db !== undefined
      ? ["--db", this.#db]
      : fromEnv !== undefined
      ? ["CHECKOUT_DB", fromEnv]
      : ["--db", DEFAULT_DB];
    // The whole address may hold a password, so only its scheme is repeated.
    const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(path)?.[1];
    if (scheme !== undefined) {
      throw new UsageError(
        `${name} must be the path of a SQLite file; PostgreSQL is not supported yet: ${scheme}://`,
      );
    }
    if (path.trim() === "") throw new UsageError(`${name} must not be empty`);
    return path;
  }

  /** A command line up to its noun, with the database that this one was given. */
  get call(): string {
    const { checkoutctl } = this.io.calls;
    return this.#db === undefined ? checkoutctl : `${checkoutctl} --db ${shellWord(this.#db)}`;
  }

  /**
   * Reads a file with a reader of its form.
   *
   * @throws {AppError} with the file's name before what the reader objects to
   */
  async readFile<T>(path: string, reader: (text: string) => T): Promise<T> {
    let text: string;
    try {
      text = await this.io.readTextFile(path);
    } catch (cause) {
      const message = `Cannot read the file, ${readFailure(cause)}: ${path}`;
      throw new AppError("error.invalid-request", message, { cause });
    }
    try {
      return reader(text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, `${path}: ${error.message}`, { cause: error });
    }
  }

  /**
   * Lets somebody confirm what cannot be taken back.
   *
   * @param yes whether `--yes` was given, which is the confirmation
   * @throws {UsageError} when there is no terminal to ask on
   * @throws {AppError} `error.conflict` when the answer is no
   */
  async confirm(question: string, yes: boolean | undefined): Promise<void> {
    if (yes) return;
    const canAsk = this.io.stdinIsTerminal && this.io.stderr.isTerminal;
    if (!canAsk) throw new UsageError("Cannot ask for confirmation without a terminal; add --yes");
    if (await this.io.confirm(question)) return;
    throw new AppError("error.conflict", "Nothing was changed: not confirmed");
  }
}

function readFailure(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : "";
  switch (name) {
    case "NotFound":
      return "it does not exist";
    case "IsADirectory":
      return "it is a folder";
    case "PermissionDenied":
    case "NotCapable":
      return "permission is denied";
    case "TypeError":
      return "it is not UTF-8";
    default:
      return "reading failed";
  }
}
