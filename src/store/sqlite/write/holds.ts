import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import type { SessionId } from "../../../domain/ids.ts";
import { insertInto, VIOLATED, writeOne } from "./statements.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

const HOLD = ["session_id", "merchant_id", "variant_id", "units"] as const;

/** The variants that a session holds units of, by the primary keys of both tables. */
const HELD_VARIANTS = `
  FROM stock_holds AS h
  WHERE h.session_id = :id
    AND variants.merchant_id = h.merchant_id AND variants.variant_id = h.variant_id`;

/** Writes what payments set aside, give back or use up. */
export class HoldWrites {
  readonly #addUse: StatementSync;
  readonly #countUse: StatementSync;
  readonly #dropUse: StatementSync;
  readonly #uncountUse: StatementSync;
  readonly #addHold: StatementSync;
  readonly #holdUnits: StatementSync;
  readonly #releaseUnits: StatementSync;
  readonly #sellUnits: StatementSync;
  readonly #dropHolds: StatementSync;

  constructor(db: DatabaseSync) {
    this.#addUse = db.prepare(
      `INSERT INTO coupon_uses (session_id, coupon_id, customer_id)
       SELECT :session_id, :coupon_id, :customer_id
       WHERE :limit IS NULL OR :customer_id IS NOT NULL AND :limit > (
         SELECT count(*) FROM coupon_uses
         WHERE coupon_id = :coupon_id AND customer_id = :customer_id)`,
    );
    this.#countUse = db.prepare(
      // Also below the limit as it is now: it may have been lowered since the step was decided.
      `UPDATE coupons SET used = used + 1
       WHERE id = :id AND (:limit IS NULL OR used < min(:limit, ifnull(usage_limit, :limit)))`,
    );
    this.#dropUse = db.prepare(
      "DELETE FROM coupon_uses WHERE session_id = :session_id AND coupon_id = :coupon_id",
    );
    this.#uncountUse = db.prepare("UPDATE coupons SET used = max(0, used - 1) WHERE id = :id");
    this.#addHold = db.prepare(
      `${insertInto("stock_holds", HOLD)}
       ON CONFLICT (session_id, merchant_id, variant_id)
       DO UPDATE SET units = units + excluded.units`,
    );
    this.#holdUnits = db.prepare(
      `UPDATE variants SET held = held + :units
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id
         AND (inventory_policy = 'continue' OR inventory_quantity IS NULL
           OR inventory_quantity - held >= :units)`,
    );
    this.#releaseUnits = db.prepare(
      `UPDATE variants SET held = held - h.units ${HELD_VARIANTS}`,
    );
    this.#sellUnits = db.prepare(
      `UPDATE variants SET held = held - h.units, inventory_quantity = inventory_quantity - h.units
       ${HELD_VARIANTS}`,
    );
    this.#dropHolds = db.prepare("DELETE FROM stock_holds WHERE session_id = :id");
  }

  /** A limit per customer needs a customer: without one it is refused. */
  takeCoupon(change: Of<"coupon.take">): void {
    const { couponId, sessionId, customerId, limit, limitPerCustomer } = change;
    writeOne(change, {
      statement: this.#addUse,
      row: {
        session_id: sessionId,
        coupon_id: couponId,
        customer_id: customerId,
        limit: limitPerCustomer,
      },
      refusals: {
        0: `Customer has used coupon ${couponId} as often as allowed: ${limitPerCustomer}`,
        [VIOLATED.primaryKey]: `Session has taken a use of the coupon: ${couponId}`,
        [VIOLATED.foreignKey]: `Coupon or its customer is not known: ${couponId}`,
      },
    });
    writeOne(change, {
      statement: this.#countUse,
      row: { id: couponId, limit },
      refusals: { 0: `Coupon ${couponId} has been used as often as allowed: ${limit}` },
    });
  }

  /** No use is right as well: it was given back before. */
  returnCoupon({ couponId, sessionId }: Of<"coupon.return">): void {
    const { changes } = this.#dropUse.run({ session_id: sessionId, coupon_id: couponId });
    if (Number(changes) > 0) this.#uncountUse.run({ id: couponId });
  }

  holdStock(change: Of<"stock.hold">): void {
    const { merchantId, sessionId, variantId, units } = change;
    const row = { merchant_id: merchantId, variant_id: BigInt(variantId), units };
    writeOne(change, {
      statement: this.#addHold,
      row: { ...row, session_id: sessionId },
      refusals: { [VIOLATED.check]: `Units to set aside must be more than 0: ${units}` },
    });
    writeOne(change, {
      statement: this.#holdUnits,
      row,
      refusals: { 0: `Variant ${variantId} is not known or has fewer units left than: ${units}` },
    });
  }

  /** No hold is right as well, and so is one of a variant that has left the catalogue. */
  releaseStock(sessionId: SessionId): void {
    this.#releaseUnits.run({ id: sessionId });
    this.#dropHolds.run({ id: sessionId });
  }

  /** {@link releaseStock}, with the units gone for good. */
  sellStock(sessionId: SessionId): void {
    this.#sellUnits.run({ id: sessionId });
    this.#dropHolds.run({ id: sessionId });
  }
}
