import { AppError, shown } from "../../domain/errors.ts";
import type { CouponId, MerchantId } from "../../domain/ids.ts";
import { type Coupon, type CouponDraft, couponKey } from "../../domain/shop/coupon.ts";
import { mapPage, type Page, type PageRequest } from "../../domain/values/page.ts";
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
  async list(
    merchantId: MerchantId,
    page: PageRequest<string>,
  ): Promise<Page<CountedCoupon, string>> {
    const { coupons } = this.#deps.store;
    const found = await coupons.of(merchantId, page);
    const usage = await coupons.usage(found.rows.map(({ id }) => id), null);
    return mapPage(found, (coupon) => ({ coupon, used: usage.get(coupon.id)?.used ?? 0 }));
  }

  /**
   * Enables or disables a coupon, with immediate effect.
   *
   * @param code case does not matter
   * @throws {AppError} `error.coupon-not-found`
   */
  async setEnabled(merchantId: MerchantId, code: string, enabled: boolean): Promise<CountedCoupon> {
    const { store } = this.#deps;
    const [found] = await store.coupons.entered(merchantId, { ids: [], code: couponKey(code) });
    if (found === undefined) {
      throw new AppError("error.coupon-not-found", `No such coupon: ${shown(code)}`);
    }
    const coupon = { ...found, enabled };
    if (found.enabled !== enabled) await store.commit([{ kind: "coupon.put", coupon }]);
    const usage = await store.coupons.usage([coupon.id], null);
    return { coupon, used: usage.get(coupon.id)?.used ?? 0 };
  }
}
