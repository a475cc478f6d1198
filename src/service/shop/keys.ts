import type { Subject } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { type KeyId, type MerchantId, parseKeyId } from "../../domain/ids.ts";
import {
  type ApiKey,
  changedKey,
  composeSecret,
  DEFAULT_SCOPES,
  digestSecret,
  hashSecret,
  isWellFormedSecret,
  type KeyChanges,
  rotatedUntil,
  type Scope,
  SECRET_ENTROPY_BYTES,
} from "../../domain/shop/api_key.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_KEY } from "../../domain/trail/shop.ts";
import { audited } from "../audit.ts";
import { SETTLE_MS } from "../cache/freshness.ts";
import { commitOrConflict } from "../commit.ts";
import type { FoundId } from "../../store/reads/ids.ts";
import type { Deps } from "../deps.ts";

/** Request for a new key. */
export interface KeyRequest {
  /** Id from {@link Keys.nextId}, so that a repeated request makes no second key (default: a new one). */
  readonly id?: KeyId;
  readonly merchantId: MerchantId;
  readonly name: string;
  /** Null for a key that never expires. */
  readonly lifetimeMs: number | null;
  /** Requests per minute; null for the server's default. */
  readonly rateLimit: number | null;
  /** Default: all. */
  readonly scopes?: ReadonlySet<Scope>;
  /** As `readAddressRanges` returns them (default: any address). */
  readonly allowedFrom?: readonly string[];
  /** False for a key of test data (default: true). */
  readonly livemode?: boolean;
}

/** A new key with its secret, which is not stored. */
export interface NewKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** Times of a rotation. */
export interface Rotation {
  /** Time for which the old key still works; 0 for none. */
  readonly overlapMs: number;
  /** Lifetime of the successor, null for one that never expires (default: that of the old key). */
  readonly lifetimeMs?: number | null;
}

/** The successor of a key, and the key with its end. */
export interface RotatedKey extends NewKey {
  readonly previous: ApiKey;
}

/** Makes a key; the caller commits it. */
export function newKey(
  { now, newId, randomBytes }: Pick<Deps, "now" | "newId" | "randomBytes">,
  request: KeyRequest,
): NewKey {
  const { livemode = true } = request;
  const secret = composeSecret(randomBytes(SECRET_ENTROPY_BYTES), livemode);
  const createdAt = now();
  const key: ApiKey = {
    id: request.id ?? newId() as KeyId,
    merchantId: request.merchantId,
    name: request.name,
    ...digestSecret(secret),
    rateLimit: request.rateLimit,
    scopes: request.scopes ?? DEFAULT_SCOPES,
    allowedFrom: request.allowedFrom ?? [],
    livemode,
    createdAt,
    lastUsedAt: null,
    lastUsedFrom: null,
    expiresAt: request.lifetimeMs === null ? null : createdAt + request.lifetimeMs,
    revokedAt: null,
    successorId: null,
  };
  return { key, secret };
}

/** Dependencies of {@link Keys}. */
export type KeysDeps = Pick<Deps, "store" | "now" | "newId" | "randomBytes" | "wait">;

/** API keys (spec section 5): created, listed, changed, rotated and revoked. */
export class Keys {
  readonly #deps: KeysDeps;

  constructor(deps: KeysDeps) {
    this.#deps = deps;
  }

  /** Makes a key; the caller commits it. */
  make(request: KeyRequest): NewKey {
    return newKey(this.#deps, request);
  }

  /** An id for a key to be created. */
  nextId(): KeyId {
    return this.#deps.newId() as KeyId;
  }

  /**
   * Creates a key. Only this answer has the secret.
   *
   * @throws {AppError} `error.conflict` if the id of the request is taken
   */
  async create(request: KeyRequest, by: Subject): Promise<NewKey> {
    const made = this.make(request);
    const entry = audited(
      this.#deps,
      by,
      factOf(AUDITED_KEY, "key.create", { before: null, after: made.key }),
    );
    await commitOrConflict(this.#deps.store, [{ kind: "key.add", key: made.key }, entry]);
    return made;
  }

  /** A merchant's keys, oldest first, without secrets. */
  async list(merchantId: MerchantId): Promise<ApiKey[]> {
    return await this.#deps.store.keys.of(merchantId);
  }

  /**
   * Makes a key that replaces another, with its name, scopes, addresses, rate limit and mode. The old
   * key ends by itself after the overlap; afterwards every running server knows when.
   *
   * @throws {AppError} `error.key-not-found`; `error.conflict` if it is rotated, revoked or expired
   */
  async rotate(
    idText: string,
    { overlapMs, lifetimeMs }: Rotation,
    by: Subject,
  ): Promise<RotatedKey> {
    const { store, now, wait } = this.#deps;
    const old = await this.#find(idText);
    const expiresAt = rotatedUntil(old, { now: now(), overlapMs });
    const ownLifetimeMs = old.expiresAt === null ? null : old.expiresAt - old.createdAt;
    const made = newKey(this.#deps, {
      ...old,
      id: this.nextId(),
      lifetimeMs: lifetimeMs === undefined ? ownLifetimeMs : lifetimeMs,
    });
    const { id: successorId } = made.key;
    const previous = { ...old, expiresAt, successorId };
    await commitOrConflict(store, [
      { kind: "key.add", key: made.key },
      { kind: "key.rotate", keyId: old.id, successorId, endsAt: expiresAt },
      audited(this.#deps, by, factOf(AUDITED_KEY, "key.rotate", { before: old, after: previous })),
    ]);
    await wait(SETTLE_MS);
    return { ...made, previous };
  }

  /**
   * Changes name, end and addresses of a key, and keeps its secret. Afterwards every running server
   * knows it.
   *
   * @throws {AppError} `error.key-not-found`; `error.conflict` if it is revoked or expired, or rotated
   *   and to have another end, or changed by others meanwhile
   */
  async update(idText: string, changes: KeyChanges, by: Subject): Promise<ApiKey> {
    const { store, now, wait } = this.#deps;
    const was = await this.#find(idText);
    const key = changedKey(was, changes, now());
    await commitOrConflict(store, [
      { kind: "key.update", key, was },
      audited(this.#deps, by, factOf(AUDITED_KEY, "key.update", { before: was, after: key })),
    ]);
    await wait(SETTLE_MS);
    return key;
  }

  /**
   * Revokes a key. Afterwards no running server accepts it. Revoking a revoked key changes nothing.
   *
   * @throws {AppError} `error.key-not-found`
   */
  async revoke(idText: string, by: Subject): Promise<ApiKey> {
    const { store, now, wait } = this.#deps;
    const key = await this.#find(idText);
    if (key.revokedAt !== null) {
      // Another process may have revoked it just now.
      await wait(SETTLE_MS);
      return key;
    }
    const revokedAt = now();
    const revoked = { ...key, revokedAt };
    await store.commit([
      { kind: "key.revoke", keyId: key.id, at: revokedAt },
      audited(this.#deps, by, factOf(AUDITED_KEY, "key.revoke", { before: key, after: revoked })),
    ]);
    await wait(SETTLE_MS);
    return revoked;
  }

  async #find(idText: string): Promise<ApiKey> {
    const id = parseKeyId(idText);
    const key = id === undefined ? null : await this.#deps.store.keys.find(id);
    if (key !== null) return key;
    throw new AppError("error.key-not-found", `No such key: ${shown(withoutSecret(idText))}`);
  }
}

/** A secret's visible prefix, so that no message has the rest. */
function withoutSecret(text: string): string {
  return isWellFormedSecret(text) ? `${digestSecret(text).prefix}...` : text;
}

/** Keys of all shops by their name, prefix or secret; revoked ones only if there are no others. */
export async function keysCalled(
  { merchants, keys }: Pick<Deps["store"], "merchants" | "keys">,
  text: string,
): Promise<FoundId[]> {
  const found: ApiKey[] = [];
  for (const { id } of await merchants.heads()) {
    found.push(...(await keys.of(id)).filter((key) => isCalled(key, text)));
  }
  const usable = found.filter(({ revokedAt }) => revokedAt === null);
  return (usable.length > 0 ? usable : found).map(({ id, name }) => ({
    id,
    name: `${id} (${name})`,
  }));
}

function isCalled({ name, prefix, hash }: ApiKey, text: string): boolean {
  return name === text || prefix === text.replace(/\.{3}$|…$/, "") ||
    isWellFormedSecret(text) && hashSecret(text) === hash;
}
