/** A customer going through the checkout, as the shop's backend would lead them. */
import assert from "node:assert/strict";
import type { SessionId } from "../../src/domain/ids.ts";
import type { GiftClaim } from "../../src/domain/pricing/model.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import type { PaymentMethod } from "../../src/domain/shop/merchant.ts";
import { setAddress } from "../../src/domain/steps/address.ts";
import { redeemCoins } from "../../src/domain/steps/coins.ts";
import { applyCoupon } from "../../src/domain/steps/coupons.ts";
import { completeSession } from "../../src/domain/steps/ending.ts";
import { claimGifts } from "../../src/domain/steps/gifts.ts";
import { type PaymentTerms, startPayment } from "../../src/domain/steps/payment.ts";
import { choosePaymentMethod } from "../../src/domain/steps/payment_method.ts";
import { chooseShippingOption } from "../../src/domain/steps/shipping_option.ts";
import { currencyOf, formatMajor } from "../../src/domain/values/money.ts";
import { callerOf } from "../../src/domain/caller.ts";
import type { StepCall } from "../../src/service/checkout/checkout.ts";
import type { StepFunction } from "../../src/service/checkout/steps.ts";
import { anAddress, FOREVER } from "../support/builders.ts";
import type { Shell } from "./support.ts";
import { OPERATOR } from "../support/operator.ts";

export const PHONE = "+919876543210";

/** Gives the shop a coin programme and a customer with coins, as a seed file does. */
export async function seedCustomer(
  shell: Shell,
  coins: number,
  phone = PHONE,
  programme: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { id: _id, created_at: _created, updated_at: _updated, ...rules } = await shell.json(
    ...["merchant", "show", "demo-store.example"],
  );
  const coin = {
    ...{ provider: "CUSTOM", name: "Coins", coin_value: 10, base_currency_value: 1 },
    ...programme,
  };
  const shop = { ...rules, coin, customers: [{ phone, coins }] };
  shell.files.set("customers.json", JSON.stringify({ merchants: [shop] }));
  await shell.json("seed", "customers.json");
}

/** Steps on one session; each gives the session afterwards. */
export class Buyer {
  readonly #shell: Shell;
  readonly #sessionId: string;

  constructor(shell: Shell, sessionId: string) {
    this.#shell = shell;
    this.#sessionId = sessionId;
  }

  /** Asks for a one-time code. */
  async sendCode(phone = PHONE): Promise<CheckoutSession> {
    return await this.#shell.services.otp.send(await this.#call(), {
      phoneIn: () => phone,
      originOf: () => ({ countryCode: "IN", callingCode: "91", kind: "MOBILE" }),
    });
  }

  /** Proves that a phone is theirs. */
  async verify(phone = PHONE): Promise<CheckoutSession> {
    const { otp } = this.#shell.services;
    await this.sendCode(phone);
    return await otp.verify(await this.#call(), () => phone, await this.code());
  }

  /** The one-time code that was sent last: in an event, or told where nobody takes those. */
  async code(): Promise<string> {
    const events = await this.#shell.store.sessions.events(this.#sessionId as SessionId);
    const sent = events.findLast(({ type }) => type === "otp.requested")?.data["otp"];
    const code = sent ?? this.#shell.told.findLast(({ otp }) => otp !== undefined)?.["otp"];
    assert.ok(typeof code === "string");
    return code;
  }

  async address(email: string | null = null): Promise<CheckoutSession> {
    return await this.#take(setAddress, anAddress({ email }));
  }

  async ship(option: string): Promise<CheckoutSession> {
    return await this.#take(chooseShippingOption, option);
  }

  async redeem(coins: number): Promise<CheckoutSession> {
    return await this.#take(redeemCoins, coins);
  }

  async choose(method: PaymentMethod): Promise<CheckoutSession> {
    return await this.#take(choosePaymentMethod, method);
  }

  async enter(code: string): Promise<CheckoutSession> {
    return await this.#take(applyCoupon, code, { code });
  }

  async claim(gifts: readonly GiftClaim[]): Promise<CheckoutSession> {
    return await this.#take(claimGifts, gifts);
  }

  /** @param terms null for the shop's own provider */
  async startPayment(terms: PaymentTerms | null = null): Promise<CheckoutSession> {
    return await this.#take(startPayment, terms);
  }

  /** Starts a payment at a provider, which has not answered with its page yet; its id. */
  async startAtProvider(): Promise<string> {
    const { services: { providers, merchants }, clock } = this.#shell;
    const shop = await merchants.find("demo-store.example");
    const account = await providers.add(shop, { kind: "demo", livemode: true }, OPERATOR);
    const { payment } = await this.startPayment({
      accountId: account.id,
      provider: account.kind,
      returnUrl: () => "",
      problem: () => null,
      expiresAt: clock.at,
    });
    assert.ok(payment);
    return payment.id;
  }

  /** Reports what became of the payment that was started last. */
  async settle(status: "PAID" | "FAILED"): Promise<CheckoutSession> {
    const { payments, sessionAdmin } = this.#shell.services;
    const { session: { payment } } = await sessionAdmin.show(this.#sessionId);
    assert.ok(payment);
    return await payments.reportResult(await this.#call(), {
      paymentId: payment.id,
      amount: formatMajor(payment.amount, currencyOf(payment.currencyCode)),
      currency: payment.currencyCode,
      status,
      reference: `pay_${payment.id}`,
    });
  }

  async placeOrder(): Promise<CheckoutSession> {
    return await this.#take(completeSession, null);
  }

  async #take<Input>(
    step: StepFunction<Input>,
    input: Input,
    needs?: { readonly code: string },
  ): Promise<CheckoutSession> {
    const { checkout } = this.#shell.services;
    const given = { input: () => input, ...(needs && { needs: () => needs }) };
    return await checkout.run(await this.#call(), step, given);
  }

  async #call(): Promise<StepCall> {
    const { merchants, keys } = this.#shell.services;
    const { id: merchantId } = await merchants.find("demo-store.example");
    const { key } = await keys.create({ merchantId, name: "steps", ...FOREVER }, OPERATOR);
    return { caller: callerOf(key), sessionId: this.#sessionId, alsoCommit: () => [] };
  }
}
