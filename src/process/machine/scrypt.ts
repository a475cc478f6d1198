import { scrypt, timingSafeEqual } from "node:crypto";
import { AppError } from "../../domain/errors.ts";
import type { Passwords } from "../../service/people/passwords.ts";

/** Cost of a new hash: N = 2^17, r = 8, p = 1 (OWASP), which takes 128 MiB. */
const COST = { log2N: 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashes made at the same time; each takes 128 MiB. */
const AT_ONCE = 2;
/** Hashes that may wait. */
const MAX_WAITING = 16;

/** `scrypt$17$8$1$SALT$HASH`, as base64url. */
const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

type Cost = typeof COST;

/** Passwords under scrypt (RFC 7914), computed on other threads, two at a time. */
export function scryptPasswords(
  { randomBytes, cost = COST }: {
    readonly randomBytes: (length: number) => Uint8Array;
    /** Less in tests. */
    readonly cost?: Cost;
  },
): Passwords {
  const turns = new Turns();
  const derive = (password: string, salt: Uint8Array, { log2N, r, p }: Cost) =>
    turns.take(() => {
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
      const N = 2 ** log2N;
      const options = { N, r, p, maxmem: 256 * N * r };
      // Keyboards type the same letter as one character or as two.
      scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, key) => {
        if (error) reject(error);
        else resolve(key);
      });
      return promise;
    });
  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES);
      const key = await derive(password, salt, cost);
      return ["scrypt", cost.log2N, cost.r, cost.p, encoded(salt), encoded(key)].join("$");
    },
    verify: async (password, hash) => {
      const [, log2N, r, p, salt, expected] = STORED.exec(hash ?? "") ?? [];
      if (salt === undefined || expected === undefined) {
        await derive(password, randomBytes(SALT_BYTES), cost);
        return false;
      }
      const own = { log2N: Number(log2N), r: Number(r), p: Number(p) };
      const key = await derive(password, decoded(salt), own);
      const wanted = decoded(expected);
      return key.length === wanted.length && timingSafeEqual(key, wanted);
    },
  };
}

function encoded(bytes: Uint8Array): string {
  return Uint8Array.from(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
}

function decoded(text: string): Uint8Array {
  return Uint8Array.fromBase64(text, { alphabet: "base64url" });
}

/** Runs work {@link AT_ONCE} at a time, in the order in which it came. */
class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) {
        const message = "Too many people sign in at once: try again in a few seconds";
        throw new AppError("error.unavailable", message, { retryAfterSeconds: 5 });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      // The turn passes to the next one, if any waits.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
