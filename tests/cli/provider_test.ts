import assert from "node:assert/strict";
import { StripeDouble } from "../support/payments/stripe_double.ts";
import { withPayment } from "../service/shop/stripe_shop.ts";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

Deno.test("provider add takes one for tests; list and remove name it, and another may follow", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const add = (...more: string[]) => shell.run("provider", "add", ...more, ...SHOP);
    const { out } = await add("demo", "--test");
    const [, id = ""] = /^demo takes test payments: ([0-9a-f-]{36})\n$/.exec(out) ?? [];
    assert.ok(id, out);
    assert.match(
      (await add("demo", "--test")).err,
      /has a provider for test payments \(demo\): remove it/,
    );
    const list = async () =>
      (await shell.json("provider", "list", ...SHOP)).map((
        { provider_id, removed_at }: Record<string, unknown>,
      ) => [provider_id, removed_at === null]);
    assert.deepEqual(await list(), [[id, true]]);
    const remove = ["provider", "remove", id, "--yes", ...SHOP];
    assert.equal((await shell.run(...remove)).out, `Removed demo: ${id}\n`);
    assert.match((await shell.run(...remove)).err, /The shop has no such provider in use: /);
    assert.deepEqual(await list(), [[id, false]]);
    assert.equal((await add("demo", "--test")).code, 0);
  }));

Deno.test("provider add refuses an unknown kind, and the demo provider for live payments", () =>
  withShell(async (shell) => {
    await createShop(shell);
    for (
      const [words, said] of [
        [["paypal", "--test"], /Unknown kind of provider: paypal; use stripe, razorpay, demo/],
        [["demo", "--test", "--key", "@x"], /The demo provider has no key/],
        [["stripe"], /stripe needs its secret key: put it into a file, and add --key @FILE/],
        [["stripe", "--key", "sk_live_x"], /--key takes a file and no text: --key @FILE/],
        [["demo"], /takes payments of test keys only: add --test/],
      ] as const
    ) {
      const { code, err } = await shell.run("provider", "add", ...words, ...SHOP);
      assert.equal(code, 2);
      assert.match(err, said);
    }
    assert.match((await shell.run("provider", "list", ...SHOP)).out, /No providers/);
  }));

Deno.test("provider add tries a key and says that no key seals it; test names its account; remove says what is lost", async () => {
  const account = { account: "acct_one" };
  const double = new StripeDouble(() => 0, { sk_live_one: account, sk_live_new: account });
  await withShell(async (shell) => {
    await createShop(shell);
    const add = async (key: string, ...more: string[]) => {
      shell.files.set("stripe.key", `${key}\n`);
      return await shell.run("provider", "add", "stripe", ...SHOP, "--key", "@stripe.key", ...more);
    };
    assert.match((await add("sk_live_unknown")).err, /The provider does not know this key: stripe/);
    assert.match(
      (await add("sk_live_one", "--test")).err,
      /The key is a live key: leave --test out/,
    );
    assert.match((await add("two words")).err, /must have one key on one line: stripe.key/);
    const { out, err } = await add("sk_live_one");
    assert.equal(err, "The database has the secret as plain text: there is no key yet\n");
    const [, id = ""] = /^stripe takes live payments of acct_one: (.{36})\n$/.exec(out) ?? [];
    assert.ok(id, out);
    // A new key of the account takes the place of the old one.
    assert.equal((await add("sk_live_new")).out, out);
    shell.files.set("hook.key", "whsec_1\n");
    const hook = ["provider", "add", "stripe", ...SHOP, "--hook-secret", "@hook.key"];
    assert.deepEqual(await shell.run(...hook), { code: 0, out, err });
    const test = ["provider", "test", id, ...SHOP];
    assert.equal(
      (await shell.run(...test)).out,
      "stripe takes the key, for live payments of acct_one\n",
    );
    assert.equal(double.requests.at(-1)?.headers.Authorization, "Bearer sk_live_new");
    const [listed] = await shell.json("provider", "list", ...SHOP);
    assert.deepEqual([listed.account, listed.has_key], ["acct_one", true]);
    const removed = await shell.json("provider", "remove", id, "--now", "--yes", ...SHOP);
    assert.deepEqual([removed.has_key, removed.open_payments], [false, 0]);
    assert.match((await shell.run(...test)).err, /The key of this account .* was deleted/);
  }, { callProvider: double.send });
});

Deno.test("provider remove --now lists payments before it asks, ends their pages, and names the lost", () =>
  withPayment(async ({ store, clock }, { stripe, checkout, paymentId }) => {
    const given = { store, clock, callProvider: stripe.send, firstId: 5000 };
    await withShell(async (shell) => {
      const [{ provider_id: id }] = await shell.json("provider", "list", ...SHOP);
      const remove = (...more: string[]) =>
        shell.run("provider", "remove", id, "--now", ...SHOP, ...more);
      shell.isTerminal = true;
      shell.answer = false;
      const asked = await remove();
      assert.equal(asked.code, 1);
      const payment = new RegExp(
        `^Under way: \\d+\\.\\d\\d INR of session ${checkout.id}, begun 20.*, payment ${paymentId}$`,
        "m",
      );
      assert.match(asked.err, payment);
      assert.match(shell.asked[0] ?? "", /^Remove this provider with its key\? Pages under way/);
      stripe.faults.push("down");
      const json = JSON.parse((await remove("--yes", "--json")).out);
      assert.equal(json.open_payments, 1);
      const [lost] = json.lost_payments;
      assert.deepEqual([lost.payment_id, lost.session_id, lost.currency], [
        paymentId,
        checkout.id,
        "INR",
      ]);
      assert.match(lost.reason, /^its page was not ended: /);
    }, given);
  }));

Deno.test("merchant delete --with-data ends the pages of payments, and names those that it cannot end", async () => {
  for (const isDown of [false, true]) {
    await withPayment(async ({ store, clock }, { stripe, paymentId }) => {
      const given = { store, clock, callProvider: stripe.send, firstId: 5000 };
      await withShell(async (shell) => {
        const remove = (...more: string[]) =>
          shell.run("merchant", "delete", SHOP[1]!, "--with-data", ...more);
        Object.assign(shell, { isTerminal: true, answer: false });
        const underWay = new RegExp(`^Under way: .* INR of session .*, payment ${paymentId}$`, "m");
        assert.match((await remove()).err, underWay);
        const [page] = stripe.books.pages.values();
        assert.equal(page?.status, "open");
        if (isDown) stripe.faults.push("down");
        const { out, err } = await remove("--yes", "--json");
        const lost = JSON.parse(out).lost_payments;
        assert.deepEqual(
          lost.map((one: Record<string, unknown>) => one["payment_id"]),
          isDown ? [paymentId] : [],
        );
        assert.equal(/^Lost: .*: its page was not ended: /m.test(err), isDown);
        assert.equal(page?.status, isDown ? "open" : "expired");
        assert.deepEqual(await shell.json("merchant", "list"), []);
      }, given);
    });
  }
});
