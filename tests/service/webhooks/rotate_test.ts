import assert from "node:assert/strict";
import { signingSecrets } from "../../../src/domain/shop/webhook_secret.ts";
import { uuid } from "../../support/builders.ts";
import { refused } from "../../support/refused.ts";
import {
  anEndpoint,
  anEvent,
  SECRET,
  webhooksOver,
  withDispatcher,
} from "../../support/webhooks.ts";
import { OPERATOR } from "../../support/operator.ts";
import { Webhook } from "standardwebhooks";

const HOUR_MS = 3_600_000;
const { id: ID } = anEndpoint(1);

Deno.test("rotate() has both secrets sign until the overlap is over, then the new one alone", () =>
  withDispatcher(async (world) => {
    const { clock, net, add, run, store } = world;
    const webhooks = webhooksOver(world, {
      newId: () => crypto.randomUUID(),
      randomBytes: (length) => new Uint8Array(length).fill(9),
    });
    await add([anEndpoint(1)], []);
    const { endpoint, secret } = await webhooks.rotate(ID, { overlapMs: HOUR_MS }, OPERATOR);
    const endsAt = endpoint.previous?.endsAt ?? 0;
    assert.equal(secret, `whsec_${new Uint8Array(32).fill(9).toBase64()}`);
    assert.deepEqual(await store.webhooks.find(ID), endpoint);

    /** Sends an event at a moment, and says which secrets have signed it. */
    const signedAt = async (n: number, at: number) => {
      clock.advance(at - clock.now());
      await add([], [anEvent(n)]);
      await run();
      const post = net.arrived.at(-1);
      assert.equal(post?.id, uuid(n));
      const sentAt = new Date(Number(post.headers["webhook-timestamp"]) * 1000);
      const signatures = post.headers["webhook-signature"]?.split(" ") ?? [];
      const by = { [secret]: "new", [SECRET]: "old" };
      return signatures.map((signature) =>
        Object.entries(by).find(([one]) =>
          new Webhook(one).sign(post.id, sentAt, post.body) === signature
        )?.[1]
      );
    };
    assert.deepEqual(await signedAt(1, clock.now()), ["new", "old"]);
    await refused(
      webhooks.rotate(ID, { overlapMs: 1 }, OPERATOR),
      "error.conflict",
      /^Two secrets sign already: .*, or without an overlap: 20.*Z$/,
    );
    assert.deepEqual(await signedAt(2, endsAt - 1), ["new", "old"]);
    assert.deepEqual(await signedAt(3, endsAt), ["new"]);
    // After the end another rotation may overlap; one without an overlap ends the old one at once.
    const later = await webhooks.rotate(ID, { overlapMs: HOUR_MS }, OPERATOR);
    assert.equal(signingSecrets(later.endpoint, clock.now()).length, 2);
    const last = await webhooks.rotate(ID, { overlapMs: 0 }, OPERATOR);
    assert.equal(last.endpoint.previous, null);
    assert.deepEqual(await store.webhooks.find(ID), last.endpoint);
  }));

Deno.test("rotate() is undone by no change that was read before it, and not done twice at once", () =>
  withDispatcher(async (world) => {
    const { store, add } = world;
    let bytes = 0;
    const webhooks = webhooksOver(world, {
      newId: () => crypto.randomUUID(),
      randomBytes: (length) => new Uint8Array(length).fill(++bytes),
    });
    await add([anEndpoint(1)], []);
    const before = await store.webhooks.find(ID);
    assert.ok(before);
    const done = await Promise.allSettled(
      [1, 2].map(() => webhooks.rotate(ID, { overlapMs: HOUR_MS }, OPERATOR)),
    );
    const made = done.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
    assert.equal(made.length, 1);
    // As the dispatcher does after a 410, with the endpoint as it was when the attempt began.
    await store.commit([{ kind: "webhook.put", endpoint: { ...before, disabledAt: 5 } }]);
    assert.deepEqual(await store.webhooks.find(ID), { ...made[0]!.endpoint, disabledAt: 5 });
  }));
