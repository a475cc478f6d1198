import type { Change } from "../../../domain/changes.ts";

/** A text that the engine compresses before storing it, off the event loop. */
export interface Compressed {
  readonly compress: string;
}

/** Value of a parameter; product and variant ids are bigint, flags 0 or 1. */
export type ParamValue = null | number | bigint | string | Compressed;

/** Parameters by name; those of a row have its column names. */
export type Params = Readonly<Record<string, ParamValue>>;

/** Names of all statements; an engine has SQL for each. */
export type StatementName =
  | "merchant.put"
  | "domains.delete"
  | "merchant.delete"
  | "merchant.deleteRecords"
  | "merchant.deleteOtps"
  | "merchant.deleteKeys"
  | "merchant.deleteDeliveries"
  | "merchant.deleteEndpoints"
  | "merchant.deleteEvents"
  | "merchant.deleteCounts"
  | "merchant.deletePurged"
  | "coupons.clearUses"
  | "coupons.clear"
  | "customers.clearCoins"
  | "customers.clear"
  | "products.clearVariants"
  | "products.clear"
  | "payments.clearReferences"
  | "payments.clearUnexpected"
  | "domain.add"
  | "key.add"
  | "key.revoke"
  | "key.rotate"
  | "key.used"
  | "coupon.put"
  | "coupon.delete"
  | "webhook.add"
  | "webhook.put"
  | "secret.add"
  | "webhook.deleteDeliveries"
  | "webhook.delete"
  | "product.put"
  | "product.deleteVariants"
  | "variant.put"
  | "variant.setStock"
  | "variant.addStock"
  | "customer.put"
  | "customer.add"
  | "customer.erase"
  | "coins.addMovement"
  | "coins.moveBalances"
  | "coins.eraseReasons"
  | "coins.addWriteOff"
  | "coins.writeOff"
  | "otp.sent"
  | "otp.forget"
  | "otp.purge"
  | "session.add"
  | "session.put"
  | "session.touch"
  | "session.countPurged"
  | "session.delete"
  | "session.eraseExtra"
  | "session.retain"
  | "link.put"
  | "link.update"
  | "return.add"
  | "return.purge"
  | "return.delete"
  | "link.delete"
  | "idempotency.add"
  | "idempotency.purge"
  | "idempotency.deleteOfSession"
  | "coupon.addUse"
  | "coupon.countUse"
  | "coupon.uncountUse"
  | "coupon.deleteUse"
  | "stock.addHold"
  | "stock.holdUnits"
  | "stock.releaseUnits"
  | "stock.recordSales"
  | "stock.sellUnits"
  | "stock.returnSales"
  | "stock.addUnits"
  | "stock.deleteSales"
  | "stock.forgetBuyer"
  | "stock.deleteHolds"
  | "reference.take"
  | "unexpected.add"
  | "unexpected.resolve"
  | "unexpected.resolveGroup"
  | "unexpected.eraseNotes"
  | "event.add"
  | "event.addDeliveries"
  | "event.purgeDeliveries"
  | "event.purge"
  | "event.redactBefore"
  | "event.redact"
  | "event.erasePhones"
  | "event.eraseReferences"
  | "event.eraseReasons"
  | "event.deleteDeliveries"
  | "event.deleteErased"
  | "event.deleteOfSession"
  | "delivery.put"
  | "person.add"
  | "person.setRole"
  | "person.setShopRole"
  | "person.deleteShopRole"
  | "person.setPassword"
  | "person.delete"
  | "signInLink.put"
  | "signInLink.delete"
  | "signInLink.deleteOf"
  | "signInLinks.purge"
  | "invitation.add"
  | "invitation.accept"
  | "invitation.delete"
  | "invitation.deleteOf"
  | "invitations.purge"
  | "signIn.add"
  | "signIn.seen"
  | "signIn.confirm"
  | "signIn.delete"
  | "signIn.deleteAll"
  | "signIn.deleteLinked"
  | "signIns.purge"
  | "limit.refused"
  | "limit.purge"
  | "message.sent"
  | "message.purge"
  | "audit.add"
  | "expect.merchant"
  | "expect.coupon"
  | "expect.product"
  | "expect.stock"
  | "epoch.bump"
  | "probe";

/** A statement to execute: plain data, to be posted to another thread. */
export interface Posted {
  readonly name: StatementName;
  readonly params: Params;
  /** Rows to write: exactly one, or any number. */
  readonly rows: "one" | "any";
}

/** Why a statement is refused: no row was written, or a constraint was violated. */
export type Because = "onNoRow" | "onCheck" | "onForeignKey" | "onPrimaryKey" | "onUnique";

/** Messages of refusals by reason. A refusal without a message is a defect. */
export type Refusals = Readonly<Partial<Record<Because, string>>>;

/** One statement of a commit, with the messages of its refusals. */
export interface Statement extends Posted {
  readonly refusals: Refusals;
}

/** A statement of a commit that was refused. */
export interface RefusedStatement {
  /** Index in the commit. */
  readonly index: number;
  readonly because: Because;
  /** The engine's message, for reports of defects. */
  readonly detail: string;
}

/** Makes a statement that writes exactly one row or is refused. */
export function one(name: StatementName, params: Params, refusals: Refusals = {}): Statement {
  return { name, params, rows: "one", refusals };
}

/** Makes a statement that writes any number of rows. */
export function any(name: StatementName, params: Params): Statement {
  return { name, params, rows: "any", refusals: {} };
}

/** Makes the statements of a change, by kind. */
export type Planners = {
  readonly [Kind in Change["kind"]]: (
    change: Extract<Change, { readonly kind: Kind }>,
  ) => Statement[];
};

/** A change that is impossible in any state of the database. */
export class ImpossibleChange extends Error {
  override readonly name = "ImpossibleChange";
}
