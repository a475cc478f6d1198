import { after, type MaybePromise } from "../../domain/maybe_promise.ts";
import {
  type ApiKey,
  composeSecret,
  digestSecret,
  hashSecret,
  isUsable,
  isWellFormedSecret,
  SECRET_ENTROPY_BYTES,
  unauthorized,
} from "../../domain/api_key.ts";
import type { Caller } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { type KeyId, type MerchantId, parseKeyId } from "../../domain/ids.ts";
import type { Activity } from "../sessions/activity.ts";
import type { Deps } from "../deps.ts";
import { SETTLE_MS } from "../freshness.ts";
import type { Shops } from "../shops.ts";

/** More keys than a server sees in use at a time. */
const MAX_REMEMBERED = 10_000;

/** What a merchant says about a new key. */
export interface KeyRequest {
  readonly merchantId: MerchantId;
  readonly name: string;
  /** Null: it never expires. */
  readonly lifetimeMs: number | null;
  /** Requests per minute; null: the server's default. */
  readonly rateLimit: number | null;
}

/** A key that was just made, with its secret: here and nowhere else afterwards. */
export interface NewKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** Makes a key, which is nowhere until it is committed. */
export function newKey(
  { now, newId, randomBytes }: Pick<Deps, "now" | "newId" | "randomBytes">,
  request: KeyRequest,
): NewKey {
  const secret = composeSecret(randomBytes(SECRET_ENTROPY_BYTES));
  const createdAt = now();
  const key: ApiKey = {
    id: newId() as KeyId,
    merchantId: request.merchantId,
    name: request.name,
    ...digestSecret(secret),
    rateLimit: request.rateLimit,
    createdAt,
    lastUsedAt: null,
    expiresAt: request.lifetimeMs === null ? null : createdAt + request.lifetimeMs,
    revokedAt: null,
  };
  return { key, secret };
}

/** API keys (spec section 5): made, listed, revoked, and recognised. */
export class Keys {
  readonly #deps: Deps;
  readonly #shops: Shops;
  readonly #activity: Activity;
  /** Hashes of secrets that were good: only the arithmetic is saved, every use is looked up. */
  readonly #hashes = new Map<string, string>();

  constructor(deps: Deps, shops: Shops, activity: Activity) {
    this.#deps = deps;
    this.#shops = shops;
    this.#activity = activity;
  }

  /**
   * Creates a key. The secret is in this answer and nowhere else afterwards.
   */
  async create(request: KeyRequest): Promise<NewKey> {
    const made = newKey(this.#deps, request);
    await this.#deps.store.commit([{ kind: "key.add", key: made.key }]);
    return made;
  }

  /** A merchant's keys, oldest first, without their secrets: nobody has those. */
  async list(merchantId: MerchantId): Promise<ApiKey[]> {
    return await this.#deps.store.keys.of(merchantId);
  }

  /**
   * Revokes a key. When this has returned, no running server accepts the key any more.
   * Revoking a revoked key changes nothing.
   *
   * @throws {AppError} `error.key-not-found`
   */
  async revoke(idText: string): Promise<ApiKey> {
    const { store, now, wait } = this.#deps;
    const id = parseKeyId(idText);
    const key = id === undefined ? null : await store.keys.find(id);
    if (key === null) throw new AppError("error.key-not-found", `No such key: ${shown(idText)}`);
    if (key.revokedAt !== null) {
      // Somebody else may have done it this very moment.
      await wait(SETTLE_MS);
      return key;
    }
    const revokedAt = now();
    await store.commit([{ kind: "key.revoke", keyId: key.id, at: revokedAt }]);
    await wait(SETTLE_MS);
    return { ...key, revokedAt };
  }

  /**
   * Recognises a secret; undefined when it is malformed, unknown, revoked or expired. Known
   * at once where the key is at hand, which is nearly always.
   */
  identify(secret: string): MaybePromise<ApiKey | undefined> {
    const known = this.#hashes.get(secret);
    if (known === undefined && !isWellFormedSecret(secret)) return undefined;
    const hash = known ?? hashSecret(secret);
    return after(this.#shops.keyByHash(hash), (key) => this.#accept(key, secret, hash));
  }

  /**
   * Confirms that a caller's key is still valid. Call it right before a write is committed: the
   * body may have taken seconds to arrive. Reads nothing within milliseconds of the last check.
   *
   * @throws {AppError} `error.unauthorized` when the key was revoked or has expired meanwhile
   */
  confirm({ subject }: Caller): MaybePromise<void> {
    return after(this.#shops.keyById(subject.id), (key) => {
      if (key === null || !isUsable(key, this.#deps.now())) throw unauthorized();
    });
  }

  #accept(key: ApiKey | null, secret: string, hash: string): ApiKey | undefined {
    const now = this.#deps.now();
    if (key === null || !isUsable(key, now)) return undefined;
    if (!this.#hashes.has(secret)) this.#remember(secret, hash);
    this.#activity.touchKey(key.id, now);
    return key;
  }

  #remember(secret: string, hash: string): void {
    if (this.#hashes.size >= MAX_REMEMBERED) this.#hashes.clear();
    this.#hashes.set(secret, hash);
  }
}
