/** What a server waits for at its start, and what goes on while it serves. */
import assert from "node:assert/strict";
import type { SecretsKeyFile } from "../../../src/process/secrets/key_file.ts";
import { sealingParts } from "../../../src/process/secrets/sealing.ts";
import { Secrets } from "../../../src/service/secrets/secrets.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { maintenance } from "../../store/maintenance/support.ts";
import { withPath } from "../../store/support.ts";
import { NOW } from "../../support/builders.ts";
import { withKeys } from "../../support/secrets.ts";

const LOGGER = { error: () => assert.fail(), warn: () => assert.fail() };

Deno.test("a server waits for sealed rows alone; cleaning goes on until it ends", async () => {
  const asked: (AbortSignal | undefined)[] = [];
  const { rows, cleaning } = sealingParts({
    settle: async (signal) => {
      asked.push(signal);
      // Gigabytes of free pages.
      if (signal !== undefined) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }
      return null;
    },
    missingKey: () => Promise.resolve(null),
  }, LOGGER);
  await rows.start();
  assert.equal(asked.length, 1);
  const running = await cleaning.start();
  assert.deepEqual(asked.map((one) => one?.aborted), [undefined, false]);
  await cleaning.close(running);
  assert.deepEqual(asked.map((one) => one?.aborted), [undefined, true], "it is not tried again");
});

Deno.test("a server with another key than the database's warns at its start, and once", () =>
  withPath((path) =>
    withKeys(path, async (own) =>
      await withKeys(path, async (other) => {
        const warned: (readonly [string, unknown])[] = [];
        const store = await openSqliteStore(path);
        const startWith = async (keys: SecretsKeyFile) => {
          const secrets = new Secrets({ store, keys, establish: () => Promise.resolve(null) });
          const { rows } = sealingParts(secrets, {
            error: (message) => assert.fail(message),
            warn: (message, fields) => void warned.push([message, fields?.["reason"]]),
          });
          await rows.start();
          await rows.start();
        };
        await startWith(other);
        own.make();
        other.make();
        await maintenance.seal(path, { keys: own, now: NOW, isNeeded: true });
        await startWith(own);
        assert.deepEqual([...warned], []);
        await startWith(other);
        assert.equal(warned.length, 1);
        const [message, reason] = warned[0]!;
        assert.match(message, /^Secrets are locked/);
        assert.match(String(reason), new RegExp(`fingerprint ${own.fingerprints()[0]}`));
        await store.close();
      }))
  ));
