import type { Calls } from "../command/calls.ts";
import { databaseProblem } from "../command/database_option.ts";
import { AppError } from "../domain/errors.ts";
import type { Subject } from "../domain/caller.ts";
import type { SecretKeys } from "../domain/secret.ts";
import type { Merchant } from "../domain/shop/merchant.ts";
import { type MadePicture, MAX_PICTURE_FILE_BYTES } from "../domain/shop/picture.ts";
import { shellWord } from "../demo/curl.ts";
import { shownDatabase } from "../store/database_url.ts";
import type { CliIo, DatabaseOptions, OpenDatabase } from "./io.ts";
import type { Thing } from "../service/ids.ts";
import { Output } from "./output/output.ts";
import { UsageError } from "./errors.ts";
import { contentOf, namedFile } from "./read_failure.ts";

/** The database without `--db` and `CHECKOUT_DB`. */
export const DEFAULT_DB = "./data/checkout.db";

/** The surroundings of a command: its output, database, files and confirmations. */
export class Context {
  readonly io: CliIo;
  readonly out: Output;
  #db: string | undefined;
  #secretsKey: string | undefined;
  #hasFailed = false;

  constructor(io: CliIo) {
    this.io = io;
    this.out = new Output(io);
  }

  /** Applies the options that all commands share. */
  configure(options: {
    readonly db?: string | undefined;
    readonly secretsKey?: string | undefined;
    readonly json?: true | undefined;
  }): void {
    this.#db = options.db;
    this.#secretsKey = options.secretsKey;
    if (options.json) this.out.useJson();
  }

  /** The operator, for the audit trail. */
  get by(): Subject {
    const user = this.io.env("CHECKOUT_USER");
    return { kind: "operator", label: user ? `cli:${user}` : "cli" };
  }

  /** Makes the exit code 1 for a command that has reported its own failure. */
  fail(): void {
    this.#hasFailed = true;
  }

  /** Exit code of a command that did not throw. */
  get exitCode(): 0 | 1 {
    return this.#hasFailed ? 1 : 0;
  }

  /**
   * Opens the database, does some work in it, and closes it.
   *
   * @throws {UsageError} when `--db` or `CHECKOUT_DB` is neither a path nor a PostgreSQL URL
   */
  async use<T>(
    work: (database: OpenDatabase) => Promise<T>,
    options: DatabaseOptions = {},
  ): Promise<T> {
    const database = await this.io.open(this.database(), {
      secretsKey: this.secretsKey(),
      ...options,
    });
    try {
      return await Promise.race([work(database), database.lost]);
    } finally {
      await database.close();
    }
  }

  /** Opens the database for work on the shop of {@link findShop}. */
  async useShop<T>(
    reference: string | undefined,
    work: (merchant: Merchant, database: OpenDatabase) => Promise<T>,
  ): Promise<T> {
    return await this.use(async (database) =>
      await work(await this.findShop(database, reference), database)
    );
  }

  /**
   * Opens the database for work on a thing.
   *
   * @param text its id, or a unique beginning or end of it
   * @throws {AppError} `error.conflict` if several things match
   */
  async useThing<T>(
    thing: Thing,
    text: string,
    work: (id: string, database: OpenDatabase) => Promise<T>,
  ): Promise<T> {
    return await this.use(async (database) =>
      await work(await database.services.ids.complete(thing, text), database)
    );
  }

  /**
   * The shop of a command: the one that is named, else that of `CHECKOUT_MERCHANT`, else the only
   * one.
   *
   * @param reference id of the shop, or any of its domains
   * @throws {AppError} `error.merchant-not-found`
   * @throws {UsageError} if none is named and there is not exactly one
   */
  async findShop(database: OpenDatabase, reference: string | undefined): Promise<Merchant> {
    const found = await this.#shop(database, reference);
    if ("id" in found) return found;
    const count = found.length === 0 ? "there is no shop yet" : `there are ${found.length} shops`;
    throw new UsageError(`Name a shop with --merchant or CHECKOUT_MERCHANT: ${count}`);
  }

  /**
   * Time zone and country of the shop of {@link findShop}; without one, the machine's time zone.
   *
   * @throws {AppError} `error.merchant-not-found`
   */
  async place(
    database: OpenDatabase,
    reference: string | undefined,
  ): Promise<{ readonly timeZone: string; readonly countryCode?: string }> {
    const found = await this.#shop(database, reference);
    return "id" in found ? found : { timeZone: this.io.timeZone };
  }

  /** A shop, or all shops of which none is meant. */
  async #shop(
    { services: { merchants, ids } }: OpenDatabase,
    reference = this.io.env("CHECKOUT_MERCHANT") || undefined,
  ): Promise<Merchant | readonly Merchant[]> {
    if (reference !== undefined) {
      return await merchants.find(await ids.complete("merchant", reference));
    }
    const all = await merchants.list();
    const [only, ...others] = all;
    return only !== undefined && others.length === 0 ? only : all;
  }

  /** Path or URL of the database, by {@link databaseSource}. A URL may contain a password. */
  database(): string {
    const fromEnv = this.io.env("CHECKOUT_DB");
    const { problem: unread } = this.io.settings;
    if (this.#db === undefined && fromEnv === undefined && unread !== undefined) {
      throw new AppError("error.unavailable", unread);
    }
    const [name, database] = this.#db !== undefined
      ? ["--db", this.#db]
      : fromEnv !== undefined
      ? ["CHECKOUT_DB", fromEnv]
      : ["--db", DEFAULT_DB];
    const problem = databaseProblem(name, database, this.io.env);
    if (problem !== undefined) throw new UsageError(problem);
    return database;
  }

  /** The named file of the keys that seal secrets. */
  secretsKey(): string | undefined {
    return this.#secretsKey ?? (this.io.env("CHECKOUT_SECRETS_KEY") || undefined);
  }

  /** The keys that seal the secrets of {@link database}. */
  secretKeys(): SecretKeys {
    return this.io.secretKeys(this.database(), this.secretsKey());
  }

  /** The option, variable or file that names the database. */
  databaseSource(): string {
    if (this.#db !== undefined) return "--db";
    return this.io.env("CHECKOUT_DB") === undefined ? "the default" : this.sourceOf("CHECKOUT_DB");
  }

  /** Where a variable was set. */
  sourceOf(name: string): string {
    const { file, names } = this.io.settings;
    return file !== null && names.has(name) ? file : "the environment";
  }

  /** Says which database a command writes to if only a file names it. */
  nameDatabase(): void {
    const { file } = this.io.settings;
    if (file === null || this.databaseSource() !== file) return;
    this.out.note(`Database: ${this.databaseName()}, by ${file}`);
  }

  /** {@link database} for people: a URL without its password. */
  databaseName(): string {
    return shownDatabase(this.database());
  }

  /** True if questions can be asked on a terminal. */
  get canAsk(): boolean {
    return this.io.stdinIsTerminal && this.io.stderr.isTerminal;
  }

  /** The start of a command line for the same database: `checkoutctl --db shop.db`. */
  get call(): string {
    return this.callOf("checkoutctl");
  }

  /** The start of a command line of a program for the same database. */
  callOf(program: keyof Calls): string {
    const call = this.io.calls[program];
    return this.#db === undefined ? call : `${call} --db ${shellWord(shownDatabase(this.#db))}`;
  }

  /**
   * Reads and parses a file.
   *
   * @throws {AppError} with the file's name before the reader's message
   */
  async readFile<T>(path: string, reader: (text: string) => T): Promise<T> {
    const text = await contentOf(path, this.io.readTextFile(path));
    return await namedFile(path, () => reader(text));
  }

  /**
   * Makes a picture of a file.
   *
   * @throws {AppError} with the file's name before what is wrong with it
   */
  async readPicture(path: string): Promise<MadePicture> {
    // One byte more than it may have, so that a longer one is seen.
    const most = MAX_PICTURE_FILE_BYTES + 1;
    const file = await contentOf(path, this.io.readBytes(path, most));
    return await namedFile(path, () => this.io.makePicture(file));
  }

  /**
   * Asks for confirmation of an action that cannot be undone.
   *
   * @param yes true with `--yes`, which confirms without a question
   * @throws {UsageError} without a terminal
   * @throws {AppError} `error.conflict` when the answer is no
   */
  async confirm(question: string, yes: boolean | undefined): Promise<void> {
    if (yes) return;
    if (!this.canAsk) {
      throw new UsageError("Cannot ask for confirmation without a terminal; add --yes");
    }
    if (await this.io.confirm(question)) return;
    throw new AppError("error.conflict", "Nothing was changed: not confirmed");
  }
}
