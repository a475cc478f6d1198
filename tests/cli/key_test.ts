import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

Deno.test("key create prints the secret once and says so; no other command shows it", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { out } = await shell.run("key", "create", ...SHOP, "--name", "backend");
    const secret = /Secret +(ck_live_[0-9A-Za-z]{36})\n/.exec(out)?.[1] ?? "";
    assert.notEqual(secret, "");
    assert.match(out, /shown only once/);
    assert.ok(await shell.services.authentication.identify(secret));

    const [listed] = await shell.json("key", "list", ...SHOP);
    const later = [
      await shell.run("key", "list", ...SHOP),
      await shell.run("key", "list", ...SHOP, "--json"),
      await shell.run("merchant", "show", "demo-store.example", "--json"),
      await shell.run("key", "revoke", listed.id, "--yes", "--json"),
    ];
    for (const ran of later) {
      assert.ok(!ran.out.includes(secret));
      assert.ok(!ran.out.includes(secret.slice(12)), "nor any of it behind the visible prefix");
    }
    assert.equal(listed.prefix, secret.slice(0, 12));
    assert.equal("hash" in listed, false);
  }));

Deno.test("key create refuses an invisible name", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { code, err } = await shell.run("key", "create", ...SHOP, "--name", " \u200b\u3164");
    assert.equal(code, 2);
    assert.match(
      err,
      /^error: --name must have 1 to 100 characters, at least one of them visible, got "/,
    );
  }));

Deno.test("key create --json is one value with id and secret", () =>
  withShell(async (shell) => {
    const merchantId = await createShop(shell);
    const { id, secret, prefix, ...rest } = await shell.json(
      ...["key", "create", ...SHOP, "--name", " backend ", "--expires", "90d"],
      ...["--rate-limit", "250"],
    );
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.ok(secret.startsWith(prefix));
    assert.deepEqual(rest, {
      merchant_id: merchantId,
      name: "backend",
      rate_limit: 250,
      livemode: true,
      scopes: ["sessions:read", "sessions:write", "payments:write"],
      created_at: "2026-01-02T03:04:05.000Z",
      allowed_from: [],
      last_used_at: null,
      last_used_from: null,
      expires_at: "2026-04-02T03:04:05.000Z",
      revoked_at: null,
      successor_id: null,
    });
  }));

Deno.test("key create --test makes a key for test data, and a list with one has a MODE", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await shell.run("key", "create", ...SHOP, "--name", "backend");
    assert.doesNotMatch((await shell.run("key", "list", ...SHOP)).out, /MODE/);
    const key = await shell.json("key", "create", ...SHOP, "--name", "tests", "--test");
    assert.match(key.secret, /^ck_test_[0-9A-Za-z]{36}$/);
    assert.deepEqual([key.livemode, key.prefix], [false, key.secret.slice(0, 12)]);
    const { out } = await shell.run("key", "list", ...SHOP);
    assert.match(out, /^ID +NAME +STATE +EXPIRES +MODE /);
    assert.match(out, / backend +active +\S+ \S+ +live /);
    assert.match(out, / tests +active +\S+ \S+ +test /);
    const soon = ["--name", "a long name of a key", "--expires", "1d"];
    await shell.run("key", "create", ...SHOP, ...soon);
    for (
      const [columns, head] of [[80, /STATE +EXPIRES +MODE$/], [
        60,
        /STATE +EXPIRES +MODE$/,
      ]] as const
    ) {
      Object.assign(shell, { isTerminal: true, columns, env: { NO_COLOR: "1" } });
      const [first = "", ...lines] = (await shell.run("key", "list", ...SHOP)).out.split("\n");
      assert.match(first, head);
      for (const line of lines) assert.ok(line.length <= columns, line);
    }
    const { secret, previous } = await shell.json("key", "rotate", key.id, "--yes");
    assert.match(secret, /^ck_test_/, "the successor is of the same mode");
    assert.ok(previous === undefined || previous.livemode === false);
  }));

for (
  const [text, expiresAt] of [["12h", "2026-01-02T15:04:05.000Z"], [
    "4w",
    "2026-01-30T03:04:05.000Z",
  ]] as const
) {
  Deno.test(`key create --expires ${text} ends at ${expiresAt}`, () =>
    withShell(async (shell) => {
      await createShop(shell);
      const key = await shell.json("key", "create", ...SHOP, "--name", "n", "--expires", text);
      assert.equal(key.expires_at, expiresAt);
    }));
}

Deno.test("key list tells active, expired and revoked keys apart", () =>
  withShell(async (shell) => {
    await createShop(shell);
    assert.equal((await shell.run("key", "list", ...SHOP)).out, "No keys yet\n");
    await shell.json("key", "create", ...SHOP, "--name", "short", "--expires", "1h");
    const { id } = await shell.json("key", "create", ...SHOP, "--name", "gone");
    await shell.json("key", "create", ...SHOP, "--name", "good", "--rate-limit", "5");
    await shell.json("key", "revoke", id, "--yes");
    shell.clock.advance(3_600_000);
    const { out } = await shell.run("key", "list", ...SHOP);
    assert.match(out, /short +expired +2026-01-02 04:04Z +checkout +never +default/);
    assert.match(
      out,
      /gone +revoked +2027-01-02 03:04Z +checkout +never +default .* 2026-01-02 03:04Z\n/,
    );
    assert.match(out, /good +active +2027-01-02 03:04Z +checkout +never +5\/min/);
  }));

Deno.test("key list says how long ago a key was used, and with --json when", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await shell.json("key", "create", ...SHOP, "--name", "n");
    const usedAt = shell.clock.now();
    await shell.store.commit([{ kind: "key.used", keyId: id, at: usedAt, from: null }]);
    shell.clock.advance(3 * 60_000);
    assert.match(
      (await shell.run("key", "list", ...SHOP)).out,
      / n +active +2027-01-02 03:04Z +checkout +3 minutes ago +default/,
    );
    const [key] = await shell.json("key", "list", ...SHOP);
    assert.equal(key.last_used_at, new Date(usedAt).toISOString());
  }));

Deno.test("key list warns in colour of a key that ends within two weeks, and of no other", () =>
  withShell(async (shell) => {
    await createShop(shell);
    for (const [name, lifetime] of [["soon", "2w"], ["later", "15d"]]) {
      await shell.json("key", "create", ...SHOP, "--name", name ?? "", "--expires", lifetime ?? "");
    }
    shell.clock.advance(1);
    Object.assign(shell, { isTerminal: true, columns: 80 });
    const { out } = await shell.run("key", "list", ...SHOP);
    assert.ok(out.includes("\u001b[33mends soon\u001b[39m  2026-01-16 03:04Z"), out);
    assert.match(out, / later +active {5}2026-01-17 03:04Z/);
    shell.env["NO_COLOR"] = "1";
    const plain = await shell.run("key", "list", ...SHOP);
    assert.match(plain.out, / soon +ends soon {2}2026-01-16 03:04Z/);
    for (const line of plain.out.split("\n")) assert.ok(line.length <= 80, line);
  }));

Deno.test("key list fits 60 and 80 columns without its optional columns, but with EXPIRES", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await shell.json("key", "create", ...SHOP, "--name", "the backend", "--expires", "2w");
    shell.clock.advance(1);
    Object.assign(shell, { isTerminal: true, columns: 60, env: { NO_COLOR: "1" } });
    const [head, row = "", ...remark] = (await shell.run("key", "list", ...SHOP)).out.split("\n");
    assert.match(head ?? "", /^ID +NAME +STATE +EXPIRES$/);
    assert.match(row, /^…[0-9a-f-]{8,} {2}the bac… {2}ends soon {2}2026-01-16 03:04Z$/);
    assert.ok(row.length <= 60, row);
    assert.equal(
      remark.join(" ").trimEnd(),
      "Hidden to fit: SCOPES, LAST USED, LIMIT, PREFIX, CREATED, REVOKED (widen the window, or --json)",
    );
    shell.columns = 80;
    const wider = (await shell.run("key", "list", ...SHOP)).out.split("\n");
    assert.match(wider[0] ?? "", /^ID +NAME +STATE +EXPIRES$/);
    for (const line of wider) assert.ok(line.length <= 80, line);
  }));

Deno.test("key create makes a key for 365 days, and one without an end for never alone", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const made = async (...flags: string[]) =>
      (await shell.json("key", "create", ...SHOP, "--name", "n", ...flags)).expires_at;
    assert.equal(await made(), "2027-01-02T03:04:05.000Z");
    for (const never of ["never", "Never"]) assert.equal(await made("--expires", never), null);
    const { code, err } = await shell.run(
      ...["key", "create", ...SHOP, "--name", "n", "--expires", "soon"],
    );
    assert.equal(code, 2);
    assert.match(err, /It must be a duration, such as 90s, 15m, 12h or 30d, or never/);
  }));

Deno.test("key revoke needs --yes where there is no terminal", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id, secret } = await shell.json("key", "create", ...SHOP, "--name", "n");
    const refused = await shell.run("key", "revoke", id);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /^error: Cannot ask for confirmation without a terminal; add --yes/);
    assert.ok(await shell.services.authentication.identify(secret));
    assert.deepEqual(shell.asked, []);
  }));

Deno.test("key revoke asks on a terminal, and a no changes nothing", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id, secret } = await shell.json("key", "create", ...SHOP, "--name", "n");
    shell.isTerminal = true;
    shell.answer = false;
    const no = await shell.run("key", "revoke", id);
    assert.equal(no.code, 1);
    assert.match(no.err, /Nothing was changed/);
    assert.ok(await shell.services.authentication.identify(secret));

    shell.answer = true;
    assert.equal((await shell.run("key", "revoke", id)).code, 0);
    assert.equal(await shell.services.authentication.identify(secret), undefined);
    assert.match(shell.asked[1] ?? "", new RegExp(`^Revoke key ${id}\\?`));
  }));

Deno.test("key revoke --yes does not ask and waits until servers have noticed", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await shell.json("key", "create", ...SHOP, "--name", "n");
    shell.isTerminal = true;
    const { revoked_at: revokedAt } = await shell.json("key", "revoke", id, "--yes");
    assert.equal(revokedAt, "2026-01-02T03:04:05.000Z");
    assert.deepEqual(shell.asked, []);
    assert.equal(shell.clock.waited.length, 1);
  }));

Deno.test("key revoke of an unknown key fails with its code", () =>
  withShell(async (shell) => {
    const { code, out, err } = await shell.run("key", "revoke", "x\u001b[2J", "--yes", "--json");
    assert.equal(code, 1);
    assert.equal(err, "error: No such key: x?[2J (error.key-not-found)\n");
    assert.equal(JSON.parse(out).error.code, "error.key-not-found");
  }));
