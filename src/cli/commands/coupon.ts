import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Coupon, couponType } from "../../domain/shop/coupon.ts";
import { type Currency, currencyOf, formatMajor, percentOf } from "../../domain/values/money.ts";
import { isRecord } from "../../schema/json.ts";
import { readCoupon, writeCoupon } from "../../schema/seed/coupon.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { COUPON_FLAGS } from "../options/coupon_flags.ts";
import { clean, counted, money, shortMoment } from "../output/text.ts";

const MERCHANT = ["--merchant <merchant>", "id, or any of its domains"] as const;

/** Adds `coupon create | list | enable | disable`. */
export function addCouponCommands(program: CommandUnknownOpts, context: Context): void {
  const coupon = program.command("coupon").description(
    "manage a shop's coupons and free-gift offers",
  )
    .addHelpText("after", "\nExample:\n  checkoutctl coupon list --merchant demo-store.example");

  const create = coupon.command("create").description("create a coupon or a free-gift offer")
    .requiredOption(...MERCHANT)
    .addHelpText(
      "after",
      `
Example:
  checkoutctl coupon create --merchant demo-store.example --code SAVE10 \\
    --type percentage --amount 10 --max-cap 100 --min-purchase 500
  checkoutctl coupon create --merchant demo-store.example --code FREEMUG --automatic \\
    --gift-product 1001 --gift-target 999`,
    )
    .action(async ({ merchant }) => await createCoupon(context, create, merchant));
  COUPON_FLAGS.addTo(create);

  coupon.command("list").description("list a shop's coupons with their use counts")
    .requiredOption(...MERCHANT)
    .addHelpText("after", "\nExample:\n  checkoutctl coupon list --merchant demo-store.example")
    .action(async ({ merchant }) => await listCoupons(context, merchant));

  for (const verb of ["enable", "disable"] as const) {
    coupon.command(verb).description(`${verb} a coupon`)
      .argument("<code>", "coupon code, in any case")
      .requiredOption(...MERCHANT)
      .addHelpText(
        "after",
        `\nExample:\n  checkoutctl coupon ${verb} SAVE10 --merchant demo-store.example`,
      )
      .action(async (code, { merchant }) => {
        await switchCoupon(context, { code, merchant, enabled: verb === "enable" });
      });
  }
}

async function createCoupon(
  context: Context,
  command: CommandUnknownOpts,
  reference: string,
): Promise<void> {
  const { coupon, currency } = await context.use(async ({ services }) => {
    const merchant = await services.merchants.find(reference);
    const currency = currencyOf(merchant.currencyCode);
    const fields = withTargetType(COUPON_FLAGS.overlay({}, command));
    const draft = COUPON_FLAGS.read(() => readCoupon(fields, currency), command, undefined);
    return { coupon: await services.coupons.create(merchant.id, draft), currency };
  });
  context.out.result(
    couponJson(coupon, currency, 0),
    () =>
      context.out.line(
        `Created coupon ${clean(coupon.code)}, ${benefit(coupon, currency)}: ${coupon.id}`,
      ),
  );
}

/** A gift is mostly for an amount, so that is what a target without a type means. */
function withTargetType(fields: unknown): unknown {
  if (!isRecord(fields) || !isRecord(fields["gift"])) return fields;
  return { ...fields, gift: { target_type: "PURCHASE_AMOUNT", ...fields["gift"] } };
}

async function listCoupons(context: Context, reference: string): Promise<void> {
  const { coupons, currency } = await context.use(async ({ services }) => {
    const merchant = await services.merchants.find(reference);
    const currency = currencyOf(merchant.currencyCode);
    return { coupons: await services.coupons.list(merchant.id), currency };
  });
  const json = coupons.map(({ coupon, used }) => couponJson(coupon, currency, used));
  context.out.result(json, () =>
    context.out.table(
      [
        { title: "CODE" },
        { title: "STATE" },
        { title: "APPLIED", isOptional: true },
        { title: "BENEFIT", canShrink: true },
        { title: "CONDITIONS", canShrink: true },
        { title: "USED", align: "right" },
        { title: "ENDS", isOptional: true },
      ],
      coupons.map(({ coupon, used }) => [
        coupon.code,
        coupon.enabled ? "enabled" : "disabled",
        coupon.applicationType === "CODE" ? "by code" : "by itself",
        benefit(coupon, currency),
        conditions(coupon, currency),
        coupon.usageLimit === null ? String(used) : `${used}/${coupon.usageLimit}`,
        shortMoment(coupon.endsAt),
      ]),
      "No coupons yet",
    ));
}

async function switchCoupon(
  context: Context,
  { code, merchant: reference, enabled }: {
    readonly code: string;
    readonly merchant: string;
    readonly enabled: boolean;
  },
): Promise<void> {
  const { coupon, used, currency } = await context.use(async ({ services }) => {
    const merchant = await services.merchants.find(reference);
    const coupon = await services.coupons.setEnabled(merchant.id, code, enabled);
    const counted = await services.coupons.list(merchant.id);
    const used = counted.find((one) => one.coupon.id === coupon.id)?.used ?? 0;
    return { coupon, used, currency: currencyOf(merchant.currencyCode) };
  });
  context.out.result(
    couponJson(coupon, currency, used),
    () => context.out.line(`Coupon ${clean(coupon.code)} is ${enabled ? "enabled" : "disabled"}`),
  );
}

function benefit({ discount, gift, combine }: Coupon, currency: Currency): string {
  if (gift !== null) {
    const target = gift.targetType === "QUANTITY"
      ? counted(gift.target, "unit")
      : money(gift.target, currency);
    return `${counted(gift.maxQuantity, "free gift")} from ${target}`;
  }
  const size = discount.type === "PERCENTAGE"
    ? `${percentOf(discount.rate)} % off`
    : `${money(discount.amount, currency)} off`;
  const cap = discount.cap === null ? "" : `, at most ${formatMajor(discount.cap, currency)}`;
  return `${size}${cap}${combine ? ", combines" : ""}`;
}

function conditions(coupon: Coupon, currency: Currency): string {
  const { minPurchase, minQuantity, usageLimitPerCustomer, productIds, startsAt } = coupon;
  const all = [
    minPurchase > 0 ? `from ${money(minPurchase, currency)}` : "",
    minQuantity > 0 ? `from ${counted(minQuantity, "unit")}` : "",
    usageLimitPerCustomer === null ? "" : `${usageLimitPerCustomer} per customer`,
    productIds.length > 0 ? `on ${counted(productIds.length, "product")}` : "",
    startsAt === null ? "" : `since ${shortMoment(startsAt)}`,
    coupon.disableCod ? "no COD" : "",
  ].filter((text) => text !== "");
  return all.length === 0 ? "-" : all.join(", ");
}

/** A coupon for programs: the form of a seed file, with what only the database knows. */
export function couponJson(coupon: Coupon, currency: Currency, used: number) {
  return {
    id: coupon.id,
    ...writeCoupon(coupon, currency),
    coupon_type: couponType(coupon),
    enabled: coupon.enabled,
    used,
    created_at: momentText(coupon.createdAt),
  };
}
