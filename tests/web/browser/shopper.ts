import assert from "node:assert/strict";
import { currencyOf, type Minor } from "../../../src/domain/values/money.ts";
import { formatsFor } from "../../../src/web/page/format.ts";
import { type Language, wordingFor } from "../../../src/web/page/language.ts";
import type { Texts } from "../../../src/web/page/texts/texts.ts";
import type { Tab } from "../../support/tab.ts";
import type { Checkout } from "../api/checkout.ts";
import { ADDRESS, EMAIL, lastCode } from "./scene.ts";

/** A person at a checkout page, who goes by its texts. */
export class Shopper {
  readonly tab: Tab;
  readonly checkout: Checkout;
  readonly language: Language;
  readonly texts: Texts;

  constructor(tab: Tab, checkout: Checkout, language: Language = "en") {
    this.tab = tab;
    this.checkout = checkout;
    this.language = language;
    this.texts = wordingFor(language).texts;
  }

  get #steps() {
    return this.texts.steps;
  }

  /** Enters a discount code. */
  async enterCoupon(code: string): Promise<void> {
    const { coupon, fields } = this.#steps;
    const { page } = this.tab;
    const isOpen = await page.$eval("#add-coupon", (details) => details.open);
    if (!isOpen) await page.click(`::-p-aria([name="${coupon.add}"])`);
    await this.tab.fill(fields.code, code);
    await this.tab.press(coupon.apply);
  }

  /** Chooses a free gift. */
  async takeGift(title: string): Promise<void> {
    await this.tab.choose(title);
    await this.tab.press(this.#steps.gifts.save);
  }

  /** Asks for a one-time code. */
  async askForCode(phone: string): Promise<void> {
    await this.tab.fill(this.#steps.fields.phone, phone);
    await this.tab.press(this.#steps.phone.send);
  }

  /** Enters a one-time code (default: the one that was sent). */
  async enterCode(code?: string): Promise<void> {
    await this.tab.fill(this.#steps.fields.otp, code ?? await lastCode(this.checkout));
    await this.tab.press(this.#steps.phone.verify);
  }

  /** Enters contact and address. */
  async enterAddress(over: Partial<typeof ADDRESS> = {}): Promise<void> {
    const { fields, save } = this.#steps;
    const { country_code: _, ...lines } = { ...ADDRESS, email: EMAIL, ...over };
    for (const [name, text] of Object.entries(lines)) {
      await this.tab.fill(fields[name as keyof typeof lines], text, "#address");
    }
    await this.tab.press(save);
  }

  /** Chooses an option of the part that is open: of delivery, or of payment. */
  async take(option: string): Promise<void> {
    await this.tab.choose(option);
    await this.tab.press(this.#steps.save);
  }

  /** Redeems coins. */
  async useCoins(coins: number): Promise<void> {
    await this.tab.fill(this.#steps.fields.coins, String(coins));
    await this.tab.press(this.#steps.coins.use);
  }

  /** Presses Pay, which says what is due now. */
  async pay(due: Minor): Promise<void> {
    await this.tab.press(this.#steps.review.pay(this.amount(due)));
  }

  /** Places an order whose total the button names. */
  async place(total: Minor): Promise<void> {
    await this.tab.press(this.#steps.review.place(this.amount(total)));
  }

  /** An amount of rupees as the page writes it. */
  amount(minor: Minor): string {
    return formatsFor(this.language, "IN", currencyOf("INR")).amount(minor);
  }

  /** Waits until a field has the focus and an error. */
  async isToldAt(label: string, error: string): Promise<void> {
    const { tab } = this;
    await tab.sees(error);
    const field = await tab.field(label);
    const described = await field.evaluate((one) =>
      (one.getAttribute("aria-describedby") ?? "").split(" ")
        .map((id: string) => one.ownerDocument.getElementById(id)?.innerText).join(" ")
    );
    assert.ok(described.includes(error), `${label} is described by: ${described}`);
    const hasFocus = () => field.evaluate((one) => one === one.ownerDocument.activeElement);
    await tab.waitFor(hasFocus, `the focus on ${label}`);
  }
}
