import type { StoredCustomer } from "../domain/session/stored.ts";
import { isErased } from "../domain/shop/customer.ts";
import type { List, ListFields } from "./list.ts";

/** A customer with coins. */
type Row = Pick<StoredCustomer, "customer" | "balances" | "debt">;

const FIELDS = {
  id: { kind: "word", of: ({ customer }) => customer.id },
  phone: { kind: "word", of: ({ customer }) => isErased(customer) ? null : customer.phone },
  coins_available: { kind: "count", of: ({ balances }) => balances.AVAILABLE },
  coins_debt: { kind: "count", of: ({ debt }) => debt },
  coins_processing: { kind: "count", of: ({ balances }) => balances.PROCESSING },
  coins_used: { kind: "count", of: ({ balances }) => balances.USED },
  created_at: { kind: "moment", of: ({ customer }) => customer.createdAt },
  time_zone: { kind: "zone" },
} as const satisfies ListFields<Row>;

/** Shown in place of the phone number of an erased customer. */
export const ERASED = "(erased)";

/** The list of customers; with `--json` their coins are an object. */
export function customerList(hasCoins = true): List<Row> {
  const phone = { value: FIELDS.phone, none: ERASED };
  return {
    fields: FIELDS,
    table: [
      { title: "PHONE", ...phone },
      { title: "AVAILABLE", value: FIELDS.coins_available },
      { title: "PROCESSING", value: FIELDS.coins_processing },
      { title: "USED", value: FIELDS.coins_used },
      { title: "DEBT", value: FIELDS.coins_debt, fit: { isOptional: true } },
      { title: "SINCE", value: FIELDS.created_at, fit: { isOptional: true } },
      { title: "ID", value: FIELDS.id, fit: { isOptional: true } },
    ],
    page: [
      { title: "Phone", ...phone, isMain: true },
      ...hasCoins
        ? [
          { title: "Coins available", value: FIELDS.coins_available },
          { title: "Held by payments", value: FIELDS.coins_processing },
          { title: "Spent", value: FIELDS.coins_used },
        ]
        : [],
      { title: "Since", value: FIELDS.created_at },
    ],
  };
}
