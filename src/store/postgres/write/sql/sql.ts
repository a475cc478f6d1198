import type { StatementName } from "../../../commit/plan/statement.ts";
import { AUDIT_WRITES } from "./audit.ts";
import { CATALOG_WRITES } from "./catalog.ts";
import { CUSTOMER_WRITES } from "./customers.ts";
import { EVENT_WRITES } from "./events.ts";
import { HOLD_WRITES } from "./holds.ts";
import { LIMIT_WRITES } from "./limits.ts";
import { PAYMENT_WRITES } from "./payments.ts";
import { PEOPLE_WRITES } from "./people.ts";
import { REMOVAL_WRITES } from "./removal.ts";
import { SESSION_WRITES } from "./sessions.ts";
import { SHOP_WRITES } from "./shop.ts";
import { EXPECT_READS } from "./stamps.ts";

/** SQL of every statement, as in PL/pgSQL; `:name` is a parameter, as text. */
export const WRITE_SQL: Readonly<Record<StatementName, string>> = {
  // Tried in this order: the most frequent first.
  ...SESSION_WRITES,
  ...EVENT_WRITES,
  ...HOLD_WRITES,
  ...CUSTOMER_WRITES,
  ...PAYMENT_WRITES,
  ...LIMIT_WRITES,
  ...SHOP_WRITES,
  ...CATALOG_WRITES,
  ...REMOVAL_WRITES,
  ...PEOPLE_WRITES,
  ...AUDIT_WRITES,
  ...EXPECT_READS,
  "epoch.bump": "UPDATE epoch SET value = value + 1",
  // The record of the batch is a write.
  "probe": "NULL",
};
