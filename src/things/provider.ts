import type { ProviderAccount, ProviderKind } from "../domain/shop/provider.ts";
import type { List, ListFields, StateWord } from "./list.ts";

/** Names of the kinds of providers, for people. */
export const PROVIDER_NAMES = {
  stripe: "Stripe",
  razorpay: "Razorpay",
  demo: "Demo provider",
} as const satisfies Record<ProviderKind, string>;

/** The fields of an account at a provider, without its keys. */
const FIELDS = {
  provider_id: { kind: "word", of: ({ id }) => id },
  merchant_id: { kind: "word", of: ({ merchantId }) => merchantId, only: "json" },
  kind: { kind: "word", of: ({ kind }) => kind },
  livemode: { kind: "flag", of: ({ livemode }) => livemode },
  account: { kind: "text", of: ({ account }) => account },
  has_key: { kind: "flag", of: ({ secret }) => secret !== null },
  created_at: { kind: "moment", of: ({ createdAt }) => createdAt },
  removed_at: { kind: "moment", of: ({ removedAt }) => removedAt },
  time_zone: { kind: "zone" },
} as const satisfies ListFields<ProviderAccount>;

/** The state of an account: new payments begin at those in use. */
export function providerStates({ removedAt }: Pick<ProviderAccount, "removedAt">): StateWord[] {
  return [removedAt === null ? ["In use", "good"] : ["Removed", "plain"]];
}

/** The list of a shop's accounts at providers. */
export const PROVIDER_LIST: List<ProviderAccount> = {
  fields: FIELDS,
  table: [
    { title: "ID", value: FIELDS.provider_id, fit: { isId: true } },
    { title: "KIND", value: FIELDS.kind },
    { title: "MODE", value: { kind: "word", of: ({ livemode }) => livemode ? "live" : "test" } },
    { title: "STATE", value: { kind: "states", of: providerStates } },
    { title: "ACCOUNT", value: FIELDS.account, fit: { isOptional: true } },
    { title: "ADDED", value: FIELDS.created_at, fit: { isOptional: true } },
  ],
  page: [
    {
      title: "Provider",
      value: { kind: "word", of: ({ kind }) => PROVIDER_NAMES[kind] },
      isMain: true,
    },
    { title: "Mode", value: { kind: "word", of: ({ livemode }) => livemode ? "Live" : "Test" } },
    { title: "State", value: { kind: "states", of: providerStates } },
    { title: "Account", value: FIELDS.account },
    { title: "Added", value: FIELDS.created_at },
  ],
};
