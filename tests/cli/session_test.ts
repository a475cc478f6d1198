import assert from "node:assert/strict";
import { sessionSchema } from "../../src/schema/api/session.ts";
import { createShop, openSession, withShell } from "./support.ts";

Deno.test("session list shows the newest first, filtered by shop, states and number", () =>
  withShell(async (shell) => {
    assert.equal((await shell.run("session", "list")).out, "No sessions match\n");
    const merchantId = await createShop(shell);
    const first = await openSession(shell);
    shell.clock.advance(1000);
    const second = await openSession(shell);
    await shell.json("session", "expire", first, "--yes");

    const all = await shell.json("session", "list");
    assert.deepEqual(all.map(({ id }: { id: string }) => id), [second, first]);
    assert.deepEqual(all[0], {
      id: second,
      livemode: true,
      merchant_id: merchantId,
      session_state: "INITIATED",
      payment_state: "DRAFT",
      order_number: null,
      reference: null,
      customer_phone: null,
      items: 1,
      currency_code: "INR",
      total_payable: 698,
      created_at: "2026-01-02T03:04:06.000Z",
      last_active_at: "2026-01-02T03:04:06.000Z",
      placed_at: null,
      cancelled_at: null,
    });
    const ids = async (...flags: string[]) =>
      (await shell.json("session", "list", ...flags)).map(({ id }: { id: string }) => id);
    assert.deepEqual(await ids("--state", "abandoned"), [first]);
    assert.deepEqual(await ids("--state", "in-progress"), []);
    assert.deepEqual(await ids("--payment", "draft"), [second, first]);
    assert.deepEqual(await ids("--payment", "pending"), []);
    assert.deepEqual(await ids("--payment", "draft", "--state", "abandoned"), [first]);
    assert.deepEqual(await ids("--limit", "1"), [second]);
    assert.deepEqual(await ids("--merchant", "demo-store.example"), [second, first]);
    const { out } = await shell.run("session", "list");
    assert.match(
      out,
      new RegExp(`${second} +INITIATED +DRAFT +698\\.00 INR +just now +- +Demo Store`),
    );
    // The amount and the state of the payment are there on a terminal of 80 columns.
    shell.clock.advance(59 * 60_000);
    await openSession(shell, { quantity: 99 });
    Object.assign(shell, { isTerminal: true, env: { NO_COLOR: "1" } });
    const narrow = (await shell.run("session", "list")).out;
    assert.match(narrow, / DRAFT {4}34551\.00 INR$/m);
    assert.deepEqual(narrow.split("\n").filter((line) => line.length > 80), []);
  }));

Deno.test("session show is a readable summary with lines, totals and states", () =>
  withShell(async (shell) => {
    await createShop(shell, "--tax-rate", "18", "--shipping", "IN=60");
    await shell.json(
      ...["coupon", "create", "--merchant", "demo-store.example", "--code", "WELCOME"],
      ...["--automatic", "--type", "percentage", "--amount", "10"],
    );
    const id = await openSession(shell);
    const { code, out } = await shell.run("session", "show", id);
    assert.equal(code, 0);
    assert.match(
      out,
      new RegExp(`^Session +${id}\nShop +Demo Store\nState +INITIATED, payment DRAFT\n`),
    );
    assert.match(out, /^Mug +2 x 349\.00 +-69\.80 +628\.20\n {2}variant 9223372036854775807$/m);
    const totals = /^ *Sub total[^]*?Tax.*$/m.exec(out)?.[0].split("\n").map((line) => line.trim());
    assert.deepEqual(totals, [
      "Sub total                                    698.00",
      "Coupon WELCOME: 10 % off, automatic          -69.80",
      "Total                                        628.20",
      "Shipping                             no address yet",
      "Total payable, INR                           628.20",
      "Tax, included in the prices                   95.83",
    ]);
  }));

Deno.test("session show --json is the API's form, with the rest under operator", () =>
  withShell(async (shell) => {
    const merchantId = await createShop(shell);
    const id = await openSession(shell, {
      reference: "R-4711",
      note: "as sent",
      attributes: { Gift: "yes" },
      tracking: { fp_id: "f" },
    });
    const { out } = await shell.run("session", "show", id, "--json");
    assert.match(out, /"variant_id": 9223372036854775807/);
    const session = JSON.parse(out);
    assert.equal(session.id, id);
    assert.equal(session.merchant_id, merchantId);
    assert.equal(session.pricing.total_payable, 698);
    assert.equal(session.pricing.shipping, -1);
    assert.deepEqual([session.reference, session.note, session.attributes], [
      "R-4711",
      "as sent",
      { Gift: "yes" },
    ]);
    const { operator, ...shown } = session;
    assert.deepEqual(sessionSchema.parse(shown), shown);
    assert.equal(session.expires_at, "2026-01-02T04:04:05.000Z");
    const { events, ...kept } = operator;
    assert.deepEqual(events, []);
    assert.deepEqual(kept, {
      version: 1,
      created_at: "2026-01-02T03:04:05.000Z",
      last_active_at: "2026-01-02T03:04:05.000Z",
      serviceable: true,
      items: [{ gift_of: null, tax: 0 }],
      choices: {
        codes: [],
        gifts: [],
        shipping_option: null,
        payment_method: null,
        payment_way: null,
        coins: 0,
      },
      payment_started_at: null,
      collected: null,
      cancelled: null,
      recovery: { idle_at: null, returned: null, reopened_as: null },
      holds: { coupon_uses: [], stock: [], coins_processing: 0 },
      extra: { tracking: { fp_id: "f" } },
    });
  }));

Deno.test("session show lets no control characters of a cart reach the terminal", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const id = await openSession(shell, { title: "Mug\u001b[2J\u009b31m\u202e\nforged" });
    const text = await shell.run("session", "show", id);
    assert.match(text.out, /Mug\?\[2J\?31m\?\?forged/);
    const json = await shell.run("session", "show", id, "--json");
    // deno-lint-ignore no-control-regex -- these are what is looked for
    assert.doesNotMatch(text.out + json.out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    assert.equal(JSON.parse(json.out).items[0].title, "Mug\u001b[2J\u009b31m\u202e\nforged");
  }));

for (const id of ["nope", "00000000-0000-7000-8000-00000000dead"]) {
  Deno.test(`session show ${id} fails with error.session-not-found`, () =>
    withShell(async (shell) => {
      const { code, out, err } = await shell.run("session", "show", id);
      assert.deepEqual([code, out], [1, ""]);
      assert.equal(err, `error: No session has this id: ${id} (error.session-not-found)\n`);
    }));
}

Deno.test("session expire ends several, goes on after one that fails, and exits 1 then", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const [a, b] = [await openSession(shell), await openSession(shell)];
    const { code, out, err } = await shell.run(
      "session",
      "expire",
      a,
      "nope",
      b,
      "--yes",
      "--json",
    );
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(out), {
      expired: [a, b],
      failed: [{
        id: "nope",
        code: "error.session-not-found",
        message: "No session has this id: nope",
      }],
    });
    assert.match(err, /^error: No session has this id: nope/);
    const again = await shell.run("session", "expire", a, "--yes");
    assert.deepEqual([again.code, again.out], [1, ""]);
    assert.match(again.err, /has already ended: ABANDONED \(error\.conflict\)/);
  }));

Deno.test("session expire needs --yes where there is no terminal, and asks on one", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const id = await openSession(shell);
    assert.equal((await shell.run("session", "expire", id)).code, 2);
    shell.isTerminal = true;
    shell.answer = false;
    assert.equal((await shell.run("session", "expire", id)).code, 1);
    assert.equal((await shell.json("session", "show", id)).session_state, "INITIATED");
    shell.answer = true;
    assert.equal((await shell.run("session", "expire", id)).out, `Ended session ${id}\n`);
    assert.equal((await shell.json("session", "show", id)).session_state, "ABANDONED");
    assert.deepEqual(shell.asked.length, 2);
  }));
