import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

Deno.test("key rotate makes the successor and ends the old key after a day, by itself", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const old = await shell.json(
      ...["key", "create", ...SHOP, "--name", "backend", "--scopes", "sessions:read"],
    );
    const { secret, previous, ...next } = await shell.json("key", "rotate", old.id);
    assert.deepEqual([next.name, next.scopes], ["backend", ["sessions:read"]]);
    assert.deepEqual([next.expires_at, next.successor_id], ["2027-01-02T03:04:05.000Z", null]);
    assert.deepEqual([previous.id, previous.successor_id], [old.id, next.id]);
    assert.equal(previous.expires_at, "2026-01-03T03:04:05.000Z");
    assert.match((await shell.run("key", "list", ...SHOP)).out, / backend +rotated +2026-01-03/);
    assert.ok(await shell.services.authentication.identify(secret));
    assert.ok(await shell.services.authentication.identify(old.secret));
    shell.clock.advance(24 * 3_600_000);
    assert.equal(await shell.services.authentication.identify(old.secret), undefined);
    assert.match((await shell.run("key", "list", ...SHOP)).out, / backend +replaced +2026-01-03/);
    const { code, err } = await shell.run("key", "rotate", old.id);
    assert.equal(code, 1);
    assert.equal(
      err,
      `error: Key was replaced by ${next.id} already: ${old.id} (error.conflict)\n`,
    );
  }));

Deno.test("key rotate prints the secret once, and until when the old key works", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await shell.json("key", "create", ...SHOP, "--name", "n");
    const { out } = await shell.run("key", "rotate", id, "--overlap", "7d", "--expires", "never");
    assert.match(
      out,
      /\nScopes +checkout\nExpires +never\nSecret +ck_live_[0-9A-Za-z]{36}\n/,
    );
    assert.match(out, new RegExp(`\nThe old key works until 2026-01-09 03:04:05Z: ${id}\n$`));
  }));

Deno.test("key rotate --overlap 0 asks first, or needs --yes", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id, secret } = await shell.json("key", "create", ...SHOP, "--name", "n");
    const refused = await shell.run("key", "rotate", id, "--overlap", "0");
    assert.equal(refused.code, 2);
    assert.match(refused.err, /^error: Cannot ask for confirmation without a terminal; add --yes/);
    Object.assign(shell, { isTerminal: true, answer: true });
    assert.equal((await shell.run("key", "rotate", id, "--overlap", "0")).code, 0);
    assert.match(shell.asked[0] ?? "", new RegExp(`^Replace key ${id}\\?`));
    assert.equal(await shell.services.authentication.identify(secret), undefined);
  }));
