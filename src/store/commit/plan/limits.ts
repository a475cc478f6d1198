import { any, one, type Planners } from "./statement.ts";

/** What the limits of shops refused. */
export const LIMITS = {
  "limit.refused": ({ merchantId, hour, refusal, count }) => [
    one("limit.refused", { merchant_id: merchantId, hour, refusal, count }, {
      onCheck: `Refusals must be more than 0: ${count}`,
      onForeignKey: `Merchant of the refusals is not known: ${merchantId}`,
    }),
  ],

  "limit.purge": ({ before }) => [any("limit.purge", { before })],
} satisfies Partial<Planners>;
