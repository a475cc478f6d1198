import assert from "node:assert/strict";
import type { CouponId, KeyId } from "../../src/domain/ids.ts";
import { currencyOf, parseMajor } from "../../src/domain/values/money.ts";
import { textWidth } from "../../src/cli/output/width.ts";
import { addRefund } from "../store/contract/refunds.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  COMPLETED,
  M1,
  PENDING,
  putOther,
  sid,
} from "../store/support.ts";
import {
  aCoupon,
  aCustomer,
  aMerchant,
  aProduct,
  aVariant,
  int64,
  NOW,
  uuid,
} from "../support/builders.ts";
import { leafCommands } from "../support/commands.ts";
import { aKey } from "../support/keys.ts";
import { OPERATOR } from "../support/operator.ts";
import { aPlacedOrder, orderNumber } from "../support/orders.ts";
import { type Shell, withShell } from "./support.ts";

const LONG = "A shop whose name is far longer than any column of a table";
const WIDE = "全角文字で書かれたとても長いお店の名前、または商品の名前";
const PAYABLE = parseMajor("123456789.00", currencyOf("INR"), "amount");

/** Things with names as long as they get, in Latin and in full-width characters. */
async function fill(shell: Shell): Promise<void> {
  const { phone, id } = aCustomer();
  const merchant = aMerchant({ name: WIDE, domains: [`${"long-".repeat(9)}name.example`] });
  const big = (n: number) => {
    const session = aSession(n);
    const { priced } = session;
    const totals = { ...priced.totals, totalPayable: PAYABLE };
    return { ...session, customer: { id, phone }, priced: { ...priced, totals } };
  };
  const order = (n: number) => ({ order: aPlacedOrder({ number: orderNumber(n) }) });
  await shell.store.commit([
    { kind: "merchant.put", merchant },
    putOther,
    ...Array.from({ length: 21 }, (_, n) => addSession(aSession(10 + n))),
    addSession(big(1)),
    addSession({ ...big(2), state: PENDING }),
    addSession({ ...big(3), state: COMPLETED, ...order(1) }),
    ...[LONG, WIDE].flatMap((name, n) => {
      const ids = { productId: int64(2n ** 62n + BigInt(n)), variantId: int64(2n ** 62n) };
      const variantId = int64(2n ** 62n + BigInt(n));
      const soon = { expiresAt: NOW + 3600_000, livemode: n === 0 };
      return [
        {
          kind: "key.add",
          key: aKey({ id: uuid<KeyId>(70 + n), hash: `${n}`.repeat(64), name, ...soon }),
        },
        {
          kind: "coupon.put",
          coupon: aCoupon({ id: uuid<CouponId>(80 + n), code: name.slice(0, 40), endsAt: NOW }),
        },
        {
          kind: "product.put",
          merchantId: M1,
          product: aProduct({
            ...ids,
            id: uuid(90 + n),
            title: name,
            variants: [aVariant({ ...ids, variantId, price: PAYABLE })],
          }),
        },
        {
          kind: "webhook.put",
          endpoint: anEndpoint({
            id: uuid(60 + n),
            url: `https://shop.example/${encodeURIComponent(name)}`,
          }),
        },
        {
          kind: "unexpected.add",
          unexpected: {
            id: uuid(50 + n),
            merchantId: M1,
            livemode: true,
            sessionId: sid(1),
            paymentId: uuid(9),
            reference: name,
            amount: "123456789.00",
            currencyCode: "INR",
            reason: "error.payment-reference-used",
            message: name,
            at: NOW,
            keyId: null,
            count: 1,
            resolution: { at: NOW, note: name },
          },
        },
      ] as const;
    }),
    { kind: "customer.put", customer: aCustomer(), seededCoins: 123_456_789 },
    { kind: "event.add", event: anEvent(1) },
    addRefund(1, { reference: WIDE, amount: PAYABLE }),
    addRefund(2, { reference: LONG, state: "DONE" }),
  ]);
  const mail = ["--url", "smtps://u:p@mail.example", "--from", "a@b.example"];
  await shell.json("channel", "add", "email", ...mail, "--merchant", M1);
  await shell.json("provider", "add", "demo", "--test", "--merchant", M1);
  const { id: merchantId } = merchant;
  await shell.services.customers.correct(merchantId, phone, {
    coins: 5,
    reason: WIDE,
    by: OPERATOR,
  });
}

/** Lists, with the columns that each must keep on a terminal of 80 columns. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  "merchant list": ["ID", "NAME", "DOMAINS"],
  "key list": ["ID", "NAME", "STATE", "EXPIRES"],
  "coupon list": ["CODE", "STATE", "BENEFIT", "USED"],
  "product list": ["VARIANT", "TITLE", "PRICE INR", "STOCK"],
  "customer list": ["PHONE", "AVAILABLE"],
  "session list": ["ID", "STATE", "PAYMENT", "PAYABLE"],
  "order list": ["NUMBER", "PAYABLE", "PAYMENT", "PLACED"],
  "payment list": ["ID", "AMOUNT", "REASON"],
  "refund list": ["ID", "AMOUNT", "STATE"],
  "webhook list": ["ID", "URL", "STATE"],
  "channel list": ["CHANNEL", "STATE", "ID"],
  "provider list": ["ID", "KIND", "STATE"],
  "audit list": [],
  "dashboard user list": [],
};
/** Other commands with a table. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  "session list --orders": ["ID", "STATE", "PAYMENT", "PAYABLE"],
  "webhook deliveries": ["EVENT ID", "TYPE", "STATE"],
  [`customer show ${aCustomer().phone}`]: ["TIME", "COINS", "REASON"],
};

Deno.test("every list is tried at several widths", () => {
  const lists = leafCommands().filter((command) => command.endsWith(" list"));
  // Each of its lines is one hash.
  const tables = lists.filter((command) => command !== "product picture list");
  assert.deepEqual(tables.filter((command) => !(command in LISTS)), []);
});

for (const [command, kept] of Object.entries({ ...LISTS, ...TABLES })) {
  Deno.test(`${command} is no wider than a terminal of 60, 80 or 120 columns`, () =>
    withShell(async (shell) => {
      await fill(shell);
      shell.env["CHECKOUT_MERCHANT"] = M1;
      for (const columns of [60, 80, 120]) {
        Object.assign(shell, { isTerminal: true, columns });
        shell.env["NO_COLOR"] = "1";
        const { code, out, err } = await shell.run(...command.split(" "));
        assert.equal(code, 0, err);
        const lines = out.split("\n");
        for (const line of [...lines, ...err.split("\n")]) {
          assert.ok(textWidth(line) <= columns, `${columns}: ${line}`);
        }
        const head = lines.find((line) => kept.every((title) => line.includes(title)));
        if (columns >= 80) assert.ok(head !== undefined, out);
      }
    }));
}

Deno.test("an id that is cut keeps its end, which names its thing", () =>
  withShell(async (shell) => {
    await fill(shell);
    Object.assign(shell, { isTerminal: true, columns: 60 });
    shell.env["NO_COLOR"] = "1";
    const { out } = await shell.run("session", "list", "--state", "completed");
    const [cut = ""] = out.split("\n")[1]?.split(" ") ?? [];
    assert.match(cut, /^….{8}/);
    shell.isTerminal = false;
    assert.equal((await shell.json("session", "show", cut)).id, sid(3));
  }));
