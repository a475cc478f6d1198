/** A shop whose payments the demo provider takes: it stands for all of them. */
import assert from "node:assert/strict";
import type { DemoAct } from "../../../src/domain/session/provider_payment.ts";
import type { ProviderKind } from "../../../src/domain/shop/provider.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { World } from "../../support/app.ts";
import { withShop } from "../api/shop.ts";
import { BASE, LinkedPage } from "./link.ts";

export const MINUTE_MS = 60_000;
export const KIND: ProviderKind = "demo";
export const FEW = [{ product_id: 5, variant_id: 55, quantity: 1, price: 40, title: "Rug" }];
export const RULES = { shipping: [], paymentOffers: [] };

/** A shop whose payments the demo provider takes, as a demo server does. */
export function withProvider(test: (world: World) => Promise<void>): Promise<void> {
  return withShop(async (world) => {
    await world.services.providers.add(world.merchant, { kind: KIND, livemode: true }, OPERATOR);
    world.services.pages.servedAt(BASE);
    await test(world);
  }, { isDemo: true, rules: RULES });
}

/** The field of the button to pay. */
export async function seen(page: LinkedPage): Promise<{ readonly seen: string }> {
  const { priced } = await page.checkout.stored();
  return { seen: String(priced.totals.totalPayable) };
}

export interface Started {
  readonly page: LinkedPage;
  /** Of the demo provider's page, from its root. */
  readonly path: string;
  readonly back: string;
}

/** Pays on the page without a script: it leads to the provider's page. */
export async function start(world: World, over: Record<string, unknown> = {}): Promise<Started> {
  const page = await LinkedPage.open(world, over);
  const { status, text, headers } = await page.post("pay", await seen(page));
  assert.equal(status, 200, text);
  assert.match(headers.get("content-security-policy") ?? "", /form-action 'self';/);
  const url = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1] ?? "";
  assert.ok(url.startsWith(`${BASE}/demo-pay/`), url);
  assert.ok(text.includes(`href="${url}" target="_top"`));
  const code = new URL(url).searchParams.get("code") ?? "";
  return { page, path: url.slice(BASE.length), back: `/r/${code}` };
}

export async function act({ page, path, back }: Started, act: DemoAct): Promise<void> {
  const { status, headers } = await page.pages.send("POST", path, { form: { act } });
  assert.deepEqual([status, headers.get("location")], [303, `..${back}`]);
}

export const lookAtDue = ({ services }: World) => services.providerPayments.lookAtDue();
