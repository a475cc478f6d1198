import { hash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { asSentence } from "../../command/failure.ts";
import { AppError } from "../../domain/errors.ts";
import {
  sealedBy,
  type SecretKeys,
  type SecretPlace,
  type StoredSecret,
} from "../../domain/secret.ts";
import { isUrl } from "../../store/database_url.ts";
import { decrypt, encrypt } from "./cipher.ts";
import { deniedHint } from "../machine/access.ts";
import { EFFECTS } from "../machine/effects.ts";
import { thisUser } from "../users.ts";

const KEY_BYTES = 32;
/** Pause between looks at the file for a key that is missing. */
const LOOK_AGAIN_MS = 1000;

const HEAD = "# Key of checkoutd's secrets. Keep a copy apart from the database and its backups.\n";

interface KeyFileDeps extends Partial<Pick<typeof EFFECTS, "randomBytes" | "monotonicMs">> {
  /** Path or URL of the database. */
  readonly database: string;
  /** Path of the file (default: in a folder beside that of the database). */
  readonly file: string | undefined;
}

/**
 * The file of the keys that seal secrets: a line of base64 for each, the newest first, and lines that
 * begin with `#`. AES-256-GCM; a ciphertext is bound to what its secret belongs to.
 */
export class SecretsKeyFile implements SecretKeys {
  readonly path: string | null;
  readonly #database: string;
  readonly #randomBytes: (length: number) => Uint8Array;
  readonly #monotonicMs: () => number;
  #keys: ReadonlyMap<string, Uint8Array> = new Map();
  /** Why the file could not be read. */
  #problem: string | null = null;
  /** Why no key could be made. */
  #notMade: string | null = null;
  #lookedAt = -Infinity;

  constructor(
    { database, file, randomBytes = EFFECTS.randomBytes, monotonicMs = EFFECTS.monotonicMs }:
      KeyFileDeps,
  ) {
    this.path = file ?? pathBeside(database);
    this.#database = database;
    this.#randomBytes = randomBytes;
    this.#monotonicMs = monotonicMs;
  }

  fingerprints(): readonly string[] {
    this.#read();
    return [...this.#keys.keys()];
  }

  get problem(): string | null {
    if (this.#keys.size > 0) return null;
    return this.#problem ?? this.#notMade ?? "there is no key yet";
  }

  make(): void {
    if (this.fingerprints().length > 0 || this.path === null) return;
    if (this.#problem !== null) return;
    if (isWithin(this.path, this.#database)) {
      this.#notMade = `the file of the key must not be in the database's folder: ${this.path}`;
      return;
    }
    const path = this.path;
    this.#notMade = this.#failureOf("make", () => {
      const folder = dirname(path);
      // Given away only if it is made here: a folder that was there is its owner's.
      if (this.#failureOf("find", () => Deno.statSync(folder)) !== null) {
        Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
        this.#giveToOwner(folder, path);
      }
      this.#write(path, [this.#randomBytes(KEY_BYTES)], Deno.linkSync);
    });
    // Or that of another process, which was faster.
    this.#read();
  }

  add(): void {
    const path = this.path;
    let problem: string | null;
    if (this.fingerprints().length === 0 || path === null) {
      this.make();
      problem = this.problem;
    } else {
      const keys = [this.#randomBytes(KEY_BYTES), ...this.#keys.values()];
      problem = this.#failureOf("write", () => this.#write(path, keys, Deno.renameSync));
      this.#read();
    }
    if (problem !== null) throw new AppError("error.unavailable", asSentence(problem));
  }

  seal(text: string, place: SecretPlace, fingerprint: string): StoredSecret {
    const key = this.#keys.get(fingerprint);
    if (key === undefined) throw new RangeError(`No key of this fingerprint: ${fingerprint}`);
    const sealed = encrypt(text, { key, boundTo: boundTo(place), randomBytes: this.#randomBytes });
    return { stored: `sealed:${fingerprint}:${sealed}` };
  }

  open(secret: StoredSecret, place: SecretPlace): string | null {
    const fingerprint = sealedBy(secret);
    if (fingerprint === null) return secret.stored;
    const key = this.#keys.get(fingerprint) ?? this.#found(fingerprint);
    if (key === undefined) return null;
    const text = secret.stored.slice(secret.stored.lastIndexOf(":") + 1);
    return decrypt(text, { key, boundTo: boundTo(place) });
  }

  /** A key that the file may have by now. */
  #found(fingerprint: string): Uint8Array | undefined {
    const now = this.#monotonicMs();
    if (now - this.#lookedAt < LOOK_AGAIN_MS) return undefined;
    this.#lookedAt = now;
    this.#read();
    return this.#keys.get(fingerprint);
  }

  #read(): void {
    const { path } = this;
    if (path === null) {
      this.#problem = noPlaceFor(this.#database);
      return;
    }
    this.#problem = this.#failureOf("read", () => {
      let text: string;
      try {
        text = Deno.readTextFileSync(path);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
        this.#keys = new Map();
        return;
      }
      this.#keys = new Map(keysOf(text, path).map((key) => [fingerprintOf(key), key]));
    });
    if (this.#problem !== null) this.#keys = new Map();
  }

  /** Writes the file whole: a key that has sealed something must survive a power cut. */
  #write(
    path: string,
    keys: readonly Uint8Array[],
    place: (from: string, to: string) => void,
  ): void {
    const part = `${path}.${this.#randomBytes(4).toHex()}.part`;
    try {
      {
        using file = Deno.openSync(part, { write: true, createNew: true, mode: 0o600 });
        const lines = keys.map((key) => `${key.toBase64()}\n`).join("");
        file.writeSync(new TextEncoder().encode(HEAD + lines));
        file.syncSync();
      }
      this.#giveToOwner(part, path);
      place(part, path);
      using folder = Deno.openSync(dirname(path));
      folder.syncSync();
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    } finally {
      try {
        Deno.removeSync(part);
      } catch {
        // It was renamed.
      }
    }
  }

  /** Gives a file that root makes to the owner of the file before it, or of the database. */
  #giveToOwner(part: string, path: string): void {
    for (const model of isUrl(this.#database) ? [path] : [path, this.#database]) {
      try {
        const { uid, gid } = Deno.statSync(model);
        if (uid !== Deno.statSync(part).uid) Deno.chownSync(part, uid, gid);
        return;
      } catch {
        // The file is missing, or this user is not root.
      }
    }
  }

  /** The reason why some work failed; null if it did not. */
  #failureOf(verb: string, work: () => void): string | null {
    try {
      work();
      return null;
    } catch (error) {
      if (error instanceof AppError) return error.message;
      const isDenied = error instanceof Deno.errors.PermissionDenied ||
        error instanceof Deno.errors.NotCapable;
      const text = error instanceof Error ? error.message : String(error);
      const reason = isDenied ? "permission is denied" : text;
      const hint = deniedHint(error, thisUser());
      return `this user cannot ${verb} the file of the key, ${reason}: ${this.path}${hint}`;
    }
  }
}

/** The file in a folder beside that of a database file; null where there is no such place. */
function pathBeside(database: string): string | null {
  if (isUrl(database)) return null;
  const folder = dirname(database);
  return /(?:^|[/\\])\.{0,2}$/.test(folder) ? null : join(`${folder}-keys`, "secrets.key");
}

function noPlaceFor(database: string): string {
  return isUrl(database)
    ? "a PostgreSQL database needs a file that is named with --secrets-key"
    : "the database has no folder of its own; name a file elsewhere with --secrets-key";
}

/** True for a file in the folder of a database, or below it. */
function isWithin(path: string, database: string): boolean {
  if (isUrl(database)) return false;
  return resolve(path).startsWith(join(resolve(dirname(database)), "/"));
}

/** @throws {AppError} for a line that is no key; it does not repeat the line */
function keysOf(text: string, path: string): Uint8Array[] {
  const keys = text.split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      try {
        return Uint8Array.fromBase64(line);
      } catch {
        return new Uint8Array();
      }
    });
  if (keys.length > 0 && keys.every((key) => key.length === KEY_BYTES)) return keys;
  throw new AppError(
    "error.invalid-request",
    `the file of the key must have lines of ${KEY_BYTES} bytes in base64: ${path}`,
  );
}

function fingerprintOf(key: Uint8Array): string {
  const named = new Uint8Array([...new TextEncoder().encode("checkoutd secrets key\n"), ...key]);
  return hash("sha256", named, "hex").slice(0, 16);
}

function boundTo({ merchantId, kind, row }: SecretPlace): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(["checkoutd", merchantId, kind, row]));
}
