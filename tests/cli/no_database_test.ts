/** Which commands make a database where there is none, and what the others say. */
import assert from "node:assert/strict";
import { bundled } from "../support/bundled.ts";
import { leafCommands } from "../support/commands.ts";
import { ctlCommand, finish, withFolder } from "../support/process.ts";
import { withShell } from "./support.ts";

const SHOP = ["--domain", "shop.example", "--country", "IN", "--currency", "INR"];

/** The commands that make it, as they are typed. */
const MAKING: Readonly<Record<string, readonly string[]>> = {
  "db migrate": [],
  demo: [],
  init: ["--name", "Shop", ...SHOP, "--cart-format", "plain", "--no-cod", "--no-webhook"],
  seed: ["shop.json"],
};

/** Commands that use a database without opening it for their work, or none at all. */
const APART = [
  "completions",
  "db backup",
  "db check",
  "db copy",
  "db restore",
  "dashboard",
  "doctor",
  "secrets rotate",
  "secrets show",
  "version",
];

const ID = "01998f5e-0000-7000-8000-000000000001";
const MERCHANT = ["--merchant", "shop.example"];

/** The others, each as it gets as far as its database. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "audit erase": ["asha", "--yes"],
  "audit list": [],
  "audit verify": [],
  "channel add": [
    "email",
    "--url",
    "smtps://u:p@mail.example",
    "--from",
    "a@b.example",
    ...MERCHANT,
  ],
  "channel list": MERCHANT,
  "channel remove": ["sms", "--yes", ...MERCHANT],
  "channel template": ["sms", "code", "--default", ...MERCHANT],
  "channel test": ["sms", "--to", "+919876543210", ...MERCHANT],
  "coupon create": ["--code", "TEN", "--type", "percentage", "--amount", "10", ...MERCHANT],
  "coupon delete": ["TEN", ...MERCHANT, "--yes"],
  "coupon disable": ["TEN", ...MERCHANT],
  "coupon enable": ["TEN", ...MERCHANT],
  "coupon list": MERCHANT,
  "coupon update": ["TEN", ...MERCHANT, "--amount", "5"],
  "customer coins": ["+919876543210", "+1", "--reason", "late", ...MERCHANT],
  "customer erase": ["--phone", "+919876543210", "--yes", ...MERCHANT],
  "customer list": MERCHANT,
  "customer show": ["+919876543210", ...MERCHANT],
  "dashboard factor reset": ["asha", "--yes"],
  "dashboard link": ["--user", "asha"],
  "dashboard user add": ["asha", "--role", "owner", "--all-merchants"],
  "dashboard user grant": ["asha", "--role", "owner", "--all-merchants"],
  "dashboard user list": [],
  "dashboard user remove": ["asha", "--yes"],
  "key create": ["--name", "backend", ...MERCHANT],
  "key list": MERCHANT,
  "key rotate": [ID],
  "key update": [ID, "--name", "x"],
  "key revoke": [ID, "--yes"],
  "merchant create": ["--name", "Shop", ...SHOP],
  "merchant delete": ["shop.example", "--yes"],
  "merchant list": [],
  "merchant show": ["shop.example"],
  "merchant update": ["shop.example", "--name", "Other"],
  "order list": [],
  "order show": ["K7Q2-9MXD"],
  "order refund": ["K7Q2-9MXD", "--all", "--yes"],
  "order refunded": ["K7Q2-9MXD", "01998f5e-0000-7000-8000-000000000001", "--reference", "UTR 1"],
  "payment cancel": [ID, "--yes"],
  "payment dispute": ["du_1", "lost", ...MERCHANT],
  "payment reconcile": ["--since", "2d"],
  "payment list": [],
  "payment look": [ID],
  "payment resolve": [ID, "--note", "refunded"],
  "payment refunded": [ID, ID, "--reference", "re_1"],
  "payment show": [ID],
  "refund list": [],
  "product create": [...MERCHANT, "--title", "Cup", "--price", "5"],
  "product import": ["products.json", ...MERCHANT],
  "product list": MERCHANT,
  "product picture add": ["11", "a.jpg", ...MERCHANT],
  "product picture list": ["11", ...MERCHANT],
  "product picture move": ["11", "3f1c0a5be47d92086f1c0a5be47d9208", "--to", "1", ...MERCHANT],
  "product picture remove": ["11", "3f1c0a5be47d92086f1c0a5be47d9208", ...MERCHANT],
  "product update": ["11", ...MERCHANT, "--inventory", "5"],
  "provider add": ["demo", "--test", ...MERCHANT],
  "provider list": MERCHANT,
  "provider test": [ID, ...MERCHANT],
  "provider remove": [ID, "--yes", ...MERCHANT],
  "session cancel": [ID, "--reason", "refused", "--yes"],
  "session collected": [ID, "--amount", "10"],
  "session expire": [ID, "--yes"],
  "session list": [],
  "session paid": [ID],
  "session show": [ID],
  "session stats": [],
  "webhook add": ["https://shop.example/hooks", ...MERCHANT],
  "webhook deliveries": [ID],
  "webhook disable": [ID],
  "webhook enable": [ID],
  "webhook list": MERCHANT,
  "webhook listen": [],
  "webhook remove": [ID, "--yes"],
  "webhook replay": [ID],
  "webhook test": [ID],
  "webhook trigger": ["payment.paid"],
  "webhook rotate": [ID],
  "webhook update": [ID, "--lanes", "8"],
};

Deno.test("every command is one that makes a database, or one that does not", () => {
  const known = [...Object.keys(MAKING), ...Object.keys(OTHERS), ...APART];
  assert.deepEqual(leafCommands().filter((command) => !known.includes(command)), []);
});

Deno.test("init, seed, demo and db migrate make a database, and nothing else does", async () => {
  const there = new Set(leafCommands());
  for (const [command, args] of Object.entries({ ...MAKING, ...OTHERS })) {
    if (!there.has(command)) continue;
    await withShell(async (shell) => {
      shell.files.set("shop.json", JSON.stringify({ merchants: [SEEDED] }));
      shell.files.set("products.json", '{"products":[]}').set("a.jpg", "a picture");
      const { err } = await shell.run(...command.split(" "), ...args);
      assert.ok(shell.opened.length > 0, `${command}: ${err}`);
      assert.equal(shell.created.length > 0, command in MAKING, command);
    });
  }
});

const SEEDED = {
  name: "Shop",
  domains: ["shop.example"],
  country_code: "IN",
  currency_code: "INR",
};

for (const words of ["merchant list", "session stats", "db check", "db backup copy.db"]) {
  Deno.test(`${words} without a database says how to get one, and makes nothing`, () =>
    withFolder(async (folder) => {
      const { code, stdout, stderr } = await finish(ctlCommand(folder, ...words.split(" ")));
      assert.deepEqual([code, stdout], [1, ""]);
      assert.equal(
        stderr,
        `error: No database at ${folder}/checkout.db. Start ${bundled("checkoutd")}, ` +
          `run "${bundled("checkoutctl")} init", or name one with --db or CHECKOUT_DB ` +
          "(error.unavailable)\n",
      );
      assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
    }));
}
