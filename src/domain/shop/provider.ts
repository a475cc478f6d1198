import type { MerchantId } from "../ids.ts";

/** Kinds of providers that take payments on pages of their own. `demo` moves no money. */
export const PROVIDER_KINDS = ["demo"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** A shop's account at a provider, for one mode. */
export interface ProviderAccount {
  /** UUID. */
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly kind: ProviderKind;
  /** True for the payments of live sessions. */
  readonly livemode: boolean;
  readonly createdAt: number;
  /** From then on it starts no payment; those under way end there. Null while it is in use. */
  readonly removedAt: number | null;
}

/** The account that takes the next payment of a mode; undefined for none. */
export function accountInUse(
  accounts: readonly ProviderAccount[],
  livemode: boolean,
): ProviderAccount | undefined {
  return accounts.find((one) => one.livemode === livemode && one.removedAt === null);
}
