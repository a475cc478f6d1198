/** Every command of checkoutctl on a real terminal of 80 columns, over a shop with something of everything. */
import assert from "node:assert/strict";
import stringWidth from "string-width";
import { shellQuoted } from "../../src/demo/curl.ts";
import { look, tamper, withPopulated } from "../store/maintenance/support.ts";
import { leafCommands } from "../support/commands.ts";
import { bundled } from "../support/bundled.ts";
import { scriptEnvironment, UNUSED_PORT } from "../support/tasks.ts";
import { type Engine, testOnEngines } from "../support/engines.ts";
import { lacksScript, onTerminal } from "../support/terminal.ts";

const COLUMNS = 80;
const SHOP = "--merchant demo-store.example";
const NEW_SHOP = "--country IN --currency INR --name 'Hill House'";
const SEED = {
  merchants: [{ name: "C", domains: ["c.example"], country_code: "IN", currency_code: "INR" }],
};
/** A PNG file of one pixel. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E" +
  "rkJggg==";
const PRODUCTS = { products: [{ id: 4, title: "Tray", variants: [{ id: 41, price: "80.00" }] }] };

/**
 * Command lines in their order, each with its exit code. What sends fails, as nothing listens at its
 * address; `KEY`, `SESSION`, `ORDER` and `EVENT` are those of the database.
 */
const LINES: readonly (readonly [code: number, line: string])[] = [
  [0, "version"],
  [0, "completions bash"],
  [0, "merchant list"],
  [0, "merchant show demo-store.example"],
  [0, `merchant create ${NEW_SHOP} --domain hill-house.example`],
  [0, "merchant update hill-house.example --cod-fee 40"],
  [0, "merchant delete hill-house.example --yes"],
  [0, `key create ${SHOP} --name 'a backend with a long name'`],
  [0, `key list ${SHOP}`],
  [0, "key update KEY --from any"],
  [0, "key rotate KEY --overlap 1h --yes"],
  [0, "key revoke KEY --yes"],
  [0, `coupon create ${SHOP} --code FRESH --type percentage --amount 10%`],
  [0, `coupon update FRESH ${SHOP} --amount 15`],
  [0, `coupon list ${SHOP}`],
  [0, `coupon disable FRESH ${SHOP}`],
  [0, `coupon enable FRESH ${SHOP}`],
  [0, `coupon delete FRESH ${SHOP} --yes`],
  [0, `product import products.json ${SHOP}`],
  [0, `product create --title Cup --price 5 ${SHOP}`],
  [0, `product list ${SHOP}`],
  [0, `product update 41 ${SHOP} --inventory 7`],
  [0, `product picture add 41 mug.png ${SHOP}`],
  [0, `product picture list 41 ${SHOP}`],
  [1, `product picture move 41 none --to 1 ${SHOP}`],
  [1, `product picture remove 41 none ${SHOP}`],
  [0, `customer list ${SHOP}`],
  [0, `customer show +919876543210 ${SHOP}`],
  [0, `customer coins +919876543210 +5 --reason 'a present' ${SHOP}`],
  [0, "session list"],
  [0, "session show SESSION"],
  [0, "session stats"],
  [0, "order list"],
  [0, "order show ORDER"],
  [1, "session expire ORDER --yes"],
  [1, "session paid SESSION"],
  [1, "session collected SESSION --amount 1"],
  [1, "session cancel SESSION --reason wrong --yes"],
  [1, "order refund 01998f5e-0000-7000-8000-000000000001 --all --yes"],
  [
    1,
    "order refunded 01998f5e-0000-7000-8000-000000000001 " +
    "01998f5e-0000-7000-8000-000000000002 --reference UTR",
  ],
  [0, "refund list"],
  [0, "payment reconcile --since 2d"],
  [0, "payment list"],
  [1, "payment cancel 01998f5e-0000-7000-8000-000000000001 --yes"],
  [1, `payment dispute du_1 lost ${SHOP}`],
  [1, "payment look 01998f5e-0000-7000-8000-000000000001"],
  [1, "payment show 01998f5e-0000-7000-8000-000000000001"],
  [1, "payment resolve 01998f5e-0000-7000-8000-000000000001 --note refunded"],
  [
    1,
    "payment refunded 01998f5e-0000-7000-8000-000000000001 01998f5e-0000-7000-8000-000000000002 --failed no",
  ],
  [0, `webhook add http://127.0.0.1:9/ --allow-insecure-webhooks ${SHOP}`],
  [0, `webhook list ${SHOP}`],
  [0, "webhook deliveries ENDPOINT"],
  [0, "webhook rotate ENDPOINT --overlap 1h"],
  [0, "webhook update ENDPOINT --lanes 8"],
  [0, "webhook disable ENDPOINT"],
  [1, "webhook test ENDPOINT"],
  [1, `webhook trigger session.created --endpoint ENDPOINT`],
  [0, "webhook enable ENDPOINT"],
  [0, "webhook replay EVENT"],
  [0, "webhook listen"],
  [0, "webhook remove ENDPOINT --yes"],
  [0, `provider add demo --test ${SHOP}`],
  [0, `provider list ${SHOP}`],
  [1, `provider test 01998f5e-0000-7000-8000-000000000001 ${SHOP}`],
  [1, `provider remove 01998f5e-0000-7000-8000-000000000001 --yes ${SHOP}`],
  [0, `channel list ${SHOP}`],
  [0, `channel template email placed ${SHOP}`],
  [0, `channel remove email ${SHOP} --yes`],
  [0, `channel add email --url smtp://127.0.0.1:9 --from a@shop.example ${SHOP}`],
  [1, `channel test email --to b@shop.example ${SHOP}`],
  [0, `init ${NEW_SHOP} --domain b.example --cart-format plain --no-cod --no-webhook`],
  [0, "demo"],
  [0, "seed seed.json"],
  [0, "dashboard user add zoe --role owner --all-merchants"],
  [0, `dashboard user grant zoe --role viewer ${SHOP}`],
  [0, "dashboard user list"],
  [0, "dashboard link --user zoe"],
  [1, "dashboard factor reset zoe --yes"],
  [0, "dashboard user remove zoe --yes"],
  [0, "audit list"],
  [0, "audit verify"],
  [0, "audit erase zoe --yes"],
  [0, "customer erase --phone +919876543211 --yes"],
  [0, "db migrate"],
  [0, "db check"],
  [0, "db backup copy.db"],
  [0, "db copy copy.db other.db"],
  [0, "secrets show"],
  [0, "secrets rotate"],
  [1, "doctor"],
  [0, "merchant delete other.example --with-data --yes"],
  [0, "db restore copy.db --yes"],
];

/** What is for SQLite files fails on PostgreSQL, which has no folder for a key beside it either. */
const FOR_FILES = /^(?:db (?:backup|copy|restore)|secrets rotate)\b/;

/** Ids of the database. */
function idsOf(path: string): Readonly<Record<string, string>> {
  const one = (sql: string) => String(look(path, sql)?.["id"]);
  return {
    KEY: one("SELECT id FROM api_keys WHERE name = 'test'"),
    SESSION: one("SELECT id FROM sessions WHERE session_state = 'INITIATED' ORDER BY id"),
    ORDER: one("SELECT order_number AS id FROM sessions WHERE session_state = 'COMPLETED'"),
    ENDPOINT: one("SELECT id FROM webhook_endpoints WHERE disabled_at IS NULL ORDER BY id"),
    EVENT: one(
      `SELECT e.id FROM events e JOIN deliveries d ON d.event_seq = e.seq
        JOIN webhook_endpoints w ON w.id = d.endpoint_id AND w.kind = 'webhook'`,
    ),
  };
}

/** Colours and weights; a progress line is erased. */
// deno-lint-ignore no-control-regex -- that is how a terminal is told of them
const PLAIN = /\u001b\[(?:[0-9;]*m|[0-9]*K)/g;
const GARBAGE = /Uncaught|NotCapable|\n +at |\bundefined\b|\[object |\bNaN\b|[ :]null\b/;
/** Lines that are laid out for the width; the terminal wraps sentences. */
const LAID_OUT = /^\w+ (?:list|show|stats|deliveries)\b/;

testOnEngines(
  "every command works on a terminal of 80 columns, with nothing on it but text and colours",
  (engine) =>
    withPopulated(async (path, folder) => {
      const known = leafCommands();
      const missing = known.filter((one) =>
        !LINES.some(([, line]) => line === one || line.startsWith(`${one} `))
      );
      assert.deepEqual(missing, [], "commands without a line in this table");
      await Deno.writeTextFile(`${folder}/seed.json`, JSON.stringify(SEED));
      await Deno.writeTextFile(`${folder}/products.json`, JSON.stringify(PRODUCTS));
      await Deno.writeFile(`${folder}/mug.png`, Uint8Array.fromBase64(DOT));
      tamper(
        path,
        "UPDATE webhook_endpoints SET url = 'https://127.0.0.1:9/' WHERE kind = 'webhook'",
      );
      const ids = idsOf(path);
      const lines = LINES.map(([, line]) =>
        line.replace(/\b[A-Z]{3,}\b/g, (name) => ids[name] ?? name)
      );
      const walk = lines.map((line) =>
        `printf '\n@@ %s\n' ${shellQuoted(line)}\n${bundled("checkoutctl")} ${line}\necho "@@ $?"`
      );
      // Ctrl-C ends the command, and not the walk.
      const script = [`stty cols ${COLUMNS} rows 40; trap : INT`, ...walk, ""].join("\n");
      await Deno.writeTextFile(`${folder}/walk.sh`, script);
      const db = await engine.copyOf(path);
      const env = { ...scriptEnvironment(), ...UNUSED_PORT, CHECKOUT_DB: db };
      await onTerminal(
        { program: "/bin/sh", args: ["walk.sh"], cwd: folder, env },
        async (terminal) => {
          for (const line of lines) {
            await terminal.see(`@@ ${line}\r\n`);
            if (line !== "webhook listen") continue;
            await terminal.see("Ctrl-C");
            await terminal.type("\u0003");
          }
          const { sent } = await terminal.ended();
          judge(sent, lines, engine);
        },
      );
    }),
  // On PostgreSQL each command takes as long again.
  { ignore: await lacksScript(), isLong: true },
);

function judge(sent: string, lines: readonly string[], { name }: Engine): void {
  lines.forEach((line, i) => {
    const [, said = "", code] = sent.split(`@@ ${line}\r\n`).slice(1).join("").match(
      /^([^]*?)@@ (\d+)\r\n/,
    ) ?? [];
    const wanted = name === "postgres" && FOR_FILES.test(line) ? 1 : LINES[i]?.[0];
    assert.equal(Number(code), wanted, `${line}: ${said}`);
    const text = said.replace(PLAIN, "");
    // deno-lint-ignore no-control-regex -- none of these may be left
    assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/, line);
    assert.doesNotMatch(text, GARBAGE, line);
    assert.notEqual(text.trim(), "", line);
    if (!LAID_OUT.test(line) || code !== "0") return;
    const tooWide = text.split(/\r?\n|\r/).filter((one) => stringWidth(one) > COLUMNS);
    assert.deepEqual(tooWide, [], line);
  });
}
