import type { KeyId, MerchantId } from "./ids.ts";

/** Permissions of a caller. */
export const SCOPES = ["sessions:read", "sessions:write", "payments:write"] as const;
export type Scope = (typeof SCOPES)[number];

/** Identity behind a call. */
export interface Subject {
  readonly kind: "key";
  readonly id: KeyId;
  /** Name in the log: the visible prefix of a key. */
  readonly label: string;
}

/** Identity and rights of a call, wherever it comes from. */
export interface Caller {
  readonly merchantId: MerchantId;
  readonly subject: Subject;
  readonly scopes: ReadonlySet<Scope>;
}
