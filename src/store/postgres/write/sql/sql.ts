import type { StatementName } from "../../../commit/plan/statement.ts";
import { AUDIT_SQL } from "./audit.ts";
import { CATALOG_SQL } from "./catalog.ts";
import { CUSTOMER_SQL } from "./customers.ts";
import { EVENT_SQL } from "./events.ts";
import { HOLD_SQL } from "./holds.ts";
import { PAYMENT_SQL } from "./payments.ts";
import { PEOPLE_SQL } from "./people.ts";
import { REMOVAL_SQL } from "./removal.ts";
import { SESSION_SQL } from "./sessions.ts";
import { SHOP_SQL } from "./shop.ts";

/** SQL of every statement, as in PL/pgSQL; `:name` is a parameter, as text. */
export const SQL: Readonly<Record<StatementName, string>> = {
  // Tried in this order: the most frequent first.
  ...SESSION_SQL,
  ...EVENT_SQL,
  ...HOLD_SQL,
  ...CUSTOMER_SQL,
  ...PAYMENT_SQL,
  ...SHOP_SQL,
  ...CATALOG_SQL,
  ...REMOVAL_SQL,
  ...PEOPLE_SQL,
  ...AUDIT_SQL,
  "epoch.bump": "UPDATE epoch SET value = value + 1",
  // The record of the batch is a write.
  "probe": "NULL",
};
