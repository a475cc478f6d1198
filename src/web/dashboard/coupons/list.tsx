import type { DashboardFormats } from "../parts/format.ts";
import { FilterForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, CsvLink, LinkButton, PageHead } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";
import { benefitText, conditionsText, CouponBadge, type ListedCoupon, usesText } from "./text.tsx";

/** A page of a shop's coupons. */
export interface CouponListModel {
  readonly shopId: string;
  readonly rows: readonly ListedCoupon[];
  /** Beginning of the codes; empty for all. */
  readonly prefix: string;
  /** True on the first page. */
  readonly isFirst: boolean;
  /** Key of the next page. */
  readonly next: string | null;
  /** True after a coupon was deleted. */
  readonly isDeleted: boolean;
  readonly mayWrite: boolean;
  readonly formats: DashboardFormats;
  readonly now: number;
}

/** Path of the forms of new coupons. */
export function newCouponPath(shopId: string, kind: "discount" | "gift"): string {
  return withQuery(pathWithin(shopId, "coupons", "new"), { kind: kind === "gift" ? kind : "" });
}

/** Path of the list as a file. */
export function couponsCsvPath(shopId: string): string {
  return `${sectionPath(shopId, "coupons")}.csv`;
}

/** The list of a shop's coupons. */
export function couponsBody(model: CouponListModel): DashboardBody {
  const { shopId, rows, prefix, isFirst, next, isDeleted, mayWrite, formats } = model;
  const path = sectionPath(shopId, "coupons");
  const filter = { q: prefix };
  return {
    title: "Coupons",
    section: "coupons",
    children: (
      <>
        <PageHead title="Coupons" note={`By code, times in ${formats.timeZone}`}>
          <CsvLink href={withQuery(couponsCsvPath(shopId), filter)} isShown={rows.length > 0} />
          {mayWrite
            ? (
              <>
                <LinkButton href={newCouponPath(shopId, "gift")}>New gift offer</LinkButton>
                <LinkButton href={newCouponPath(shopId, "discount")} isMain>New coupon</LinkButton>
              </>
            )
            : ""}
        </PageHead>
        {isDeleted ? <Banner tone="good">The coupon is deleted.</Banner> : ""}
        <FilterForm
          action={path}
          fields={[{ kind: "search", name: "q", label: "Code begins with", value: prefix }]}
        />
        <ListTable
          caption="Coupons"
          rows={rows}
          columns={columnsOf(model)}
          empty={emptyText(model)}
          first={isFirst ? undefined : withQuery(path, filter)}
          next={next === null ? undefined : withQuery(path, { ...filter, after: next })}
        />
      </>
    ),
  };
}

function emptyText({ prefix, mayWrite }: CouponListModel): string {
  if (prefix !== "") return `No code begins with ${prefix}. Try a shorter beginning.`;
  return mayWrite
    ? "No coupons yet. Create one: a code that customers enter, or a discount that applies by itself."
    : "No coupons yet. An owner of the shop can create one.";
}

function columnsOf({ shopId, formats, now }: CouponListModel): ListColumn<ListedCoupon>[] {
  return [
    {
      title: "Code",
      kind: "main",
      cell: ({ coupon }) => (
        <a href={pathWithin(shopId, "coupons", coupon.id)}>
          <bdi>{coupon.code}</bdi>
        </a>
      ),
    },
    { title: "State", cell: (shown) => <CouponBadge shown={shown} now={now} /> },
    { title: "Benefit", kind: "text", cell: ({ coupon }) => benefitText(coupon, formats) },
    { title: "Conditions", kind: "text", cell: ({ coupon }) => conditionsText(coupon, formats) },
    { title: "Used", kind: "number", cell: (shown) => usesText(shown, formats) },
    {
      title: "Ends",
      cell: ({ coupon: { endsAt } }) =>
        endsAt === null ? "" : <MomentText at={endsAt} formats={formats} />,
    },
  ];
}
