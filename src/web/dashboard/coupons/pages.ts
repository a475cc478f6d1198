import { AppError } from "../../../domain/errors.ts";
import { fingerprint } from "../../../domain/idempotency.ts";
import type { ProductId } from "../../../domain/ids.ts";
import type { Coupon } from "../../../domain/shop/coupon.ts";
import { currencyOf } from "../../../domain/values/money.ts";
import { writeCoupon } from "../../../schema/seed/coupon.ts";
import { couponList } from "../../../things/coupon.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { changedSinceLoaded } from "../forms/saved_fields.ts";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { couponBody } from "./coupon.tsx";
import type { ChoiceName, CouponFormModel } from "./fields.ts";
import { loadChoice } from "./product_choice.ts";
import { couponFormBody } from "./form.tsx";
import { couponsBody } from "./list.tsx";
import type { FileReply } from "../../reply.ts";
import { csvReply, listModel } from "../lists/list_model.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page, type ShownPage } from "../replies.ts";
import { couponOf } from "./read.ts";

const LIST = "/shops/{shop}/coupons";
const ONE = "/shops/{shop}/coupons/{coupon}";

/** A shop's coupons: the list, one coupon, and its forms. */
export function couponPages(services: DashboardServices): DashboardPage[] {
  const { coupons } = services;
  const find = (call: ShopCall) => coupons.show(call.shop.id, call.param("coupon"));
  const show = couponPage(services);
  const back = (call: ShopCall) => pathWithin(call.shop.id, "coupons", call.param("coupon"));
  const switches = (["enable", "disable"] as const).flatMap((verb) =>
    shopForm({
      id: `coupons.${verb}`,
      path: `${ONE}/${verb}`,
      needs: "coupons:write",
      show,
      back,
      async act(call) {
        const { coupon } = await find(call);
        await coupons.setEnabled(call.shop.id, coupon.code, verb === "enable", call.by);
        return savedPath(call.shop.id, coupon.id);
      },
    })
  );
  return [
    listPage(services),
    csvPage(services),
    ...createForm(services),
    ...editForm(services),
    {
      id: "coupons.show",
      method: "GET",
      path: ONE,
      needs: "shop:read",
      handle: (call) => show(call, new Forms()),
    },
    ...switches,
    ...shopForm({
      id: "coupons.delete",
      path: `${ONE}/delete`,
      needs: "coupons:write",
      show,
      back,
      async act(call) {
        const { coupon } = await find(call);
        await coupons.remove(call.shop.id, coupon.code, call.by);
        return withQuery(sectionPath(call.shop.id, "coupons"), { deleted: "1" });
      },
    }),
  ];
}

function listPage({ coupons }: DashboardServices): DashboardPage {
  return {
    id: "coupons",
    method: "GET",
    path: LIST,
    needs: "shop:read",
    async handle(call) {
      const { shop, query, now } = call;
      const prefix = prefixOf(query);
      const body = couponsBody({
        ...await listModel(call, (wanted) => coupons.list(shop.id, { prefix }, wanted)),
        prefix,
        isDeleted: query.has("deleted"),
        mayWrite: call.may("coupons:write"),
        now,
      });
      return page(call, body);
    },
  };
}

function csvPage({ coupons }: DashboardServices): DashboardPage {
  return {
    id: "coupons.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "shop:read",
    handle(call) {
      const { shop, now } = call;
      const prefix = prefixOf(call.query);
      const list = couponList(shop.currencyCode, now);
      return csvReply(call, "coupons", list, (wanted) => coupons.list(shop.id, { prefix }, wanted));
    },
  };
}

function couponPage({ coupons, catalog }: DashboardServices): ShowShopPage {
  return async (call, forms, shown) => {
    const { shop, now, query } = call;
    const found = await coupons.show(shop.id, call.param("coupon"));
    const { productIds, gift } = found.coupon;
    const products = await catalog.find(shop.id, [...productIds, ...gift?.productIds ?? []]);
    const body = couponBody({
      ...found,
      shopId: shop.id,
      products,
      warnings: await coupons.checkScope(shop.id, found.coupon, { refuses: false }),
      isSaved: query.has("saved"),
      mayWrite: call.may("coupons:write"),
      forms,
      formats: dashboardFormats(shop),
      now,
    });
    return page(call, body, shown);
  };
}

function createForm(services: DashboardServices): DashboardPage[] {
  const { coupons } = services;
  const isGift = ({ query }: ShopCall) => query.get("kind") === "gift";
  return shopForm({
    id: "coupons.create",
    path: `${LIST}/new`,
    needs: "coupons:write",
    show: (call, forms, shown) =>
      formPage(services, call, { coupon: null, seen: "", isGift: isGift(call) }, { forms, shown }),
    async act(call, values) {
      const { shop, by } = call;
      const draft = couponOf({ values, isGift: isGift(call), old: null, shop });
      const { id } = await besideCode(coupons.create(shop.id, draft, by));
      return savedPath(shop.id, id);
    },
  });
}

function editForm(services: DashboardServices): DashboardPage[] {
  const { coupons } = services;
  const find = async ({ shop, param }: ShopCall) => {
    const { coupon } = await coupons.show(shop.id, param("coupon"));
    return { coupon, seen: seenName(coupon, shop), isGift: coupon.gift !== null };
  };
  return shopForm({
    id: "coupons.update",
    path: `${ONE}/edit`,
    needs: "coupons:write",
    show: async (call, forms, shown) =>
      await formPage(services, call, await find(call), { forms, shown }),
    async act(call, values) {
      const { shop, by } = call;
      const { coupon: { id, code }, isGift } = await find(call);
      const change = (old: Coupon) => {
        if (values.get("seen") !== seenName(old, shop)) throw changedSinceLoaded("coupon");
        return couponOf({ values, isGift, old, shop });
      };
      await besideCode(coupons.update(shop.id, code, change, by));
      return savedPath(shop.id, id);
    },
  });
}

async function formPage(
  services: DashboardServices,
  call: ShopCall,
  which: Pick<CouponFormModel, "coupon" | "seen" | "isGift">,
  { forms, shown }: { readonly forms: Forms; readonly shown: ShownPage | undefined },
): Promise<FileReply> {
  const { shop, path } = call;
  const entered = forms.of(path);
  const choice = (name: ChoiceName, saved: readonly ProductId[]) =>
    loadChoice(services, shop.id, { name, entered, saved });
  const body = couponFormBody({
    ...which,
    shopId: shop.id,
    currencyCode: shop.currencyCode,
    entered,
    choices: {
      "product_ids": await choice("product_ids", which.coupon?.productIds ?? []),
      "gift.product_ids": await choice("gift.product_ids", which.coupon?.gift?.productIds ?? []),
    },
    formats: dashboardFormats(shop),
  });
  return page(call, body, shown);
}

/** Names what a form shows of a coupon: a form only replaces what its sender has seen. */
function seenName(coupon: Coupon, { currencyCode }: ShopCall["shop"]): string {
  return fingerprint(writeCoupon(coupon, currencyOf(currencyCode))).slice(0, 32);
}

function savedPath(shopId: string, couponId: string): string {
  return withQuery(pathWithin(shopId, "coupons", couponId), { saved: "1" });
}

function prefixOf(query: URLSearchParams): string {
  return (query.get("q") ?? "").trim();
}

/** A code that another coupon has is shown beside its field. */
async function besideCode<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "error.coupon-exists") throw error;
    throw new AppError(error.code, error.message, { field: "code", cause: error });
  }
}
