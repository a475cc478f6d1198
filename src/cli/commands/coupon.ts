import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { got } from "../../domain/errors.ts";
import { NO_PREFIX_FILTER } from "../../domain/filters.ts";
import { type Coupon, couponKey, couponType } from "../../domain/shop/coupon.ts";
import { type Currency, currencyOf } from "../../domain/values/money.ts";
import { isRecord } from "../../domain/values/json.ts";
import { readPages } from "../../domain/values/page.ts";
import { parseJson } from "../../schema/json.ts";
import { readCoupon, writeCoupon } from "../../schema/seed/coupon.ts";
import { momentText } from "../../schema/seed/fields.ts";
import { couponList, type ListedCoupon, wholeBenefit } from "../../things/coupon.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { COUPON_FLAGS, NEW_COUPON_FLAGS } from "../options/coupon_flags.ts";
import { AFTER, example, LIMIT_OF_ALL, MERCHANT, percentage, YES } from "../options/values.ts";
import { phraseText, printList } from "../output/listed.ts";
import { clean } from "../output/text.ts";

const CODE = ["<code>", "coupon code, in any case; or its id"] as const;

/** Adds `coupon create | update | list | enable | disable | delete`. */
export function addCouponCommands(program: CommandUnknownOpts, context: Context): void {
  const coupon = program.command("coupon").description(
    "manage a shop's coupons and free-gift offers",
  )
    .addHelpText("after", example("coupon list --merchant demo-store.example"));
  addCreate(coupon, context);
  addUpdate(coupon, context);
  addList(coupon, context);
  addSwitch(coupon, context, "enable");
  addSwitch(coupon, context, "disable");
  addDelete(coupon, context);
}

function addCreate(coupon: CommandUnknownOpts, context: Context): void {
  const create = coupon.command("create").description("create a coupon or a free-gift offer")
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
Example:
  checkoutctl coupon create --merchant demo-store.example --code SAVE10 \\
    --type percentage --amount 10 --max-cap 100 --min-purchase 500
  checkoutctl coupon create --merchant demo-store.example --code FREEMUG --automatic \\
    --gift-product 1001 --gift-target 999`,
    )
    .action(async ({ merchant: reference }) => {
      const { coupon, currency } = await context.useShop(reference, async (shop, { services }) => {
        const currency = currencyOf(shop.currencyCode);
        const flags = NEW_COUPON_FLAGS;
        const fields = withTargetType(withPercentage(flags.overlay({}, create), {}));
        const draft = flags.read(() => readCoupon(fields, currency), create, undefined);
        const coupon = await services.coupons.create(shop.id, draft, context.by);
        warn(context, await services.coupons.checkScope(shop.id, coupon));
        return { coupon, currency };
      });
      const created = `Created coupon ${clean(coupon.code)}, ${benefit(coupon, currency)}`;
      context.out.result(couponJson(coupon, currency, 0), `${created}: ${coupon.id}`);
    });
  NEW_COUPON_FLAGS.addTo(create);
}

function addUpdate(coupon: CommandUnknownOpts, context: Context): void {
  const update = coupon.command("update").description(
    "change a coupon; options left out stay unchanged",
  )
    .argument(...CODE)
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
Open sessions get the change with their next step; orders and started payments keep their price.
A repeated option replaces the whole list.

Example:
  checkoutctl coupon update SAVE10 --merchant demo-store.example --amount 15 --no-ends`,
    )
    .action(async (code, { merchant: reference }) => {
      if (!COUPON_FLAGS.anyGiven(update)) {
        throw new UsageError("Nothing to change: add at least one option");
      }
      const { changed, currency } = await context.useShop(reference, async (shop, { services }) => {
        const currency = currencyOf(shop.currencyCode);
        const whole = await services.ids.couponCode(shop.id, code);
        const changed = await services.coupons.update(shop.id, whole, (old) => {
          // As in a file, so that 64-bit ids are read as they are there.
          const written = parseJson(JSON.stringify(writeCoupon(old, currency)), "The coupon");
          const fields = withPercentage(COUPON_FLAGS.overlay(written, update), written);
          return COUPON_FLAGS.read(() => readCoupon(fields, currency), update, undefined);
        }, context.by);
        const told = await services.coupons.checkScope(shop.id, changed.coupon, { refuses: false });
        warn(context, told);
        return { changed, currency };
      });
      const updated = `Updated coupon ${clean(changed.coupon.code)}, `;
      context.out.result(
        couponJson(changed.coupon, currency, changed.used),
        `${updated}${benefit(changed.coupon, currency)}: ${changed.coupon.id}`,
      );
    });
  COUPON_FLAGS.addTo(update);
}

function warn({ out }: Context, warnings: readonly string[]): void {
  for (const warning of warnings) out.note(`warning: ${warning}`);
}

function addDelete(coupon: CommandUnknownOpts, context: Context): void {
  coupon.command("delete").description("delete a coupon that was never used")
    .argument(...CODE)
    .option(...MERCHANT)
    .option(...YES)
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes. Open sessions lose the
coupon with their next step. A coupon that was used can be disabled.

Example:
  checkoutctl coupon delete SAVE10 --merchant demo-store.example --yes`,
    )
    .action(async (code, { merchant: reference, yes }) => {
      const { json, deleted } = await context.useShop(reference, async (shop, { services }) => {
        const whole = await services.ids.couponCode(shop.id, code);
        await context.confirm(`Delete coupon ${clean(whole)}?`, yes);
        const deleted = await services.coupons.remove(shop.id, whole, context.by);
        return { json: couponJson(deleted, currencyOf(shop.currencyCode), 0), deleted };
      });
      context.out.result(json, `Deleted coupon ${clean(deleted.code)}: ${deleted.id}`);
    });
}

/** An amount of `10%` is a percentage, and is not fixed. */
function withPercentage(fields: unknown, before: unknown): unknown {
  if (!isRecord(fields)) return fields;
  const { discount_amount: amount, discount_type: type } = fields;
  if (typeof amount !== "string" || !amount.trim().endsWith("%")) return fields;
  const isGiven = type !== undefined && !(isRecord(before) && before["discount_type"] === type);
  if (isGiven && type !== "PERCENTAGE") {
    throw new UsageError(`--amount of a fixed discount must be an amount, ${got(amount)}`);
  }
  return { ...fields, discount_type: "PERCENTAGE", discount_amount: percentage(amount) };
}

/** A gift target without a type is a purchase amount. */
function withTargetType(fields: unknown): unknown {
  if (!isRecord(fields) || !isRecord(fields["gift"])) return fields;
  return { ...fields, gift: { target_type: "PURCHASE_AMOUNT", ...fields["gift"] } };
}

function addList(coupon: CommandUnknownOpts, context: Context): void {
  coupon.command("list").description("list a shop's coupons with their use counts")
    .option(...MERCHANT)
    .option(...LIMIT_OF_ALL)
    .option("--after <code>", AFTER, couponKey)
    .addHelpText("after", example("coupon list --merchant demo-store.example"))
    .action(async ({ merchant: reference, ...wanted }) => {
      const { coupons, currency } = await context.useShop(reference, async (shop, { services }) => {
        const coupons = await readPages(
          (page) => services.coupons.list(shop.id, NO_PREFIX_FILTER, page),
          wanted,
        );
        return { coupons, currency: currencyOf(shop.currencyCode) };
      });
      const list = couponList(currency.code, context.io.now());
      const jsonOf = ({ coupon, used }: ListedCoupon) => couponJson(coupon, currency, used);
      printList(context, coupons, list, "No coupons yet", jsonOf);
    });
}

function addSwitch(
  coupon: CommandUnknownOpts,
  context: Context,
  verb: "enable" | "disable",
): void {
  coupon.command(verb).description(`${verb} a coupon`)
    .argument(...CODE)
    .option(...MERCHANT)
    .addHelpText("after", example(`coupon ${verb} SAVE10 --merchant demo-store.example`))
    .action(async (code, { merchant: reference }) => {
      const coupon = await context.useShop(
        reference,
        async (shop, { services: { coupons, ids } }) => {
          const { coupon, used } = await coupons.setEnabled(
            shop.id,
            await ids.couponCode(shop.id, code),
            verb === "enable",
            context.by,
          );
          return couponJson(coupon, currencyOf(shop.currencyCode), used);
        },
      );
      context.out.result(coupon, `Coupon ${clean(coupon.code)} is ${verb}d`);
    });
}

function benefit(coupon: Coupon, currency: Currency): string {
  return phraseText(wholeBenefit(coupon, currency.code));
}

/** A coupon as JSON: the form of a seed file, its id and uses. */
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
