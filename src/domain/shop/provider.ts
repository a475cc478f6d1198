import type { MerchantId } from "../ids.ts";
import type { SecretPlace, StoredSecret } from "../secret.ts";

/** Kinds of providers that take payments on pages of their own. `demo` moves no money. */
export const PROVIDER_KINDS = ["stripe", "razorpay", "demo"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Time for which an account out of use keeps its key: customers get money back until then. */
export const KEY_KEPT_DAYS = 180;

/**
 * Time before the end of the last list of an account's refunds and disputes from which the next one
 * begins: a payment may be known later than its refund.
 */
export const LIST_OVERLAP_MS = 48 * 3_600_000;

/** A shop's account at a provider, for one mode. */
export interface ProviderAccount {
  /** UUID. */
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly kind: ProviderKind;
  /** True for the payments of live sessions. */
  readonly livemode: boolean;
  /** The provider's own id of the account; null if it tells none. */
  readonly account: string | null;
  /** Its keys; null for the demo provider, and once they are deleted. */
  readonly secret: StoredSecret | null;
  readonly createdAt: number;
  /** From then on it starts no payment; those under way end there. Null while it is in use. */
  readonly removedAt: number | null;
}

/** True for an account that has lost its key. */
export function isKeyDeleted({ kind, secret }: Pick<ProviderAccount, "kind" | "secret">): boolean {
  return kind !== "demo" && secret === null;
}

/** An account, if it can be called; null for none, and for one that has lost its key. */
export function accountWithKey(account: ProviderAccount | null): ProviderAccount | null {
  return account === null || isKeyDeleted(account) ? null : account;
}

/** The account that takes the next payment of a mode; undefined for none. */
export function accountInUse(
  accounts: readonly ProviderAccount[],
  livemode: boolean,
): ProviderAccount | undefined {
  return accounts.find((one) => one.livemode === livemode && one.removedAt === null);
}

/** The secrets of an account, as they are sealed. */
export interface ProviderSecrets {
  /** One line, as {@link hookSecret}. */
  readonly key: string;
  /** The secret that signs the provider's hooks. */
  readonly hookSecret: string | null;
}

/** The text of an account's secrets, before it is sealed: each on a line of its own. */
export function providerSecretsText({ key, hookSecret }: ProviderSecrets): string {
  return hookSecret === null ? key : `${key}\n${hookSecret}`;
}

/** Reads {@link providerSecretsText}. */
export function providerSecretsFrom(text: string): ProviderSecrets {
  const [key = "", hookSecret = null] = text.split("\n");
  return { key, hookSecret };
}

/** The place of an account's secrets. */
export function providerPlace(
  { id, merchantId }: Pick<ProviderAccount, "id" | "merchantId">,
): SecretPlace {
  return { merchantId, kind: "provider", row: id };
}
