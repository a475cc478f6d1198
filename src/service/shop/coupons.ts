import { AppError, shown } from "../../domain/errors.ts";
import type { CouponId, MerchantId } from "../../domain/ids.ts";
import { type Coupon, type CouponDraft, couponKey } from "../../domain/shop/coupon.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";

/** A coupon and how often it has been used. */
export interface CountedCoupon {
  readonly coupon: Coupon;
  readonly used: number;
}

/** A merchant's coupons. */
export class Coupons {
  readonly #deps: Pick<Deps, "store" | "now" | "newId">;

  constructor(deps: Pick<Deps, "store" | "now" | "newId">) {
    this.#deps = deps;
  }

  /**
   * Creates a coupon.
   *
   * @throws {AppError} `error.coupon-exists` if the merchant has a coupon with this code
   */
  async create(merchantId: MerchantId, draft: CouponDraft): Promise<Coupon> {
    const { store, newId, now } = this.#deps;
    const coupon: Coupon = {
      ...draft,
      id: newId() as CouponId,
      merchantId,
      enabled: true,
      createdAt: now(),
    };
    await commitOrRefuse(store, [{ kind: "coupon.put", coupon }], {
      code: "error.coupon-exists",
      message: `The merchant already has a coupon with this code: ${shown(draft.code)}`,
    });
    return coupon;
  }

  /** A merchant's coupons, by code. */
  async list(merchantId: MerchantId): Promise<CountedCoupon[]> {
    const { store } = this.#deps;
    const coupons = await store.coupons.of(merchantId);
    const usage = await store.coupons.usage(coupons.map(({ id }) => id), null);
    return coupons.map((coupon) => ({ coupon, used: usage.get(coupon.id)?.used ?? 0 }));
  }

  /**
   * Enables or disables a coupon, with immediate effect.
   *
   * @param code case does not matter
   * @throws {AppError} `error.coupon-not-found`
   */
  async setEnabled(merchantId: MerchantId, code: string, enabled: boolean): Promise<Coupon> {
    const { store } = this.#deps;
    const coupons = await store.coupons.of(merchantId);
    const coupon = coupons.find((one) => couponKey(one.code) === couponKey(code));
    if (coupon === undefined) {
      throw new AppError("error.coupon-not-found", `No such coupon: ${shown(code)}`);
    }
    if (coupon.enabled === enabled) return coupon;
    const changed = { ...coupon, enabled };
    await store.commit([{ kind: "coupon.put", coupon: changed }]);
    return changed;
  }
}
