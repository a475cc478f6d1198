import assert from "node:assert/strict";
import type { Secret } from "../../../src/domain/secret.ts";
import { CommitRefused } from "../../../src/store/store.ts";
import type { KeyId } from "../../../src/domain/ids.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";
import type { Promised } from "../contract.ts";
import { anEndpoint, assertRefused, putMerchant } from "../support.ts";
import { requireOwnChanges } from "../trail_cases.ts";

/** Contract of the port: secrets of the server, the use of keys, and the audit trail. */
export function secretContract(promised: Promised): void {
  promised("a secret is made once, and kept byte for byte", async (store) => {
    assert.equal(await store.secrets.find("recovery"), null);
    assert.deepEqual([await store.secrets.exist(), await store.secrets.keys()], [false, []]);
    const value = { stored: "A".repeat(43) };
    const secret: Secret = { name: "recovery", value, createdAt: NOW };
    await store.commit([{ kind: "secret.add", secret }]);
    const other = { ...secret, value: { stored: "B".repeat(43) } };
    await assert.rejects(
      store.commit([{ kind: "secret.add", secret: other }]),
      (error) => error instanceof CommitRefused && error.message === "Secret is made: recovery",
    );
    assert.deepEqual(await store.secrets.find("recovery"), secret);
    assert.equal(await store.secrets.exist(), true);
  });

  promised(
    "webhook.rotate replaces the secret that was read, and webhook.put none",
    async (store) => {
      const endpoint = anEndpoint();
      const { secret: was } = endpoint;
      await store.commit([putMerchant, { kind: "webhook.add", endpoint }]);
      const rotated = {
        ...endpoint,
        secret: { stored: "new" },
        previous: { secret: was, endsAt: NOW },
      };
      const rotate = { kind: "webhook.rotate", endpoint: rotated, was } as const;
      await store.commit([rotate]);
      await assertRefused(store.commit([rotate]), rotate, /secret replaced, meanwhile/);
      await store.commit([{ kind: "webhook.put", endpoint: { ...endpoint, lanes: 3 } }]);
      assert.deepEqual(await store.webhooks.find(endpoint.id), { ...rotated, lanes: 3 });
      const ended = { ...rotated, lanes: 3, secret: { stored: "newer" }, previous: null };
      await store.commit([{ ...rotate, endpoint: ended, was: rotated.secret }]);
      assert.deepEqual(await store.webhooks.find(endpoint.id), ended);
    },
  );

  promised("key.used never moves back, and passes over a key that is gone", async (store) => {
    const { id } = aKey();
    await store.commit([putMerchant, { kind: "key.add", key: aKey() }]);
    for (const [at, from] of [[NOW + 9, "203.0.113.7"], [NOW + 3, null]] as const) {
      await store.commit([{ kind: "key.used", keyId: id, at, from }]);
    }
    await store.commit([{ kind: "key.used", keyId: uuid<KeyId>(99), at: NOW, from: null }]);
    const used = await store.keys.find(id);
    assert.deepEqual([used?.lastUsedAt, used?.lastUsedFrom], [NOW + 9, "203.0.113.7"]);
    const held = aKey({ id: uuid(98), hash: "b".repeat(64), allowedFrom: ["2001:db8::/32"] });
    await store.commit([{ kind: "key.add", key: held }]);
    assert.deepEqual(await store.keys.find(held.id), held);
  });

  promised("the audit trail is sealed by a chain, erased and pruned", requireOwnChanges);
}
