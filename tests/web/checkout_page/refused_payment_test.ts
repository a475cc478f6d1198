/** Payments that a provider refuses: by the log, the session and the pages one learns why. */
import assert from "node:assert/strict";
import { Checkout } from "../api/checkout.ts";
import { dashboardOf, roleAt } from "../dashboard/dashboard.ts";
import { MINUTE_MS, seen } from "./at_provider.ts";
import { LinkedPage } from "./link.ts";
import { providerTest } from "./providers.ts";

providerTest("a refused start is logged with the provider's words", async (world, bank) => {
  const provider = await world.services.paymentProviders[bank.kind]();
  const reason = "The provider does not accept the key";
  provider.open = () => Promise.resolve({ kind: "refused", reason });
  const checkout = await Checkout.open(world);
  assert.equal((await checkout.send("POST /payment")).status, 502);
  const { payment, id } = await checkout.stored();
  const [account] = await world.services.providers.list(world.merchant);
  assert.deepEqual(world.told.at(-1), {
    message: "A payment provider refused to begin a payment",
    payment: payment?.id,
    session: id,
    provider: bank.kind,
    account: account?.id,
    cause: reason,
  });
});

providerTest("the shop reads why a payment failed, the customer in words of ours", async (
  world,
  bank,
) => {
  const reason = "Your card <b>was</b>\r\ndeclined. ".padEnd(400, "x");
  const text = `Your card <b>was</b> declined. ${"x".repeat(300)}`.slice(0, 300);
  const page = await LinkedPage.open(world);
  assert.equal((await page.post("pay", await seen(page))).status, 200);
  const { url } = (await page.checkout.stored()).payment!.atProvider!.page!;
  assert.ok(url);
  const provider = await world.services.paymentProviders[bank.kind]();
  provider.look = () => Promise.resolve({ kind: "failed", reason });
  world.clock.advance(10 * MINUTE_MS);
  await world.services.providerPayments.lookAtDue();
  const { payment, id } = await page.checkout.stored();
  assert.deepEqual([payment?.status, payment?.failure], ["FAILED", { kind: "DECLINED", text }]);
  const answer = (await page.checkout.send("GET ")).json.data.payment;
  assert.deepEqual(answer.failure, { kind: "DECLINED", text });
  const shown = (await page.get()).text;
  assert.match(shown, /The last payment was declined\. Try again, or choose another way to pay\./);
  assert.doesNotMatch(shown, /Your card/);
  const dashboard = dashboardOf(world);
  const owner = await dashboard.visitor("anna", roleAt(world.merchant.id, "owner"));
  const session = await owner.get(`/shops/${world.merchant.id}/sessions/${id}`);
  assert.match(session.text, /<dt>Why<\/dt><dd>.*Declined: Your card &lt;b&gt;was/s);
});

providerTest("a page that ends unpaid, a refused start and a cancellation are told apart", async (
  world,
  bank,
) => {
  const ends: unknown[] = [];
  const begun = async () => {
    const checkout = await Checkout.open(world);
    await checkout.step("POST /payment");
    return checkout;
  };
  const note = async (checkout: Checkout) =>
    void ends.push((await checkout.stored()).payment?.failure);
  const cancelled = await begun();
  await cancelled.step(`POST /payment/${(await cancelled.stored()).payment!.id}/cancel`);
  await note(cancelled);
  const late = await begun();
  world.clock.at = (await late.stored()).payment!.atProvider!.expiresAt + 4 * MINUTE_MS;
  await world.services.providerPayments.lookAtDue();
  await note(late);
  const provider = await world.services.paymentProviders[bank.kind]();
  provider.open = () => Promise.resolve({ kind: "refused", reason: "No such key" });
  const refused = await Checkout.open(world);
  await refused.send("POST /payment");
  await note(refused);
  assert.deepEqual(ends, [
    { kind: "CANCELLED", text: null },
    { kind: "EXPIRED", text: null },
    { kind: "REFUSED", text: "No such key" },
  ]);
});
