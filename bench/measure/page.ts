import { gzipSync } from "node:zlib";
import { v7 } from "uuid";
import type { Merchant } from "../../src/domain/shop/merchant.ts";
import { setAddress } from "../../src/domain/steps/address.ts";
import { callerOf } from "../../src/domain/caller.ts";
import { readCreateSession } from "../../src/schema/api/create_session.ts";
import { sessionViews } from "../../src/schema/api/view.ts";
import { parseJson } from "../../src/schema/json.ts";
import { readSeed } from "../../src/schema/seed/seed_file.ts";
import { createServices } from "../../src/service/services.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { SCRIPT, STYLE } from "../../src/web/page/assets/files.ts";
import type { CheckoutModel } from "../../src/web/checkout_page/checkout/model.ts";
import { checkoutPage } from "../../src/web/checkout_page/checkout/page.tsx";
import { wordingFor } from "../../src/web/page/language.ts";
import { type Spread, spreadOf } from "../report/statistics.ts";
import { cartBody, OPERATOR, shopSeed } from "../subject/shop.ts";
import { noCalls } from "../../tests/support/payments/no_calls.ts";
import { plainSecrets } from "../../tests/support/secrets.ts";

const WARM_UP = 2000;
const ROUNDS = 5;
const RENDERS = 500;
const DAY_MS = 86_400_000;

/** The checkout page of a cart with five lines, a discount and an address. */
export interface PageResult {
  /** Medians of the rounds. */
  readonly renderMs: Spread;
  /** The page and its files, each compressed with gzip. */
  readonly firstViewBytes: number;
}

/** Renders the checkout page, warmed up, in this process. */
export async function measurePage(): Promise<PageResult> {
  const model = await aModel();
  const frame = { wording: wordingFor("en"), toRoot: "../" };
  const render = () => checkoutPage(frame, model);
  for (let i = 0; i < WARM_UP; i++) render();
  const time = () => {
    const startedAt = performance.now();
    render();
    return performance.now() - startedAt;
  };
  const round = () => spreadOf(Array.from({ length: RENDERS }, time)).median;
  const texts = [render(), STYLE.text, SCRIPT.text];
  return {
    renderMs: spreadOf(Array.from({ length: ROUNDS }, round)),
    firstViewBytes: texts.reduce((sum, text) => sum + gzipSync(text).length, 0),
  };
}

/** The page at the choice of a payment method. */
async function aModel(): Promise<CheckoutModel> {
  const store = await openSqliteStore(":memory:");
  const services = createServices({
    store,
    secrets: plainSecrets(store),
    callProvider: noCalls,
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    newId: () => v7(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    wait: () => Promise.resolve(),
    warn: () => {},
    onEvents: () => {},
    views: sessionViews,
    sessionTtlMs: DAY_MS,
    paymentTtlMs: DAY_MS,
    otpDaily: 0,
    retentionMs: DAY_MS,
    orderRetentionMs: DAY_MS,
  });
  const { merchantIds: [merchantId] } = await services.seeder.run(readSeed(shopSeed()), OPERATOR);
  if (merchantId === undefined) throw new Error("The seed made no shop");
  const name = "bench";
  const { key } = await services.keys.create({
    merchantId,
    name,
    lifetimeMs: null,
    rateLimit: null,
  }, OPERATOR);
  const caller = callerOf(key);
  const request = readCreateSession({ value: parseJson(cartBody()) });
  const { id } = await services.sessions.create(caller, request, () => []);
  const call = { caller, sessionId: id, alsoCommit: () => [] };
  const session = await services.checkout.run(call, setAddress, {
    input: () => ({
      name: "Asha Rao",
      phone: "+919876543210",
      line1: "12 MG Road",
      line2: null,
      city: "Bengaluru",
      state: "Karnataka",
      postalCode: "560001",
      countryCode: "IN",
      email: "asha@example.com",
    }),
  });
  const shop = await services.merchants.find(merchantId);
  await store.close();
  const merchant: Merchant = {
    ...shop,
    checkout: { ...shop.checkout, paymentUrl: `${shop.redirectUrl}/pay` },
  };
  return {
    path: "../c/token",
    merchant,
    session,
    isHidden: false,
    now: Date.now(),
    edit: null,
    problem: null,
    entered: {},
    changed: null,
    codes: "off",
    next: "",
    hasProvider: false,
    payUrl: null,
    returnUrl: shop.redirectUrl,
  };
}
