import type { KeyId, MerchantId } from "../../src/domain/ids.ts";
import { type ApiKey, SCOPES } from "../../src/domain/shop/api_key.ts";
import { NOW, uuid } from "./builders.ts";

/** A valid key; `over` has the fields that a test is about. */
export function aKey(over: Partial<ApiKey> = {}): ApiKey {
  return {
    id: uuid<KeyId>(10),
    merchantId: uuid<MerchantId>(1),
    name: "backend",
    hash: "a".repeat(64),
    prefix: "ck_live_abcd",
    rateLimit: null,
    livemode: true,
    scopes: new Set(SCOPES),
    createdAt: NOW,
    allowedFrom: [],
    lastUsedAt: null,
    lastUsedFrom: null,
    expiresAt: null,
    revokedAt: null,
    successorId: null,
    ...over,
  };
}
