/** Every command, one after the other: those that change something have one audit entry each. */
import assert from "node:assert/strict";
import { AUDIT_ACTIONS } from "../../src/domain/trail/actions.ts";
import { putAuthenticator } from "../store/contract/factors.ts";
import { anAddress } from "../support/builders.ts";
import { dispute } from "../support/disputes.ts";
import { leafCommands } from "../support/commands.ts";
import { aRefund } from "../store/contract/refunds.ts";
import { FREE, Walk } from "./audit_walk.ts";
import { PHONE, seedCustomer } from "./buyer.ts";
import { changeProduct } from "./product_walk.ts";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];
const MAIL = "smtps://orders:s3cret@mail.example";
const PRODUCTS = { products: [{ id: 4, title: "Tray", variants: [{ id: 41, price: "80.00" }] }] };
/** Commands that work on the file as a whole, on none, or for people who have entries of their own. */
const WHOLE = ["dashboard", "doctor", "secrets show", "secrets rotate"].concat(
  ["backup", "check", "copy", "migrate", "restore"].map((verb) => `db ${verb}`),
);

async function changeShop(walk: Walk): Promise<void> {
  const { id } = await walk.run(
    ...["merchant.create", "merchant", "create", "--name", "Odd", "--domain", "odd.example"],
    ...["--country", "IN", "--currency", "INR"],
  );
  await walk.run("merchant.update", "merchant", "update", id, "--cod-fee", "40");
  await walk.run(null, "merchant", "list");
  await walk.run(null, "merchant", "show", id);
  await walk.run("merchant.delete", "merchant", "delete", id, "--yes");
  const key = await walk.run("key.create", "key", "create", ...SHOP, "--name", "backend");
  await walk.run(null, "key", "list", ...SHOP);
  await walk.run("key.update", "key", "update", key.id, "--name", "web");
  await walk.run("key.rotate", "key", "rotate", key.id, "--yes");
  await walk.run("key.revoke", "key", "revoke", key.id, "--yes");
  await walk.run(null, "key", "revoke", key.id, "--yes");
  const coupon = ["--code", "SAVE10", "--type", "percentage", "--amount", "10"];
  await walk.run("coupon.create", "coupon", "create", ...SHOP, ...coupon);
  await walk.run("coupon.update", "coupon", "update", "save10", ...SHOP, "--amount", "15");
  await walk.run("coupon.disable", "coupon", "disable", "SAVE10", ...SHOP);
  await walk.run("coupon.enable", "coupon", "enable", "SAVE10", ...SHOP);
  await walk.run(null, "coupon", "list", ...SHOP);
  await walk.run("coupon.delete", "coupon", "delete", "SAVE10", ...SHOP, "--yes");
  walk.shell.files.set("products.json", JSON.stringify(PRODUCTS));
  await walk.run("product.import", "product", "import", "products.json", ...SHOP);
  await walk.run(null, "product", "import", "products.json", ...SHOP);
  await walk.run("product.create", "product", "create", ...SHOP, "--title", "Cup", "--price", "5");
  await changeProduct(walk, SHOP);
}

async function changeReceivers(walk: Walk): Promise<void> {
  const hooks = "https://shop.example/hooks?token=s3cret";
  const { id } = await walk.run("webhook.add", "webhook", "add", hooks, ...SHOP);
  await walk.run(null, "webhook", "list", ...SHOP);
  await walk.run(null, "webhook", "test", id);
  await walk.run(null, "webhook", "trigger", "session.created", ...SHOP);
  await (await walk.buyer()).buyer.verify();
  const [{ event_id: event }] = await walk.run(null, "webhook", "deliveries", id);
  await walk.run("webhook.replay", "webhook", "replay", event);
  await walk.run(null, "webhook", "replay", "--failed");
  await walk.run(null, "webhook", "listen");
  await walk.run("webhook.rotate", "webhook", "rotate", id);
  await walk.run("webhook.update", "webhook", "update", id, "--lanes", "8");
  await walk.run("webhook.disable", "webhook", "disable", id);
  await walk.run("webhook.enable", "webhook", "enable", id);
  await walk.run("webhook.remove", "webhook", "remove", id, "--yes");
  const mail = ["--url", MAIL, "--from", "asha@home.example"];
  await walk.run("channel.add", "channel", "add", "email", ...SHOP, ...mail);
  await walk.run(null, "channel", "list", ...SHOP);
  await walk.run(null, "channel", "test", "email", ...SHOP, "--to", "asha@home.example");
  await walk.run(null, "channel", "template", "email", "placed", ...SHOP);
  const text = ["--subject", FREE, "--text", FREE];
  await walk.run("channel.template", "channel", "template", "email", "placed", ...SHOP, ...text);
  const provider = await walk.run("provider.add", "provider", "add", "demo", "--test", ...SHOP);
  await walk.run(null, "provider", "list", ...SHOP);
  await walk.run(null, "provider", "test", provider.provider_id, ...SHOP);
  await walk.run("provider.remove", "provider", "remove", provider.provider_id, "--yes", ...SHOP);
  await walk.run("channel.remove", "channel", "remove", "email", ...SHOP, "--yes");
}

async function changeSessions(walk: Walk): Promise<void> {
  const { id } = await walk.buyer();
  await walk.run(null, "session", "list");
  await walk.run(null, "session", "show", id);
  await walk.run(null, "session", "stats");
  await walk.run("session.expire", "session", "expire", id, "--yes");
  const manual = await walk.buyer();
  await manual.buyer.startPayment({ days: 3 });
  const held = await walk.buyer();
  await held.buyer.startPayment();
  await walk.run("session.release", "payment", "cancel", held.id, "--yes");
  await walk.run("session.paid", "session", "paid", manual.id, "--reference", FREE);
  await dispute(walk.shell, manual.id);
  await walk.run("payment.dispute", "payment", "dispute", "dp_1", "won", ...SHOP);
  await walk.run("session.cancel", "session", "cancel", manual.id, "--reason", FREE, "--yes");
  const cash = await walk.buyer();
  await cash.buyer.choose("COD");
  const { order } = await cash.buyer.placeOrder();
  await walk.run("session.collected", "session", "collected", cash.id, "--amount", "738");
  const back = ["order", "refund", cash.id, "--amount", "1", "--reason", FREE, "--yes"];
  const { refunds: [refund] } = await walk.run("session.refund", ...back);
  const done = ["refunded", cash.id, refund.id, "--reference", FREE];
  await walk.run("session.refund-result", "order", ...done);
  await walk.run(null, "order", "list");
  await walk.run(null, "order", "show", order!.number);
  const failed = await walk.buyer();
  await failed.buyer.startPayment();
  await failed.buyer.settle("FAILED");
  await assert.rejects(failed.buyer.settle("PAID"));
  const [payment] = await walk.run(null, "payment", "list");
  await walk.run(null, "payment", "show", payment.id);
  const opening = await (await walk.buyer()).buyer.startAtProvider();
  await walk.run(null, "payment", "reconcile", "--since", "2d");
  await walk.run("payment.look", "payment", "look", opening);
  await walk.run("payment.resolve", "payment", "resolve", payment.id, "--note", FREE);
  const given = ["--refund", "--reference", "UTR 9", "--yes"];
  await walk.run("payment.refund", "payment", "resolve", payment.id, "--note", FREE, ...given);
  const away = {
    unexpectedId: payment.id,
    sessionId: payment.session_id,
    paymentId: payment.payment_id,
  };
  const lost = aRefund(1, { ...away, merchantId: payment.merchant_id, state: "PENDING" });
  await walk.shell.store.commit([{ kind: "refund.add", refund: lost }]);
  const ended = ["refunded", payment.id, lost.id, "--reference", FREE];
  await walk.run("payment.refund-result", "payment", ...ended);
  await walk.run(null, "audit", "list");
}

async function changeCustomers(walk: Walk): Promise<void> {
  await seedCustomer(walk.shell, 500);
  await walk.run(null, "customer", "list", ...SHOP);
  await walk.run(null, "customer", "show", PHONE, ...SHOP);
  await walk.run("customer.coins", "customer", "coins", PHONE, "+5", "--reason", FREE, ...SHOP);
  await walk.run("customer.erase", "customer", "erase", "--phone", PHONE, "--yes");
}

async function changePeople(walk: Walk): Promise<void> {
  const user = ["dashboard", "user"];
  await walk.run("user.add", ...user, "add", "anna", "--role", "owner", ...SHOP);
  await walk.run("user.grant", ...user, "grant", "anna", "--role", "staff", ...SHOP);
  await walk.run(null, ...user, "grant", "anna", "--role", "staff", ...SHOP);
  const { id: personId } = (await walk.shell.store.persons.byLogin("anna"))!;
  await walk.shell.store.commit([putAuthenticator({ personId })]);
  await walk.run("factor.reset", "dashboard", "factor", "reset", "anna", "--yes");
  await walk.run("user.link", "dashboard", "link", "--user", "anna");
  await walk.run(null, ...user, "list");
  await walk.run("user.remove", ...user, "remove", "anna", "--yes");
  await walk.run("audit.erase", "audit", "erase", "anna", "--yes");
}

async function makeShops(walk: Walk): Promise<void> {
  const init = ["--name", "Hill House", "--domain", "hill-house.example", "--country", "IN"];
  const entries = ["user.link", "user.add", "provider.add", "init"];
  await walk.run(entries, "init", ...init, "--no-cod");
  await walk.run("seed", "seed", "customers.json");
  await walk.run(null, "seed", "customers.json");
  for (let times = 0; times < 2; times++) await walk.run("demo", "demo");
  await walk.run("merchant.delete", "merchant", "delete", SHOP[1]!, "--with-data", "--yes");
  const none = [["completions", "bash"], ["version"], ["audit", "verify"], ["refund", "list"]];
  for (const argv of none) await walk.run(null, ...argv);
}

Deno.test("every command that changes something has one audit entry, and no other has one", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    shell.env["CHECKOUT_USER"] = "meera";
    const walk = new Walk(shell);
    await changeShop(walk);
    await changeReceivers(walk);
    await changeSessions(walk);
    await changeCustomers(walk);
    await changePeople(walk);
    await makeShops(walk);
    assert.deepEqual([...walk.done, ...WHOLE].sort(), leafCommands().sort());

    const entries = await walk.entries();
    const actions = new Set(entries.map(({ action }) => action));
    assert.deepEqual(AUDIT_ACTIONS.filter((one) => !actions.has(one)), [
      // Of imports of several batches: tests/cli/product_test.ts.
      "product.imported",
      // Of a new key: tests/service/shop/providers_test.ts.
      "provider.key",
      // By people, at the dashboard.
      "user.invite",
      "user.accept",
      "user.withdraw",
      "user.link-asked",
      "user.password",
      "user.email",
      "user.sign-in",
      "user.sign-in-refused",
      ...["factor.add", "factor.codes", "factor.remove", "passkey.add", "passkey.remove"],
      "db.restore",
      // Of the whole database: tests/cli/secrets_test.ts.
      "secrets.rotate",
      "export.download",
    ]);
    const text = JSON.stringify(entries);
    const { name, line1, city, postalCode } = anAddress();
    const persons = [PHONE, PHONE.slice(3), FREE, "home.example", name, line1, city, postalCode];
    const secrets =
      walk.printed.match(/\b(?:ck_live_\w{30,}|whsec_[\w+/=]{20,}|link#[\w-]{43})/g) ?? [];
    assert.ok(secrets.length >= 5);
    for (const private_ of [...persons, ...secrets, "s3cret", "pay_"]) {
      assert.ok(!text.includes(private_.replace("link#", "")), private_);
    }
  }));
