import { couponList, type ListedCoupon } from "../../../things/coupon.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, withQuery } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { listColumns } from "../lists/listed.tsx";
import { Banner, LinkButton } from "../parts/panel.tsx";

/** A page of a shop's coupons. */
export interface CouponListModel extends ListModel<ListedCoupon> {
  /** Beginning of the codes; empty for all. */
  readonly prefix: string;
  /** True after a coupon was deleted. */
  readonly isDeleted: boolean;
  readonly mayWrite: boolean;
  readonly now: number;
}

/** Path of the forms of new coupons. */
export function newCouponPath(shopId: string, kind: "discount" | "gift"): string {
  return withQuery(pathWithin(shopId, "coupons", "new"), { kind: kind === "gift" ? kind : "" });
}

/** The list of a shop's coupons. */
export function couponsBody(model: CouponListModel): DashboardBody {
  const { shopId, prefix, isDeleted, mayWrite, formats, now } = model;
  const pathOf = ({ coupon }: ListedCoupon) => pathWithin(shopId, "coupons", coupon.id);
  return listBody(model, {
    section: "coupons",
    note: `By code, times in ${formats.timeZone}`,
    query: { q: prefix },
    fields: [{ kind: "search", name: "q", label: "Code begins with", value: prefix }],
    columns: listColumns(couponList(formats.currencyCode, now).page, { pathOf, formats }),
    empty: emptyText(model),
    actions: mayWrite && (
      <>
        <LinkButton href={newCouponPath(shopId, "gift")}>New gift offer</LinkButton>
        <LinkButton href={newCouponPath(shopId, "discount")} isMain>New coupon</LinkButton>
      </>
    ),
    banner: isDeleted && <Banner tone="good">The coupon is deleted.</Banner>,
  });
}

function emptyText({ prefix, mayWrite }: CouponListModel): string {
  if (prefix !== "") return `No code begins with ${prefix}. Try a shorter beginning.`;
  return mayWrite
    ? "No coupons yet. Create one: a code that customers enter, or a discount that applies by itself."
    : "No coupons yet. An owner of the shop can create one.";
}
