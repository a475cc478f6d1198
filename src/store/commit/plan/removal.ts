import type { ClearedPart } from "../../../domain/shop/shop_data.ts";
import type { StatementName } from "../../write/writes.ts";
import { any, one, type Planners } from "./statement.ts";

/** Statements of each part, those that refer to others first. */
const CLEARED: Readonly<Record<ClearedPart, readonly StatementName[]>> = {
  coupons: ["coupons.clearUses", "coupons.clear"],
  customers: ["customers.clearCoins", "customers.clear"],
  products: ["products.clearVariants", "products.clear"],
  payments: [
    "payments.clearReferences",
    "payments.clearUnexpected",
    "refunds.clear",
    "disputes.clear",
  ],
};

/** Rows that go with their merchant. */
const SETTINGS: readonly StatementName[] = [
  "merchant.deleteRecords",
  "merchant.deleteOtps",
  "merchant.deleteKeys",
  "merchant.deleteDeliveries",
  "merchant.deleteEndpoints",
  "merchant.deleteProviders",
  "merchant.deleteEvents",
  "merchant.deleteCounts",
  "merchant.deletePurged",
  "domains.delete",
];

/** The deletion of a shop. */
export const REMOVAL = {
  "merchant.clear": ({ merchantId: merchant_id, part, limit }) =>
    CLEARED[part].map((name) => any(name, { merchant_id, limit })),

  "merchant.remove": ({ merchantId: merchant_id }) => [
    ...SETTINGS.map((name) => any(name, { merchant_id })),
    one("merchant.delete", { merchant_id }, {
      onNoRow: `Merchant is not known: ${merchant_id}`,
      onForeignKey: `Merchant has data: ${merchant_id}`,
    }),
  ],
} satisfies Partial<Planners>;
