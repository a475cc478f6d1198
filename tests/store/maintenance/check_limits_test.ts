import assert from "node:assert/strict";
import { OlderSchemaError } from "../../../src/store/open_error.ts";
import { type CheckName, MAX_FINDINGS } from "../../../src/store/maintenance.ts";
import { check, look, tamper, withPopulated } from "./support.ts";

Deno.test("check() finds a damaged page and still checks what it can", () =>
  withPopulated(async (path) => {
    const root = look(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'events'");
    const file = await Deno.open(path, { write: true });
    await file.seek((Number(root?.["rootpage"]) - 1) * 4096, Deno.SeekMode.Start);
    await file.write(new Uint8Array(512).fill(0xee));
    file.close();
    const { findings } = await check(path);
    const about = (name: CheckName) => findings.filter(({ check }) => check === name);
    assert.ok(about("integrity").length > 0);
    assert.match(about("event")[0]?.message ?? "", /^Cannot read everything: .*malformed/);
    assert.equal(about("session-row").length, 0, "sessions were read");
  }));

Deno.test("check() counts more findings than it keeps", () =>
  withPopulated(async (path) => {
    const rows = MAX_FINDINGS + 50;
    tamper(
      path,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       INSERT INTO deliveries SELECT w.id, 900000 + i, 'PENDING', 0, 0, NULL, '', 0, NULL
       FROM n, (SELECT id FROM webhook_endpoints LIMIT 1) AS w`,
    );
    const { findings, found } = await check(path);
    assert.deepEqual([findings.length, found], [MAX_FINDINGS, rows]);
  }));

Deno.test("check() refuses an older schema and says what brings it up to date", () =>
  withPopulated(async (path) => {
    tamper(path, "PRAGMA user_version = 1");
    await assert.rejects(check(path), (error) => {
      assert.ok(error instanceof OlderSchemaError);
      assert.match(error.message, /schema version 1 and must be at \d+, to which `db migrate`/);
      return true;
    });
  }));

/** Damage that makes a row unreadable, and the finding. */
const UNREADABLE: readonly (readonly [table: string, sql: string, column: RegExp])[] = [
  ["merchants", "UPDATE merchants SET rules = '{}'", /rules\.tax/],
  ["coupons", "UPDATE coupons SET definition = '{}'", /definition\./],
  ["products", "UPDATE products SET images = '[1]'", /images/],
  ["webhook_endpoints", "UPDATE webhook_endpoints SET events = '[1]'", /events/],
  ["webhook_endpoints", "UPDATE webhook_endpoints SET kind = 'fax' WHERE kind = 'sms'", /kind/],
  [
    "webhook_endpoints",
    "UPDATE webhook_endpoints SET secret = '{}' WHERE kind = 'sms'",
    /secret\.method/,
  ],
  ["api_keys", "UPDATE api_keys SET created_at = -1", /created_at/],
  ["customers", "UPDATE customers SET created_at = -1", /created_at/],
  ["checkout_links", "UPDATE checkout_links SET token_hash = upper(token_hash)", /token_hash/],
  ["people", "UPDATE people SET created_at = -1", /created_at/],
  ["sign_in_links", "UPDATE sign_in_links SET token_hash = upper(token_hash)", /token_hash/],
  ["sign_ins", "UPDATE sign_ins SET created_at = -1", /created_at/],
  [
    "unexpected_payments",
    `INSERT INTO unexpected_payments SELECT '00000000-0000-7000-8000-00000000fffe', id,
       '00000000-0000-7000-8000-00000000ffff', 'p', 'r', '1.00', 'INR', 'x', 'm', 0, NULL, NULL, 1,
       NULL, NULL
     FROM merchants LIMIT 1`,
    /reason/,
  ],
];

for (const [table, sql, column] of UNREADABLE) {
  Deno.test(`check() finds rows of ${table} that cannot be read, and nothing else`, () =>
    withPopulated(async (path) => {
      tamper(path, sql);
      const { findings } = await check(path);
      assert.deepEqual([...new Set(findings.map((one) => one.check))], ["row"]);
      const [first] = findings;
      assert.ok(first);
      assert.ok(first.subject.startsWith(`${table} `), first.subject);
      assert.match(first.message, new RegExp(`^Row of table ${table} cannot be read, `));
      assert.match(first.message, column);
    }));
}

Deno.test("check() reports a hold that cannot be read, and still checks the rest", () =>
  withPopulated(async (path) => {
    tamper(
      path,
      "UPDATE stock_holds SET merchant_id = 'nope'; UPDATE variants SET held = held + 1",
    );
    const { findings } = await check(path);
    const messages = findings.map(({ message }) => message).join("\n");
    assert.match(messages, /Cannot read everything: Row of table stock_holds/);
    assert.ok(findings.some(({ check }) => check === "stock-count"));
  }));

Deno.test("check() reports a currency that does not exist", () =>
  withPopulated(async (path) => {
    tamper(
      path,
      `UPDATE merchants SET currency_code = 'XXQ';
       UPDATE sessions SET doc = json_set(doc, '$.currencyCode', 'XXQ')`,
    );
    const { findings } = await check(path);
    assert.match(findings[0]?.message ?? "", /Unknown currency: XXQ/);
  }));
