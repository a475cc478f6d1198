/** The secret of an endpoint before its current one: sealed and rotated as all others. */
import assert from "node:assert/strict";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { NOW } from "../support/builders.ts";
import { OPERATOR } from "../support/operator.ts";
import { found, plain, withKeys } from "../support/secrets.ts";
import { check, maintenance } from "./maintenance/support.ts";
import { anEndpoint, assertRefused, putMerchant, withPath } from "./support.ts";

const OLD = anEndpoint().secret;
const NEW = plain("whsec_bmV3IHNlY3JldCBvZiB0aGUgZW5kcG9pbnQ=");

Deno.test("both secrets of a rotated endpoint are sealed, and sealed again with a new key", () =>
  withPath((path) =>
    withKeys(path, async (keys) => {
      const endpoint = { ...anEndpoint(), secret: NEW, previous: { secret: OLD, endsAt: NOW + 9 } };
      const texts = [OLD.stored, NEW.stored];
      const opened = async () =>
        (await maintenance.secrets(path)).secrets.map(({ secret, place }) =>
          keys.open(secret, place)
        );
      const opening = await openSqliteStore(path);
      await using store = { ...opening, [Symbol.asyncDispose]: () => opening.close() };
      await store.commit([putMerchant, { kind: "webhook.add", endpoint: anEndpoint() }]);
      await store.commit([{ kind: "webhook.rotate", endpoint, was: OLD }]);
      assert.deepEqual(await store.webhooks.find(endpoint.id), endpoint);
      assert.deepEqual((await opened()).sort(), texts.toSorted());
      const { signal: cleaning } = new AbortController();
      const sealed = { sealed: 2, locked: 0, problem: null };
      assert.deepEqual(await maintenance.seal(path, { keys, now: NOW, cleaning }), sealed);
      assert.deepEqual(await found(path, texts), []);
      keys.add();
      assert.deepEqual(
        await maintenance.seal(path, { keys, now: NOW, rotatedBy: OPERATOR }),
        sealed,
      );
      assert.deepEqual((await opened()).sort(), texts.toSorted());
      assert.deepEqual((await check(path)).findings, []);
      const current = await store.webhooks.find(endpoint.id);
      assert.ok(current?.kind === "webhook");
      const rotate = {
        kind: "webhook.rotate",
        endpoint: { ...current, previous: { secret: OLD, endsAt: NOW } },
        was: current.secret,
      } as const;
      await assertRefused(store.commit([rotate]), rotate, /^The secret is not sealed by a key of/);
    })
  ));
