import { isErased } from "../../../domain/shop/customer.ts";
import { isOnlyStandard } from "../../../domain/shop/merchant.ts";
import { cannotBePaid } from "../../../domain/shop/obstacles.ts";
import { type PayWay, prepaidWays } from "../../../domain/shop/pay_ways.ts";
import type { CheckoutModel, PagePart } from "./model.ts";

/**
 * `open`: to fill in now. `done`: folded. `later`: after the open one. `offered`: optional, shown
 * without holding up the order.
 */
export type PartState = "open" | "done" | "later" | "offered";

/** A part that is a step: the cart and the coupon stand beside them. */
export type StepPart = Exclude<PagePart, "cart" | "coupon">;

/** A part of the page that a session has. */
export interface PageStep {
  readonly part: StepPart;
  readonly standing: PartState;
}

interface Found {
  readonly part: Exclude<StepPart, "review">;
  readonly isDone: boolean;
  readonly isOptional: boolean;
}

/** The parts of a session's page, in order; the review, which is last, is open if all are done. */
export function stepsOf(model: CheckoutModel): PageStep[] {
  const found = partsOf(model);
  if (isFrozen(model)) return [...found.filter(({ isDone }) => isDone).map(done), REVIEW_OPEN];
  const asked = found.find(({ part }) => part === (model.problem?.part ?? model.edit))?.part;
  const isHeld = found.some((one) => one.part === asked && !one.isOptional);
  const open = isHeld ? asked : found.find((one) => !one.isDone && !one.isOptional)?.part;
  const openAt = found.findIndex(({ part }) => part === open);
  const steps = found.map((one, i): PageStep => {
    const { part, isDone, isOptional } = one;
    if (part === open) return { part, standing: "open" };
    if (isDone && part !== asked) return done(one);
    // An offer after the open part waits like the others: one thing at a time.
    const isReached = part === asked || openAt < 0 || i < openAt;
    return { part, standing: isOptional && isReached ? "offered" : "later" };
  });
  return [...steps, open === undefined ? REVIEW_OPEN : { part: "review", standing: "later" }];
}

const REVIEW_OPEN: PageStep = { part: "review", standing: "open" };

function done({ part }: Found): PageStep {
  return { part, standing: "done" };
}

/** True once the prepaid part of an order is paid: only the order is to be placed. */
export function isFrozen({ session: { state } }: CheckoutModel): boolean {
  return state.payment === "PAID";
}

function partsOf(model: CheckoutModel): Found[] {
  const { session: { priced, choices, customer }, merchant } = model;
  const { offers, claims, requires, shippingOptions, coins } = priced;
  const isKnown = customer !== null && !isErased(customer);
  const ways = waysOf(model);
  const hasChoice = shippingOptions.length > 1;
  const mayHaveChoice = choices.address === null &&
    merchant.rules.shipping.some(({ options }) => options.length > 1);
  const isPlain = !hasChoice && (shippingOptions.length === 0 || isOnlyStandard(shippingOptions));
  const parts: (Found & { readonly isShown: boolean })[] = [{
    part: "gifts",
    isShown: offers.length > 0,
    isDone: claims.length > 0,
    isOptional: true,
  }, {
    part: "phone",
    isShown: requires.includes("phone") || isKnown || mayUsePhone(model),
    isDone: isKnown && pendingCode(model) === null,
    isOptional: !requires.includes("phone"),
  }, {
    part: "address",
    isShown: true,
    isDone: choices.address !== null && priced.serviceable,
    isOptional: false,
  }, {
    part: "shipping",
    isShown: mayHaveChoice || !isPlain,
    isDone: choices.address !== null && (!hasChoice || choices.shippingOption !== null),
    isOptional: false,
  }, {
    part: "coins",
    isShown: isKnown && (coins.redeemable > 0 || coins.used > 0),
    isDone: coins.used > 0,
    isOptional: true,
  }, {
    part: "method",
    isShown: ways.length > 0,
    isDone: isMethodDone(model, ways),
    isOptional: false,
  }];
  return parts.filter(({ isShown }) => isShown);
}

/** True if a confirmed number is of use, though the order does not need it. */
function mayUsePhone({ session: { priced }, codes }: CheckoutModel): boolean {
  const { coinProgram, resting, unverified } = priced;
  const hasCoins = coinProgram !== null && coinProgram.provider !== "NONE";
  const isAsked = unverified.length > 0 ||
    resting.some(({ reason }) => reason === "error.phone-required");
  return codes !== "off" && (hasCoins || isAsked);
}

/** Number that a code was sent to and that is not confirmed yet; null for none. */
export function pendingCode({ session: { otp, customer }, now }: CheckoutModel): string | null {
  const { challenge } = otp;
  if (challenge === null || now >= challenge.expiresAt) return null;
  return challenge.phone === customer?.phone ? null : challenge.phone;
}

/** Ways by which the order can be paid on the page, in order; none for one that costs nothing. */
export function waysOf(model: CheckoutModel): PayWay[] {
  const { session: { priced: { totals } }, merchant: { checkout }, hasProvider } = model;
  if (isFree(model)) return [];
  const prepaid: PayWay[] = prepaidWays(checkout, hasProvider);
  const hasCod = totals.codAvailable && (totals.partialCodPrice === 0 || prepaid.length > 0);
  return checkout.payOrder.filter((way) => way === "COD" ? hasCod : prepaid.includes(way));
}

/** True for an order that no way of the shop can pay, whatever the customer enters. */
export function isUnpayable(model: CheckoutModel): boolean {
  const { merchant, hasProvider } = model;
  return !isFree(model) && !isFrozen(model) && cannotBePaid(merchant, hasProvider);
}

/** The chosen way, if the order can be paid by it; null as long as there is a choice. */
export function chosenWay({ session: { choices } }: CheckoutModel, ways: PayWay[]): PayWay | null {
  if (choices.method === null) return null;
  if (choices.method === "COD") return ways.find((way) => way === "COD") ?? null;
  const prepaid = ways.filter((way) => way !== "COD");
  // One that the shop has given up is chosen anew.
  if (choices.way !== null) return prepaid.find((way) => way === choices.way) ?? null;
  const [only, second] = prepaid;
  return second === undefined ? only ?? null : null;
}

/** True for an order that costs nothing. */
export function isFree({ session: { priced: { totals } } }: CheckoutModel): boolean {
  return totals.totalPayable === 0 && !totals.codOrder;
}

/** The only way needs no choice, unless choosing it is what makes it cheaper or possible. */
function isMethodDone(model: CheckoutModel, ways: PayWay[]): boolean {
  const { session: { choices }, merchant } = model;
  if (choices.method !== null) return chosenWay(model, ways) !== null;
  const [only, second] = ways;
  return only !== undefined && only !== "COD" && second === undefined &&
    !merchant.rules.paymentOffers.some(({ method }) => method === "PREPAID");
}
