/** Steps of customers, to reach states of the pages. */
import type { Minor } from "../../../src/domain/values/money.ts";
import type { Checkout } from "../api/checkout.ts";
import { EMAIL, GIFT, lastCode, PHONE, type Scene, type SceneOptions } from "./scene.ts";
import type { Shopper } from "./shopper.ts";

// deno-lint-ignore no-explicit-any -- that of the pages, in functions that run there
declare const location: any;

/** A state of a page. */
export interface State {
  readonly name: string;
  readonly options?: SceneOptions;
  /** Steps of the customer that the API can take. */
  readonly before?: (checkout: Checkout, scene: Scene) => Promise<unknown>;
  /** Part that is opened (default: the next one). */
  readonly edit?: string;
  /** What the customer does on the page then. */
  readonly act?: (shopper: Shopper, scene: Scene) => Promise<unknown>;
  /** Address of the page, for other pages than the checkout's. */
  readonly url?: (checkout: Checkout, scene: Scene) => Promise<string>;
}

/** Fills in address and delivery. */
export async function deliverable(checkout: Checkout, { address }: Scene): Promise<void> {
  await checkout.step("PUT /address", { ...address, email: EMAIL });
  await checkout.step("PUT /shipping-option", { id: "express" });
}

/** Fills in everything but the review. */
export async function payable(
  checkout: Checkout,
  scene: Scene,
  method = "PREPAID",
): Promise<void> {
  await deliverable(checkout, scene);
  await checkout.step("PUT /payment-method", { method });
}

/** What the session of a shopper costs. */
export async function totalOf({ checkout }: Shopper): Promise<Minor> {
  return (await checkout.stored()).priced.totals.totalPayable;
}

/** Starts the payment. */
export async function started(checkout: Checkout, scene: Scene) {
  await payable(checkout, scene);
  return (await checkout.step("POST /payment")).payment;
}

/** Comes back from the payment page of the shop by one of its buttons. */
export async function comeBack(shopper: Shopper, button: string): Promise<void> {
  await shopper.pay(await totalOf(shopper));
  await shopper.tab.press(button);
  await shopper.tab.until(() => location.pathname.startsWith("/r/"));
}

/** Takes the free gift. */
export async function takeGift(checkout: Checkout): Promise<void> {
  const add_ons = [{ coupon_id: GIFT, variant_id: 91, quantity: 1 }];
  await checkout.step("PUT /add-ons", { add_ons });
}

/** Verifies the phone. */
export async function verify(checkout: Checkout): Promise<void> {
  await checkout.step("POST /otp", { phone: PHONE });
  await checkout.step("POST /otp/verify", { phone: PHONE, otp: await lastCode(checkout) });
}
