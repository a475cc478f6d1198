import assert from "node:assert/strict";
import { OPERATOR } from "../../support/operator.ts";
import { aCart, withWorld } from "../../support/app.ts";

const DAY_MS = 86_400_000;

Deno.test("update() moves a key to other addresses, which the server knows at once", () =>
  withWorld(async ({ services: { keys }, key, send, store }) => {
    const status = async (peer: string) =>
      (await send("POST", "/session", { body: aCart(), peer })).status;
    assert.equal(await status("198.51.100.1"), 201);
    const changed = await keys.update(key.id, { allowedFrom: ["203.0.113.0/24"] }, OPERATOR);
    const { lastUsedAt, lastUsedFrom } = changed;
    assert.deepEqual(changed, {
      ...key,
      allowedFrom: ["203.0.113.0/24"],
      lastUsedAt,
      lastUsedFrom,
    });
    assert.deepEqual([await status("198.51.100.1"), await status("203.0.113.9")], [401, 201]);
    await keys.update(key.id, { allowedFrom: [] }, OPERATOR);
    assert.equal(await status("198.51.100.1"), 201);
    assert.deepEqual((await store.keys.find(key.id))?.allowedFrom, []);
  }));

Deno.test("update() counts a lifetime from now; a rotated key keeps its end, an ended one all", () =>
  withWorld(async ({ services: { keys }, key, clock }) => {
    const at = clock.now();
    const longer = await keys.update(key.id, { lifetimeMs: 2 * DAY_MS, name: "n" }, OPERATOR);
    assert.deepEqual([longer.expiresAt, longer.name], [at + 2 * DAY_MS, "n"]);
    const { previous } = await keys.rotate(key.id, { overlapMs: DAY_MS }, OPERATOR);
    const refused = (changes: Parameters<typeof keys.update>[1], message: RegExp) =>
      assert.rejects(keys.update(key.id, changes, OPERATOR), { code: "error.conflict", message });
    await refused({ lifetimeMs: null }, /^Key was rotated, and ends by itself/);
    const renamed = await keys.update(key.id, { name: "old" }, OPERATOR);
    assert.deepEqual([renamed.name, renamed.expiresAt], ["old", previous.expiresAt]);
    clock.advance(DAY_MS);
    await refused({ name: "x" }, /^Key has expired/);
    await keys.revoke(key.id, OPERATOR);
    await refused({ name: "x" }, /^Key is revoked/);
  }));
