/** Hosted pages and dashboard have the API's deadline for the database's part of a request. */
import assert from "node:assert/strict";
import { withWorld, type World } from "../support/app.ts";
import { OPERATOR } from "../support/operator.ts";
import { StripeDouble } from "../support/payments/stripe_double.ts";
import { RULES, seen } from "./checkout_page/at_provider.ts";
import { BASE, LinkedPage } from "./checkout_page/link.ts";
import { pagesOf } from "./checkout_page/pages.ts";
import { dashboardOf, OWN_FORM, roleAt } from "./dashboard/dashboard.ts";
import { withShop } from "./api/shop.ts";

/** Short, and reached only where something never ends. */
const DATABASE_MS = 50;
/** More than the deadline of the database. */
const BODY_MS = 200;
const MINUTE_MS = 60_000;
/** A deadline that passes when a test says so. */
const HELD_MS = 4321;

const never = () => new Promise<never>(() => {});

/** Requires the answer of a deadline. */
function assertLate(
  { status, headers, text }: { status: number; headers: Headers; text: string },
): void {
  assert.equal(status, 503, text);
  assert.equal(headers.get("retry-after"), "1");
}

Deno.test("a form of the hosted page whose write never ends is answered 503 at the deadline", () =>
  withShop(async (world) => {
    const { checkout, token } = await LinkedPage.open(world);
    const pages = pagesOf(world, { databaseMs: DATABASE_MS });
    const page = new LinkedPage(checkout, { pages, token });
    world.store.commit = never;
    assertLate(await page.post("coins", { coins: "0" }));
    assert.deepEqual(pages.log.map(({ status }) => status), [503]);
  }));

Deno.test("a hosted page whose read never ends is answered 503 at the deadline", () =>
  withShop(async (world) => {
    const { checkout, token } = await LinkedPage.open(world);
    const pages = pagesOf(world, { databaseMs: DATABASE_MS });
    const page = new LinkedPage(checkout, { pages, token });
    world.services.checkoutLinks.visit = never;
    assertLate(await pages.send("GET", `/c/${page.token}`));
  }));

Deno.test("time in which a form of the hosted page arrives does not count", () =>
  withShop(async (world) => {
    const { checkout, token } = await LinkedPage.open(world);
    const limits = { databaseMs: DATABASE_MS, bodyDeadlineMs: BODY_MS };
    const page = new LinkedPage(checkout, { pages: pagesOf(world, limits), token });
    const form = new ReadableStream<Uint8Array>({
      pull() {
        world.clock.advance(MINUTE_MS);
        return never();
      },
    }, { highWaterMark: 0 });
    assert.equal((await page.post("coins", form)).status, 408);
  }));

Deno.test("time in which a provider is asked does not count, on the page and by the API", async () => {
  let shown: World | undefined;
  const stripe = new StripeDouble(() => shown?.clock.now() ?? 0, {
    sk_live_x: { account: "acct" },
  });
  // The deadlines pass while the provider is asked, and at no other time.
  const deadlines: (() => void)[] = [];
  const { setTimeout } = globalThis;
  globalThis.setTimeout =
    ((fire: () => void, ms: number) =>
      ms === HELD_MS ? deadlines.push(fire) : setTimeout(fire, ms)) as typeof setTimeout;
  try {
    await withShop(async (world) => {
      shown = world;
      const secrets = { key: "sk_live_x", hookSecret: null };
      const account = { kind: "stripe", livemode: true, secrets } as const;
      await world.services.providers.add(world.merchant, account, OPERATOR);
      const { checkout, token } = await LinkedPage.open(world);
      const pages = pagesOf(world, { databaseMs: HELD_MS });
      world.services.pages.servedAt(BASE);
      const page = new LinkedPage(checkout, { pages, token });
      assert.equal((await page.post("pay", await seen(page))).status, 200);
      const { payment } = await checkout.stored();
      await checkout.step(`POST /payment/${payment!.id}/cancel`);
      assert.equal((await checkout.step("POST /payment")).payment.status, "PENDING");
      await checkout.step("POST /abandon");
    }, {
      rules: RULES,
      databaseMs: HELD_MS,
      callProvider: async (request) => {
        shown?.clock.advance(MINUTE_MS);
        for (const fire of deadlines.splice(0)) fire();
        return await stripe.send(request);
      },
    });
  } finally {
    globalThis.setTimeout = setTimeout;
  }
});

Deno.test("a page of the dashboard whose read never ends is answered 503 at the deadline", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world, { databaseMs: DATABASE_MS });
    const owner = await dashboard.visitor("asha", { everywhere: "owner" });
    dashboard.services.signIns.find = never;
    assertLate(await owner.get("/"));
    assert.deepEqual(dashboard.log.map(({ status }) => status), [503]);
  }));

Deno.test("a form of the dashboard whose work never ends is answered 503 at the deadline", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world, { databaseMs: DATABASE_MS });
    const owner = await dashboard.visitor("asha", roleAt(world.merchant.id, "owner"));
    dashboard.services.customers.byId = never;
    assertLate(await owner.post(`/shops/${world.merchant.id}/customers/1/coins`));
  }));

Deno.test("a page that does much is not cut off by the deadline of the database", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world, { databaseMs: DATABASE_MS });
    const owner = await dashboard.visitor("asha", { everywhere: "owner" });
    // Longer than the deadline, whose timer would end first.
    dashboard.services.doctor.examine = () =>
      new Promise((resolve) => setTimeout(() => resolve([]), BODY_MS));
    assert.equal((await owner.get("/health")).status, 200);
  }));

Deno.test("time in which a password is hashed does not count, and what follows it does", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world, { databaseMs: DATABASE_MS });
    const { signIns } = dashboard.services;
    // It ends after the first timer, which gives it another minute then.
    const hashed = async () => {
      await Promise.resolve();
      world.clock.advance(MINUTE_MS);
      await new Promise((resolve) => setTimeout(resolve, 2 * DATABASE_MS));
    };
    const signIn = () =>
      dashboard.send("POST", "/sign-in", {
        headers: OWN_FORM,
        form: { login: "x", password: "x" },
      });
    signIns.withPassword = async (_login, _password, { apart }) => {
      await apart(hashed());
      return null;
    };
    assert.equal((await signIn()).status, 422);
    signIns.withPassword = async (_login, _password, { apart }) => {
      await apart(Promise.resolve());
      return await never();
    };
    assertLate(await signIn());
  }));
