import { APPLICATION_ID } from "../sql/application_id.ts";
import { AUDIT_WRITES } from "./audit.ts";
import { CATALOG_WRITES } from "./catalog.ts";
import { CUSTOMER_WRITES } from "./customers.ts";
import { EVENT_WRITES } from "./events.ts";
import { EMAIL_WRITES } from "./emails.ts";
import { FACTOR_WRITES } from "./factors.ts";
import { HOLD_WRITES } from "./holds.ts";
import { LIMIT_WRITES } from "./limits.ts";
import { epoch, merchant } from "./locks.ts";
import { PAYMENT_WRITES } from "./payments.ts";
import { PEOPLE_WRITES } from "./people.ts";
import { PICTURE_WRITES } from "./pictures.ts";
import { REFUND_WRITES } from "./refunds.ts";
import { REMOVAL_WRITES } from "./removal.ts";
import { SESSION_WRITES } from "./sessions.ts";
import { SHOP_WRITES } from "./shop.ts";
import { EXPECT_WRITES } from "./stamps.ts";
import { type Write, write } from "./write.ts";

const ALL = {
  // PostgreSQL tries them in this order: the most frequent first.
  ...SESSION_WRITES,
  ...EVENT_WRITES,
  ...HOLD_WRITES,
  ...CUSTOMER_WRITES,
  ...PAYMENT_WRITES,
  ...REFUND_WRITES,
  ...LIMIT_WRITES,
  ...SHOP_WRITES,
  ...CATALOG_WRITES,
  ...PICTURE_WRITES,
  ...REMOVAL_WRITES,
  ...PEOPLE_WRITES,
  ...FACTOR_WRITES,
  ...EMAIL_WRITES,
  ...AUDIT_WRITES,
  ...EXPECT_WRITES,
  "epoch.bump": write(
    "UPDATE epoch SET value = value + 1",
    epoch,
  ),
  "epoch.bumpShop": write(
    "UPDATE epoch SET value = value + 1, of_shops = of_shops + 1",
    epoch,
  ),
  "merchant.change": write(
    "UPDATE merchants SET changed_epoch = (SELECT of_shops FROM epoch) WHERE id = :merchant_id",
    epoch,
    merchant,
  ),
  // In SQLite it writes the first page even if the value is the same; an UPDATE would not. In
  // PostgreSQL the record of the batch is a write.
  "probe": write({ sqlite: `PRAGMA application_id = ${APPLICATION_ID}`, postgres: "NULL" }),
} as const;

/** Name of a statement. */
export type StatementName = keyof typeof ALL;

/** Every statement that writes, by name. */
export const WRITES: Readonly<Record<StatementName, Write>> = ALL;
