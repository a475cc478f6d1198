import type { Product } from "../../../domain/shop/catalog.ts";
import type { ProductId } from "../../../domain/ids.ts";
import { Facts } from "../parts/facts.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import type { Forms } from "../forms/form_state.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, Columns, LinkButton, PageHead, Panel } from "../parts/panel.tsx";
import { benefitOf, couponState, type ListedCoupon, usesOf } from "../../../things/coupon.ts";
import { shownPhrase } from "../lists/listed.tsx";
import { StateBadges } from "../parts/state.tsx";

/** One coupon. */
export interface CouponModel extends ListedCoupon {
  readonly shopId: string;
  /** Products that the coupon names, if in the catalogue. */
  readonly products: ReadonlyMap<ProductId, Product>;
  /** Warnings about products that the shop has not stored. */
  readonly warnings: readonly string[];
  /** True after a change. */
  readonly isSaved: boolean;
  readonly mayWrite: boolean;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
  readonly now: number;
}

/** Longest list of warnings. */
const MAX_WARNINGS = 5;

/** The warnings of `coupon create`, without the name of the field in a file. */
function Warnings({ warnings }: Pick<CouponModel, "warnings">) {
  if (warnings.length === 0) return "";
  const more = warnings.length - MAX_WARNINGS;
  return (
    <Banner tone="warn">
      {warnings.slice(0, MAX_WARNINGS).map((warning) => (
        <p>Warning: {warning.replace(/^product_ids: /, "")}</p>
      ))}
      {more > 0 ? <p>and {more} more</p> : ""}
    </Banner>
  );
}

/** The page of one coupon. */
export function couponBody(model: CouponModel): DashboardBody {
  const { shopId, coupon, warnings, isSaved, mayWrite, formats, now } = model;
  return {
    title: `Coupon ${coupon.code}`,
    section: "coupons",
    children: (
      <>
        <PageHead
          title={<bdi>{coupon.code}</bdi>}
          note={
            <>
              <StateBadges states={[couponState(model, now)]} />{" "}
              {shownPhrase(benefitOf(coupon, formats.currencyCode), formats)}
            </>
          }
          back={{ href: sectionPath(shopId, "coupons"), label: "Coupons" }}
        >
          {mayWrite
            ? (
              <LinkButton href={pathWithin(shopId, "coupons", coupon.id, "edit")} isMain>
                Edit
              </LinkButton>
            )
            : ""}
        </PageHead>
        {isSaved ? <Banner tone="good">Saved. Open carts get it with their next step.</Banner> : ""}
        <Warnings warnings={warnings} />
        <Panel title="Definition">
          <CouponFacts model={model} />
        </Panel>
        {mayWrite ? <Actions model={model} /> : ""}
      </>
    ),
  };
}

function CouponFacts({ model }: { readonly model: CouponModel }) {
  const { coupon, formats } = model;
  const { gift, minPurchase, minQuantity, usageLimitPerCustomer, startsAt, endsAt } = coupon;
  const moment = (at: number) => <MomentText at={at} formats={formats} />;
  return (
    <Facts
      facts={[
        {
          term: "Applied",
          value: coupon.applicationType === "CODE"
            ? "When a customer enters the code"
            : "Automatically",
        },
        { term: "Benefit", value: shownPhrase(benefitOf(coupon, formats.currencyCode), formats) },
        {
          term: "Gifts",
          value: gift === null ? undefined : <Products ids={gift.productIds} model={model} />,
        },
        {
          term: "Minimum purchase",
          value: minPurchase > 0 ? formats.amount(minPurchase) : undefined,
        },
        {
          term: "Minimum quantity",
          value: minQuantity > 0
            ? shownPhrase([{ count: minQuantity, one: "unit" }], formats)
            : undefined,
        },
        {
          term: "Products",
          value: coupon.productIds.length === 0
            ? "All"
            : <Products ids={coupon.productIds} model={model} />,
        },
        {
          term: "Other coupons",
          value: coupon.combine ? "Combines with others that combine" : "Combines with none",
        },
        {
          term: "Cash on delivery",
          value: coupon.disableCod ? "Not offered with this coupon" : undefined,
        },
        { term: "Uses", value: shownPhrase(usesOf(model), formats) },
        {
          term: "Uses per customer",
          value: usageLimitPerCustomer === null
            ? undefined
            : `at most ${formats.whole(usageLimitPerCustomer)}`,
        },
        { term: "Starts", value: startsAt === null ? undefined : moment(startsAt) },
        { term: "Ends", value: endsAt === null ? "Never" : moment(endsAt) },
        { term: "Created", value: moment(coupon.createdAt) },
        { term: "Time zone", value: formats.timeZone },
      ]}
    />
  );
}

function Products({ ids, model: { shopId, products } }: {
  readonly ids: readonly ProductId[];
  readonly model: CouponModel;
}) {
  return (
    <ul class="names">
      {ids.map((id) => {
        const product = products.get(id);
        return (
          <li>
            {product === undefined
              ? <span class="soft">{id}, not in the catalogue</span>
              : (
                <a href={pathWithin(shopId, "products", id)}>
                  <bdi>{product.title}</bdi>
                </a>
              )}
          </li>
        );
      })}
    </ul>
  );
}

function Actions({ model: { shopId, coupon, used, forms, formats } }: {
  readonly model: CouponModel;
}) {
  const path = (action: string) => pathWithin(shopId, "coupons", coupon.id, action);
  const [verb, title, effect] = coupon.enabled
    ? [
      "disable",
      "Disable",
      "No new cart can use it. Placed orders and payments under way keep it.",
    ]
    : ["enable", "Enable", "Customers can use it again, within its conditions."];
  const deleted = path("delete");
  return (
    <Columns>
      <Panel title={title} note={effect}>
        <ActionForm
          action={path(verb)}
          submit={title}
          kind="quiet"
          error={forms.of(path(verb)).error}
        />
      </Panel>
      {used > 0
        ? (
          <Panel
            title="Delete"
            note={`Not possible: it was used ${
              shownPhrase([{ count: used, one: "time" }], formats)
            }. Disable it instead.`}
          >
            {""}
          </Panel>
        )
        : (
          <Panel title="Delete" note="Only a coupon that was never used can be deleted.">
            <ConfirmedAction
              open="Delete"
              title={`Delete ${coupon.code}?`}
              consequences="Open carts lose it with their next step. This cannot be undone."
              action={deleted}
              submit="Delete coupon"
              prefix="delete"
              error={forms.of(deleted).error}
            />
          </Panel>
        )}
    </Columns>
  );
}
