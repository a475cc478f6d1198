import type { DashboardBody } from "../frame.tsx";
import { ActionForm } from "../forms/form.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { PageHead, Panel } from "../parts/panel.tsx";
import { couponFields, type CouponFormModel } from "./fields.ts";
import { newCouponPath } from "./list.tsx";

/** Path that the form is posted to. */
export function couponFormPath(
  { shopId, coupon, isGift }: Pick<CouponFormModel, "shopId" | "coupon" | "isGift">,
): string {
  if (coupon === null) return newCouponPath(shopId, isGift ? "gift" : "discount");
  return pathWithin(shopId, "coupons", coupon.id, "edit");
}

/** The page of the form. */
export function couponFormBody(model: CouponFormModel): DashboardBody {
  const { shopId, coupon, isGift, entered } = model;
  const list = { href: sectionPath(shopId, "coupons"), label: "Coupons" };
  const own = coupon && { href: pathWithin(shopId, "coupons", coupon.id), label: coupon.code };
  const title = coupon === null ? isGift ? "New gift offer" : "New coupon" : `Edit ${coupon.code}`;
  return {
    title,
    section: "coupons",
    children: (
      <>
        <PageHead
          title={<bdi>{title}</bdi>}
          note={coupon === null
            ? undefined
            : "Open carts get changes with their next step; placed orders keep their price."}
          back={own ?? list}
        />
        <Panel>
          <ActionForm
            action={couponFormPath(model)}
            submit={coupon === null ? "Create" : "Save"}
            cancel={(own ?? list).href}
            error={entered.error}
            fields={couponFields(model)}
          />
        </Panel>
      </>
    ),
  };
}
