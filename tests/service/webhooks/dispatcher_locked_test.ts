/** Deliveries whose secret is locked: they wait, neither unsigned nor counted. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { endpointPlace } from "../../../src/domain/shop/webhook.ts";
import { SecretsKeyFile } from "../../../src/process/secrets/key_file.ts";
import { Secrets } from "../../../src/service/secrets/secrets.ts";
import { anEmailChannel } from "../../support/channels.ts";
import { withKeys } from "../../support/secrets.ts";
import { anEndpoint, anEvent, SECRET, withDispatcher } from "../../support/webhooks.ts";

Deno.test("Dispatcher keeps deliveries of a locked secret, and makes them once its key is there", () =>
  withKeys("data/shop.db", async (keys, folder) => {
    keys.make();
    const [fingerprint] = keys.fingerprints();
    const [A, B] = [anEndpoint(1), anEndpoint(2)];
    const sealed = { ...A, secret: keys.seal(SECRET, endpointPlace(A), fingerprint!) };
    const channel = anEmailChannel({ events: ["session.updated"] });
    const mail = {
      ...channel,
      server: keys.seal(channel.server.stored, endpointPlace(channel), fingerprint!),
    };
    const file = `${folder}/secrets.key`;
    await Deno.rename(file, `${folder}/away`);
    // Of a program that starts now, and looks for a missing key once a second.
    let seconds = 0;
    const own = new SecretsKeyFile({
      database: "data/shop.db",
      file,
      monotonicMs: () => seconds * 1000,
    });
    const establish = () => Promise.resolve(null);
    await withDispatcher(async ({ net, store, add, run, delivery, told }) => {
      await add([sealed, B], [anEvent(1), anEvent(2)]);
      await store.commit([{ kind: "webhook.put", endpoint: mail }]);
      await store.commit([{ kind: "event.add", event: anEvent(3), reaches: ["email"] }]);
      for (let round = 0; round < 3; round++) await run();
      assert.deepEqual(net.log(), ["b.example 1", "b.example 2", "b.example 3"]);
      const { state, attempts, lastError } = await delivery(1, sealed);
      assert.deepEqual([state, attempts, lastError], ["PENDING", 0, ""]);
      assert.equal((await store.webhooks.delivery(anEvent(3).id, mail.id))?.delivery.attempts, 0);
      const waiting = "Deliveries wait for the key of a secret: name its file with --secrets-key";
      assert.deepEqual(told, [waiting, waiting], "once for each endpoint");

      await Deno.rename(`${folder}/away`, file);
      seconds += 1;
      await run();
      assert.deepEqual(net.log().slice(3), ["a.example 1", "a.example 2", "a.example 3"]);
      const [first] = net.arrived.filter(({ host }) => host === "a.example");
      const stamp = new Date(Number(first!.headers["webhook-timestamp"]) * 1000);
      assert.equal(
        first!.headers["webhook-signature"],
        new Webhook(SECRET).sign(first!.id, stamp, String(first!.body)),
      );
    }, { secrets: (store) => new Secrets({ store, keys: own, establish }) });
  }));
