import assert from "node:assert/strict";
import { setImmediate } from "node:timers";
import { AppError } from "../../src/domain/errors.ts";
import { addSession, anEndpoint, anEvent, aSession, M1, putMerchant } from "../store/support.ts";
import { aCoupon, aCustomer, aProduct, aVariant, int64, uuid } from "../support/builders.ts";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

/** Ids of a list's rows by its JSON, page by page, and the cursors on stderr. */
async function pages(shell: Shell, argv: readonly string[], key: string) {
  const found: string[][] = [];
  for (let after: string[] = [], at = 0; at < 9; at++) {
    const { code, out, err } = await shell.run("--json", ...argv, ...after);
    assert.equal(code, 0, err);
    found.push(JSON.parse(out).map((row: Record<string, unknown>) => String(row[key])));
    if (err === "") break;
    const [, cursor = ""] = /^More rows follow: add --after (\S+)\n$/.exec(err) ?? [];
    assert.equal(cursor, found.at(-1)?.at(-1));
    after = ["--after", cursor];
  }
  return found;
}

Deno.test("session list --after continues a list, and names the next row on stderr", () =>
  withShell(async (shell) => {
    await createShop(shell);
    // Two of each moment.
    const opened: string[] = [];
    for (let n = 0; n < 5; n++) {
      if (n % 2 === 0) shell.clock.advance(1000);
      opened.unshift(await openSession(shell));
    }
    const two = ["session", "list", "--limit", "2"];
    const [first = "", second = "", third = "", fourth = "", fifth = ""] = opened;
    const expected = [[first, second], [third, fourth], [fifth]];
    assert.deepEqual(await pages(shell, two, "id"), expected);
    const ofShop = [...two, "--merchant", "demo-store.example", "--state", "initiated"];
    assert.deepEqual(await pages(shell, ofShop, "id"), expected);
    const { out, err } = await shell.run(...two);
    assert.match(out, /^ID [^]+\n\S+ +INITIATED [^]+\n\S+ +INITIATED [^\n]+\n$/);
    assert.equal(err, `More rows follow: add --after ${second}\n`);
    const unknown = await shell.run(...two, "--after", uuid(1));
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /\(error\.session-not-found\)/);
  }));

Deno.test("session list --orders lists orders by the time they were placed", () =>
  withShell(async (shell) => {
    await createShop(shell, "--cod-fee", "40");
    const opened = [await openSession(shell), await openSession(shell), await openSession(shell)];
    const [early = "", open = "", late = ""] = opened;
    for (const id of [late, early]) {
      shell.clock.advance(1000);
      const buyer = new Buyer(shell, id);
      await buyer.choose("COD");
      await buyer.placeOrder();
    }
    assert.deepEqual(await pages(shell, ["session", "list", "--orders", "--limit", "1"], "id"), [
      [early],
      [late],
    ]);
    const orders = await shell.json("session", "list", "--orders", "--payment", "draft");
    assert.deepEqual(
      orders.map((row: Record<string, unknown>) => row["placed_at"]),
      ["2026-01-02T03:04:07.000Z", "2026-01-02T03:04:06.000Z"],
    );
    assert.match((await shell.run("session", "list", "--orders")).out, /^ID .+ PLACED /);
    const none = await shell.run("session", "list", "--orders", "--after", open);
    assert.match(none.err, /^error: No order has this id: .+\(error\.session-not-found\)\n$/);
    const both = await shell.run("session", "list", "--orders", "--state", "completed");
    assert.equal(both.code, 2);
  }));

Deno.test("lists of a shop are whole, or continue after a product, phone, code or event", () =>
  withShell(async (shell) => {
    const numbers = [1, 2, 3, 4, 5];
    await shell.store.commit([
      putMerchant,
      { kind: "webhook.put", endpoint: anEndpoint() },
      ...numbers.flatMap((n) => {
        const ids = { productId: int64(n), variantId: int64(n) };
        const product = aProduct({ ...ids, id: uuid(30 + n), variants: [aVariant(ids)] });
        const phone = `+9198765432${n}0`;
        return [
          { kind: "product.put", merchantId: M1, product },
          { kind: "coupon.put", coupon: aCoupon({ id: uuid(60 + n), code: `SALE ${n}` }) },
          {
            kind: "customer.put",
            customer: aCustomer({ id: uuid(80 + n), phone }),
            seededCoins: 0,
          },
          { kind: "event.add", event: anEvent(n) },
        ] as const;
      }),
    ]);
    const shop = ["--merchant", "demo-store.example"];
    const ofTwo = <T>(all: readonly T[]) => [all.slice(0, 2), all.slice(2, 4), all.slice(4)];
    const products = numbers.map(String);
    const phones = numbers.map((n) => `+9198765432${n}0`);
    const events = numbers.map((n) => anEvent(n).id).reverse();
    const lists: [argv: string[], key: string, all: string[]][] = [
      [["product", "list", ...shop], "id", products],
      [["customer", "list", ...shop], "phone", phones],
      [["webhook", "deliveries", anEndpoint().id], "event_id", events],
    ];
    for (const [argv, key, all] of lists) {
      assert.deepEqual(await pages(shell, argv, key), [all]);
      assert.deepEqual(await pages(shell, [...argv, "--limit", "2"], key), ofTwo(all));
    }
    const coupons = await shell.run("coupon", "list", ...shop, "--limit", "2");
    assert.equal(coupons.err, "More rows follow: add --after 'SALE 2'\n");
    const rest = await shell.json("coupon", "list", ...shop, "--after", "sale 2");
    const codes = rest.map(({ code }: { readonly code: string }) => code);
    assert.deepEqual(codes, ["SALE 3", "SALE 4", "SALE 5"]);
    const noId = await shell.run("product", "list", ...shop, "--after", "mug");
    assert.equal(noId.code, 2);
    const noEvent = await shell.run("webhook", "deliveries", anEndpoint().id, "--after", uuid(1));
    assert.match(
      noEvent.err,
      /^error: The endpoint has no delivery of this event: .+not-found\)\n$/,
    );
  }));

Deno.test("a CSV export ends between two pages when its database cannot be used any more", () =>
  withShell(async (shell) => {
    const sessions = Array.from({ length: 450 }, (_, n) => addSession(aSession(n)));
    await shell.store.commit([putMerchant, ...sessions]);
    const { promise, reject } = Promise.withResolvers<never>();
    shell.lost = promise;
    // Of an event loop that is never given a turn, nothing is heard.
    setImmediate(() => reject(new AppError("error.unavailable", "It was upgraded")));
    const { code, out, err } = await shell.run("session", "list", "--csv");
    assert.deepEqual([code, err], [1, "error: It was upgraded (error.unavailable)\n"]);
    assert.ok(out.trimEnd().split("\r\n").length < 450);
  }));

Deno.test("session list reads a long list in pages, and keeps no whole session", () =>
  withShell(async (shell) => {
    const sessions = Array.from({ length: 450 }, (_, n) => addSession(aSession(n)));
    await shell.store.commit([putMerchant, ...sessions]);
    const { list } = shell.store.sessions;
    const limits: number[] = [];
    Object.assign(shell.store.sessions, {
      list: (...asked: Parameters<typeof list>) => {
        limits.push(asked[1].limit);
        return list.call(shell.store.sessions, ...asked);
      },
    });
    const rows = await shell.json("session", "list", "--limit", "10000");
    assert.equal(rows.length, 450);
    assert.deepEqual(limits, [100, 100, 100, 100, 100]);
    limits.length = 0;
    assert.equal((await shell.json("session", "list", "--limit", "250")).length, 250);
    assert.deepEqual(limits, [100, 100, 50]);
  }));
