import { isDeepStrictEqual } from "node:util";
import type { Subject } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import type { PrefixFilter } from "../../domain/filters.ts";
import { type CouponId, type MerchantId, parseCouponId } from "../../domain/ids.ts";
import { type Coupon, type CouponDraft, couponKey } from "../../domain/shop/coupon.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import { factOf, type ThingChange } from "../../domain/trail/fact.ts";
import { AUDITED_COUPON } from "../../domain/trail/shop.ts";
import { mapPage, type Page, type PageRequest } from "../../domain/values/page.ts";
import type { Change } from "../../domain/changes.ts";
import { audited } from "../audit.ts";
import { commitAsRead, commitOrRefuse, type DecidedChanges } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { checkScope } from "./seed_references.ts";

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
   * Checks the products that a coupon applies to.
   *
   * @param options `refuses: false` for a coupon that is stored already (default: true)
   * @returns a warning for each that an open catalogue has not stored
   * @throws {AppError} `error.invalid-request` for one that a strict catalogue has not
   */
  async checkScope(
    merchantId: MerchantId,
    draft: Pick<CouponDraft, "productIds">,
    { refuses = true }: { readonly refuses?: boolean } = {},
  ): Promise<string[]> {
    if (draft.productIds.length === 0) return [];
    const merchant = await this.#deps.store.merchants.find(merchantId);
    if (merchant === null) return [];
    const shop = refuses ? merchant : { id: merchant.id, catalogue: "open" as const };
    return await checkScope(this.#deps.store, shop, draft);
  }

  /**
   * Creates a coupon.
   *
   * @throws {AppError} `error.coupon-exists` if the merchant has a coupon with this code, and the
   *   error of {@link checkScope}
   */
  async create(merchantId: MerchantId, draft: CouponDraft, by: Subject): Promise<Coupon> {
    const { store, newId, now } = this.#deps;
    await this.checkScope(merchantId, draft);
    const coupon: Coupon = {
      ...draft,
      id: newId() as CouponId,
      merchantId,
      enabled: true,
      createdAt: now(),
    };
    const entry = this.#audited("coupon.create", by, { before: null, after: coupon });
    await commitOrRefuse(store, [{ kind: "coupon.put", coupon }, entry], {
      code: "error.coupon-exists",
      message: `The merchant already has a coupon with this code: ${shown(draft.code)}`,
    });
    return coupon;
  }

  /**
   * A merchant's coupons, by code.
   *
   * @param filter case does not matter in its prefix
   */
  async list(
    merchantId: MerchantId,
    { prefix, ...filter }: PrefixFilter,
    page: PageRequest<string>,
  ): Promise<Page<CountedCoupon, string>> {
    const { coupons } = this.#deps.store;
    const found = await coupons.of(
      merchantId,
      { ...filter, prefix: prefix === null ? null : couponKey(prefix) },
      page,
    );
    const usage = await coupons.usage(found.rows.map(({ id }) => id), null);
    return mapPage(found, (coupon) => ({ coupon, used: usage.get(coupon.id)?.used ?? 0 }));
  }

  /**
   * One coupon.
   *
   * @param idText its id
   * @throws {AppError} `error.coupon-not-found`
   */
  async show(merchantId: MerchantId, idText: string): Promise<CountedCoupon> {
    const id = parseCouponId(idText);
    const ids = id === undefined ? [] : [id];
    const [found] = await this.#deps.store.coupons.entered(merchantId, { ids, code: null });
    if (found !== undefined) return await this.#counted(found);
    throw new AppError("error.coupon-not-found", `No such coupon: ${shown(idText)}`);
  }

  /**
   * Changes a coupon; orders and payments from before keep their price.
   *
   * @param code case does not matter
   * @param change makes the new definition; called again if another change was faster
   * @throws {AppError} `error.coupon-not-found`; `error.coupon-exists` for a code that is taken; for
   *   other products the error of {@link checkScope}
   */
  async update(
    merchantId: MerchantId,
    code: string,
    change: (coupon: Coupon) => CouponDraft,
    by: Subject,
  ): Promise<CountedCoupon> {
    return await this.#change(merchantId, code, async (before) => {
      const coupon = { ...before, ...change(before) };
      const isSameScope = isDeepStrictEqual(coupon.productIds, before.productIds);
      if (!isSameScope) await this.checkScope(merchantId, coupon);
      return {
        changes: [
          { kind: "coupon.put", coupon },
          this.#audited("coupon.update", by, { before, after: coupon }),
        ],
        result: coupon,
        refusedAs: {
          code: "error.coupon-exists",
          message: `The merchant already has a coupon with this code: ${shown(coupon.code)}`,
        },
      };
    });
  }

  /**
   * Deletes a coupon that was never used; open sessions lose it with their next step.
   *
   * @param code case does not matter
   * @throws {AppError} `error.coupon-not-found`; `error.conflict` if it is used or held
   */
  async remove(merchantId: MerchantId, code: string, by: Subject): Promise<Coupon> {
    const { coupon } = await this.#change(merchantId, code, (before) => ({
      changes: [
        { kind: "coupon.remove", merchantId: before.merchantId, couponId: before.id },
        this.#audited("coupon.delete", by, { before, after: null }),
      ],
      result: before,
      refusedAs: {
        code: "error.conflict",
        message: `Coupon ${shown(before.code)} has been used: disable it instead`,
      },
    }));
    return coupon;
  }

  /**
   * Enables or disables a coupon, with immediate effect.
   *
   * @param code case does not matter
   * @throws {AppError} `error.coupon-not-found`
   */
  async setEnabled(
    merchantId: MerchantId,
    code: string,
    enabled: boolean,
    by: Subject,
  ): Promise<CountedCoupon> {
    return await this.#change(merchantId, code, (before) => {
      const coupon = { ...before, enabled };
      const action = enabled ? "coupon.enable" : "coupon.disable";
      return {
        changes: before.enabled === enabled ? [] : [
          { kind: "coupon.put", coupon },
          this.#audited(action, by, { before, after: coupon }),
        ],
        result: coupon,
      };
    });
  }

  /** Changes the coupon with a code, as it is stored when the change is committed. */
  async #change(
    merchantId: MerchantId,
    code: string,
    decide: (before: Coupon) => MaybePromise<DecidedChanges<Coupon>>,
  ): Promise<CountedCoupon> {
    const { store } = this.#deps;
    const { id: couponId } = await this.#find(merchantId, code);
    const thing = { kind: "coupon", merchantId, couponId } as const;
    const coupon = await commitAsRead(
      store,
      [thing],
      async () => decide((await this.show(merchantId, couponId)).coupon),
    );
    return await this.#counted(coupon);
  }

  #audited(action: AuditAction, by: Subject, change: ThingChange<Coupon>): Change {
    return audited(this.#deps, by, factOf(AUDITED_COUPON, action, change));
  }

  async #find(merchantId: MerchantId, code: string): Promise<Coupon> {
    const { coupons } = this.#deps.store;
    const [found] = await coupons.entered(merchantId, { ids: [], code: couponKey(code) });
    if (found !== undefined) return found;
    throw new AppError("error.coupon-not-found", `No such coupon: ${shown(code)}`);
  }

  async #counted(coupon: Coupon): Promise<CountedCoupon> {
    const usage = await this.#deps.store.coupons.usage([coupon.id], null);
    return { coupon, used: usage.get(coupon.id)?.used ?? 0 };
  }
}
