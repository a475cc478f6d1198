import assert from "node:assert/strict";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { addSession, anEndpoint, anEvent, aSession, putMerchant } from "../support.ts";

/** Contract of the port: pending work. */
export function loadContract(promised: Promised): void {
  promised(
    "health.pendingDeliveries() counts first and later attempts, and no others",
    async (store) => {
      const endpoint = anEndpoint();
      const other = anEndpoint({ id: uuid(71) });
      assert.equal(await store.health.pendingDeliveries(), 0);
      await store.commit([
        putMerchant,
        { kind: "webhook.put", endpoint },
        { kind: "webhook.put", endpoint: other },
        ...[1, 2, 3].map((n) => ({ kind: "event.add" as const, event: anEvent(n) })),
      ]);
      assert.equal(await store.health.pendingDeliveries(), 6);
      const tried = (n: number, state: "PENDING" | "DELIVERED" | "FAILED") => ({
        kind: "delivery.put" as const,
        delivery: {
          eventId: anEvent(n).id,
          endpointId: endpoint.id,
          state,
          attempts: 1,
          nextAt: NOW + 1000,
          lastStatus: 503,
          lastError: "HTTP 503",
          batchId: null,
          updatedAt: NOW,
        },
      });
      await store.commit([tried(1, "PENDING"), tried(2, "DELIVERED"), tried(3, "FAILED")]);
      assert.equal(await store.health.pendingDeliveries(), 4);
      await store.commit([{ kind: "webhook.put", endpoint: { ...other, disabledAt: NOW } }]);
      assert.equal(await store.health.pendingDeliveries(), 1);
    },
  );

  promised("health.bytes() grows with what is kept", async (store) => {
    const before = await store.health.bytes();
    assert.ok(before > 0);
    await store.commit([putMerchant]);
    // PostgreSQL may give back what its own catalogue no longer needs meanwhile.
    for (let kept = 0; kept < 1000 && await store.health.bytes() <= before; kept += 50) {
      await store.commit(Array.from({ length: 50 }, (_, n) => addSession(aSession(kept + n))));
    }
    assert.ok(await store.health.bytes() > before);
  });

  promised("health.queueDepth() counts commits until they are written", async (store) => {
    assert.equal(store.health.queueDepth(), 0);
    const written = store.commit([putMerchant]);
    assert.equal(store.health.queueDepth(), 1);
    await written;
    assert.equal(store.health.queueDepth(), 0);
  });
}
