import assert from "node:assert/strict";
import { Buyer, PHONE, seedCustomer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

/** A shop with a coupon and a customer, and a session that is about to be paid with coins. */
async function aboutToPay(shell: Shell): Promise<{ id: string; buyer: Buyer }> {
  await createShop(shell);
  await shell.json(
    ...["coupon", "create", "--merchant", "demo-store.example", "--code", "WELCOME"],
    ...["--automatic", "--type", "percentage", "--amount", "10"],
  );
  await seedCustomer(shell, 500);
  shell.files.set("products.json", PRODUCTS);
  await shell.json("product", "import", "products.json", "--merchant", "demo-store.example");
  const id = await openSession(shell);
  const buyer = new Buyer(shell, id);
  await buyer.verify();
  await buyer.address();
  await buyer.redeem(200);
  return { id, buyer };
}

/** The product that `openSession` puts into the cart, with stock to run out of. */
const PRODUCTS = `{"products": [{
  "id": 9223372036854775806, "title": "Mug", "handle": "mug", "vendor": "Demo",
  "variants": [{
    "id": 9223372036854775807, "title": "Default Title", "price": "349.00", "inventory_quantity": 5
  }]
}]}`;

Deno.test("session show says who buys, where it goes and how it is paid", () =>
  withShell(async (shell) => {
    const { id, buyer } = await aboutToPay(shell);
    const before = await shell.run("session", "show", id);
    assert.match(before.out, /^Payment +none yet\nReserved +nothing\n/m);
    await buyer.startPayment();
    const { out } = await shell.run("session", "show", id);
    assert.match(out, /^Customer +\+919876543210$/m);
    assert.match(
      out,
      /^Address +Asha Rao, 1 Residency Road, Bengaluru, KA, 560025, IN, \+919876543210$/m,
    );
    assert.match(
      out,
      /^Payment +PENDING: 608\.20 INR, started 2026-01-02 03:04:05Z, id [0-9a-f-]{36}$/m,
    );
    await buyer.settle("PAID");
    assert.match(
      (await shell.run("session", "show", id)).out,
      /^Payment +PAID: 608\.20 INR, .*, reference pay_[0-9a-f-]{36}$/m,
    );
  }));

Deno.test("session show names what a payment under way has reserved, until it is over", () =>
  withShell(async (shell) => {
    const { id, buyer } = await aboutToPay(shell);
    await buyer.startPayment();
    const { out } = await shell.run("session", "show", id);
    assert.match(
      out,
      /^Reserved +one use of coupon WELCOME, 2 units of variant 9223372036854775807, 200 coins$/m,
    );
    const json = await shell.run("session", "show", id, "--json");
    assert.match(json.out, /"stock": \[\n +\{\n +"variant_id": 9223372036854775807,/);
    const { operator: { holds } } = JSON.parse(json.out);
    assert.deepEqual(holds.coupon_uses, ["WELCOME"]);
    assert.equal(holds.stock[0].units, 2);
    assert.equal(holds.coins_processing, 200);

    await buyer.settle("FAILED");
    const failed = await shell.json("session", "show", id);
    assert.deepEqual(failed.operator.holds, { coupon_uses: [], stock: [], coins_processing: 0 });
    await buyer.startPayment();
    await buyer.settle("PAID");
    const paid = await shell.json("session", "show", id);
    assert.deepEqual(paid.operator.holds, {
      coupon_uses: ["WELCOME"],
      stock: [],
      coins_processing: 0,
    });
    assert.match(
      (await shell.run("session", "show", id)).out,
      /^Reserved +used coupon WELCOME$/m,
    );
  }));

Deno.test("session show says when the order was placed, and what a late one lacks", () =>
  withShell(async (shell) => {
    const { id, buyer } = await aboutToPay(shell);
    await buyer.startPayment();
    shell.clock.advance(1_800_000);
    await shell.services.housekeeping.releaseAll();
    const released = await shell.run("session", "show", id);
    assert.match(released.out, /^Payment +PENDING, released: 608\.20 INR, /m);
    assert.match(released.out, /^Reserved +nothing$/m);
    assert.equal((await shell.json("session", "show", id)).payment.holds, "released");

    const shop = ["--merchant", "demo-store.example"];
    await shell.run("customer", "coins", PHONE, "-450", ...shop, "--reason", "elsewhere");
    await shell.run("coupon", "disable", "WELCOME", ...shop);
    shell.files.set(
      "products.json",
      PRODUCTS.replace('"inventory_quantity": 5', '"inventory_quantity": 1'),
    );
    await shell.json("product", "import", "products.json", ...shop);
    await buyer.settle("PAID");
    const { out } = await shell.run("session", "show", id);
    assert.match(
      out,
      /^Order +\w{4}-\w{4}, placed 2026-01-02 03:34:05Z, paid late; missing a use of coupon/m,
    );
    const text = out.replaceAll(/\s+/g, " ");
    const units = "1 unit of variant 9223372036854775807";
    assert.ok(text.includes(`missing a use of coupon WELCOME, ${units}, 150 coins`), out);
    const json = await shell.run("session", "show", id, "--json");
    assert.match(
      json.out,
      /"product_id": 9223372036854775806,\n +"variant_id": 9223372036854775807,/,
    );
    const { order } = JSON.parse(json.out);
    assert.deepEqual(
      [order.placed_at, order.late, order.shortfall.coins],
      ["2026-01-02T03:34:05.000Z", true, 150],
    );
  }));

Deno.test("session show asks for the prepaid part of a COD order until it is paid", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40", "--cod-prepaid", "10%");
    const id = await openSession(shell);
    const buyer = new Buyer(shell, id);
    await buyer.choose("COD");
    await buyer.startPayment();
    const due = await shell.run("session", "show", id);
    assert.match(due.out, /^Payment +PENDING: 73\.80 INR, prepaid part of cash on delivery, /m);
    assert.match(due.out, /^Prepaid part: 73\.80 INR$/m);
    await buyer.settle("PAID");
    const { out } = await shell.run("session", "show", id);
    assert.match(out, /^State +COMPLETED, payment PAID$/m);
    assert.match(out, /^ +Amount paid +73\.80\n +Left to pay on delivery +664\.20$/m);
    assert.doesNotMatch(out, /To be paid ahead/);
  }));

Deno.test("session show has the timeline of events, oldest first", () =>
  withShell(async (shell) => {
    const { id, buyer } = await aboutToPay(shell);
    shell.clock.advance(60_000);
    await buyer.startPayment();
    await buyer.settle("PAID");
    const { operator: { events } } = await shell.json("session", "show", id);
    const types = events.map(({ type }: { type: string }) => type);
    assert.equal(types[0], "otp.requested");
    assert.deepEqual(types.slice(-3), ["payment.pending", "payment.paid", "session.completed"]);
    const { id: eventId, ...pending } = events.at(-3);
    assert.match(eventId, /^[0-9a-f-]{36}$/);
    assert.equal(pending.at, "2026-01-02T03:05:05.000Z");
    assert.equal(pending.data.total_payable, "608.20");
    const { out } = await shell.run("session", "show", id);
    const rows = out.split("\n").filter((line) => /^2026-.* (session|payment|otp)\./.test(line));
    assert.equal(rows.length, events.length);
    assert.match(
      out,
      new RegExp(
        `^2026-01-02 03:05:05Z +payment\\.pending +IN_PROGRESS +PENDING +608\\.20 +${eventId}$`,
        "m",
      ),
    );
  }));

for (
  const [columns, head, remark] of [
    [80, "TIME +EVENT +STATE +PAYMENT +PAYABLE", "EVENT ID"],
    [60, "TIME +EVENT +STATE", "PAYMENT, PAYABLE, EVENT ID"],
  ] as const
) {
  Deno.test(`session show says at ${columns} columns what the timeline has no room for`, () =>
    withShell(async (shell) => {
      await createShop(shell);
      const id = await openSession(shell);
      const buyer = new Buyer(shell, id);
      await buyer.address();
      await buyer.startPayment();
      await buyer.settle("PAID");
      Object.assign(shell, { isTerminal: true, columns, env: { NO_COLOR: "1" } });
      const { out } = await shell.run("session", "show", id);
      assert.match(out, new RegExp(`\n${head}\n`));
      assert.ok(out.replaceAll(/\s+/g, " ").includes(` Hidden to fit: ${remark} (widen`), out);
      for (const line of out.split("\n")) assert.ok(line.length <= columns, line);
    }));
}

Deno.test("session show hides one-time codes and their hashes", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await shell.json(
      "webhook",
      "add",
      "https://hooks.example/",
      "--merchant",
      "demo-store.example",
    );
    const id = await openSession(shell);
    const buyer = new Buyer(shell, id);
    await buyer.sendCode();
    const code = await buyer.code();
    const { session } = await shell.services.sessionAdmin.show(id);
    const { challenge } = session.otp;
    assert.ok(challenge);
    const text = await shell.run("session", "show", id);
    const json = await shell.run("session", "show", id, "--json");
    assert.ok(json.out.includes("otp.requested"));
    for (const { out } of [text, json]) {
      assert.ok(!out.includes(challenge.hash));
      assert.ok(!out.includes(challenge.salt));
      assert.doesNotMatch(out, new RegExp(`\\b${code}\\b`));
    }
  }));

Deno.test("session list finds the sessions of a customer by phone, national within a shop", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const id = await openSession(shell);
    await new Buyer(shell, id).verify();
    await openSession(shell);
    const ids = async (...flags: string[]) =>
      (await shell.json("session", "list", ...flags)).map((one: { id: string }) => one.id);
    assert.deepEqual(await ids("--phone", PHONE), [id]);
    const shop = ["--merchant", "demo-store.example"];
    assert.deepEqual(await ids("--phone", "098765 43210", ...shop), [id]);
    assert.deepEqual(await ids("--phone", PHONE, "--state", "initiated"), []);
    assert.deepEqual(await ids("--phone", "+919876543211"), []);
    const [listed] = await shell.json("session", "list", "--phone", PHONE);
    assert.equal(listed.customer_phone, PHONE);
    assert.match(
      (await shell.run("session", "list")).out,
      / DRAFT .+ Demo Store +\+919876543210 +1\n/,
    );
  }));

Deno.test("session list refuses a national phone number where no shop is named", () =>
  withShell(async (shell) => {
    const { code, err } = await shell.run("session", "list", "--phone", "9876543210");
    assert.equal(code, 2);
    assert.match(err, /^error: --phone must be .* \(without a shop it must start with \+\)/);
  }));
