/** A session with its link, driven by the forms of its page. */
import assert from "node:assert/strict";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import type { World } from "../../support/app.ts";
import { Checkout } from "../api/checkout.ts";
import { KNOWN_PHONE } from "../api/shop.ts";
import { type PageAnswer, type PageInit, type Pages, pagesOf } from "./pages.ts";

/** Where links lead to. */
export const BASE = "https://pay.example";

/** The page of a session. */
export class LinkedPage {
  readonly checkout: Checkout;
  readonly pages: Pages;
  /** That of the latest answer: who verifies their phone gets a new one. */
  token: string;

  constructor(checkout: Checkout, { pages, token }: { pages: Pages; token: string }) {
    this.checkout = checkout;
    this.pages = pages;
    this.token = token;
  }

  /** Opens a session on two mugs, 698.00, unless told otherwise, with its link. */
  static async open(world: World, over: Record<string, unknown> = {}): Promise<LinkedPage> {
    const checkout = await Checkout.open(world, over);
    const token = await linkOf(checkout);
    return new LinkedPage(checkout, { pages: pagesOf(world), token });
  }

  /** Requests the page, or what is below it. */
  get(rest = "", init: PageInit = {}): Promise<PageAnswer> {
    return this.pages.send("GET", `/c/${this.token}${rest}`, init);
  }

  post(form: string, fields: PageInit["form"] = {}): Promise<PageAnswer> {
    return this.pages.send("POST", `/c/${this.token}/${form}`, { form: fields });
  }

  /** Sends a form that has to succeed; the session afterwards. */
  async take(form: string, fields: Readonly<Record<string, string>>): Promise<CheckoutSession> {
    const { status, headers, text } = await this.post(form, fields);
    assert.equal(status, 303, `${form}: ${text}`);
    this.follow({ headers }, form);
    return await this.checkout.stored();
  }

  /** Follows the answer to a form that was taken, to the page. */
  follow({ headers }: Pick<PageAnswer, "headers">, form: string): void {
    const to = headers.get("location") ?? "";
    assert.doesNotMatch(to, /^[/a-z]/, "relative");
    const { href } = new URL(to, `${BASE}/c/${this.token}/${form}`);
    if (form === "phone/verify") this.token = tokenOf(href, this.token);
    else assert.equal(href, `${BASE}/c/${this.token}`);
  }

  /** Verifies a phone by the code that was sent to it; the session afterwards. */
  async verify(phone = KNOWN_PHONE): Promise<CheckoutSession> {
    await this.take("phone", { phone });
    return await this.take("phone/verify", { phone, otp: this.checkout.lastCode() });
  }

  /** Sends a form that has to be refused with this problem; the answer. */
  async refused(
    form: string,
    fields: Readonly<Record<string, string>>,
    wanted: { readonly status: number; readonly code: string },
  ): Promise<PageAnswer> {
    const answer = await this.post(form, fields);
    assert.equal(answer.status, wanted.status, answer.text);
    assert.equal(this.pages.log.at(-1)?.error, wanted.code);
    return answer;
  }
}

/** The new token that an address leads to. */
function tokenOf(url: string, before: string): string {
  const [, token] = /^https:\/\/pay\.example\/c\/([A-Za-z0-9_-]{43})$/.exec(url) ?? [];
  assert.ok(token !== undefined && token !== before, url);
  return token;
}

/** Makes a link of a session; its token. */
export async function linkOf({ world, id }: Checkout): Promise<string> {
  world.services.pages.servedAt(BASE);
  const { status, json, text } = await world.send("POST", `/session/${id}/checkout-link`);
  assert.equal(status, 201, text);
  return tokenOf(json.data.url, "");
}
