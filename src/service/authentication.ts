import type { Caller } from "../domain/caller.ts";
import type { AppError } from "../domain/errors.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import {
  type ApiKey,
  hashSecret,
  isUsable,
  isWellFormedSecret,
  unauthorized,
} from "../domain/shop/api_key.ts";
import type { ActivityNotes } from "./cache/activity.ts";
import type { Shops } from "./cache/shops.ts";
import type { Deps } from "./deps.ts";
import { isWithin } from "./shop/address_ranges.ts";

/** Limit of the cached hashes. */
const MAX_REMEMBERED = 10_000;

/** Dependencies of {@link Authentication}. */
export interface AuthenticationDeps extends Pick<Deps, "store" | "now"> {
  readonly shops: Pick<Shops, "cachedKey" | "lastKey" | "keyByHash" | "keyById">;
  readonly activity: Pick<ActivityNotes, "touchKey">;
}

/** A secret as it was sent. */
interface Used {
  readonly secret: string;
  readonly hash: string;
  readonly from: (() => string) | undefined;
}

/** Recognises API keys. */
export class Authentication {
  readonly #deps: AuthenticationDeps;
  /**
   * Hashes of valid secrets, to hash each only once; the key itself is still looked up on every
   * use.
   */
  readonly #hashes = new Map<string, string>();

  constructor(deps: AuthenticationDeps) {
    this.#deps = deps;
  }

  /**
   * The key that {@link identify} probably finds, if it has to ask a database on another machine;
   * undefined if it answers at once.
   */
  expect(secret: string): ApiKey | undefined {
    const { store, shops, now } = this.#deps;
    const hash = store.shared === null ? undefined : this.#hashes.get(secret);
    if (hash === undefined || shops.cachedKey(hash) !== undefined) return undefined;
    const key = shops.lastKey(hash);
    return key !== undefined && isUsable(key, now()) ? key : undefined;
  }

  /**
   * Finds the key of a secret; undefined for a malformed, unknown, revoked or expired one, and for one
   * that may not be used from the client's address. A cached key needs no promise: see "Cached reads"
   * in docs/dev/speed.md.
   *
   * @param from the client's address; called during the request: for keys with ranges, and once a second
   */
  identify(secret: string, from?: () => string): MaybePromise<ApiKey | undefined> {
    const known = this.#hashes.get(secret);
    if (known === undefined && !isWellFormedSecret(secret)) return undefined;
    const hash = known ?? hashSecret(secret);
    const cached = this.#deps.shops.cachedKey(hash);
    if (cached !== undefined) return this.#accept(cached, { secret, hash, from });
    return this.#deps.shops.keyByHash(hash).then((key) =>
      this.#accept(key, { secret, hash, from })
    );
  }

  /** Error of a request whose secret is missing or was not recognised. */
  async refusal(secret: string | undefined): Promise<AppError> {
    if (secret === undefined) return unauthorized("missing");
    if (!isWellFormedSecret(secret)) return unauthorized("malformed");
    const key = await this.#deps.shops.keyByHash(hashSecret(secret));
    const isExpired = key !== null && key.revokedAt === null && !isUsable(key, this.#deps.now());
    return unauthorized(isExpired ? "expired" : "invalid");
  }

  /**
   * Confirms that a caller's key or link is still valid. Call it right before a write is committed:
   * the body may have taken seconds to arrive. Reads no key within milliseconds of the last check.
   *
   * @throws {AppError} `error.unauthorized` when the key was revoked or has expired, or the link was
   *   replaced meanwhile
   */
  async confirm({ subject }: Caller): Promise<void> {
    if (subject.kind === "link") {
      const link = await this.#deps.store.checkoutLinks.byHash(subject.tokenHash);
      if (link === null) throw unauthorized();
      return;
    }
    const key = await this.#deps.shops.keyById(subject.id);
    if (key === null || !isUsable(key, this.#deps.now())) throw unauthorized();
  }

  #accept(key: ApiKey | null, { secret, hash, from }: Used): ApiKey | undefined {
    const now = this.#deps.now();
    if (key === null || !isUsable(key, now)) return undefined;
    const { allowedFrom } = key;
    if (allowedFrom.length > 0 && !isWithin(allowedFrom, from?.() ?? "")) return undefined;
    if (!this.#hashes.has(secret)) this.#remember(secret, hash);
    this.#deps.activity.touchKey(key.id, now, from);
    return key;
  }

  #remember(secret: string, hash: string): void {
    if (this.#hashes.size >= MAX_REMEMBERED) this.#hashes.clear();
    this.#hashes.set(secret, hash);
  }
}
