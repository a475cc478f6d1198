/** Lists of deliveries that search a bounded number of them. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { CheckoutEvent } from "../../src/domain/events.ts";
import { type DeliveryFilter, NO_DELIVERY_FILTER } from "../../src/domain/filters.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { webhookReads } from "../../src/store/read/webhooks.ts";
import { sqliteReader } from "../../src/store/sqlite/read/reader.ts";
import type { DeliveryKey } from "../../src/store/reads/webhooks.ts";
import { NOW } from "../support/builders.ts";
import { add, ALL, names, PAID, PUT_BOTH } from "./contract/deliveries.ts";
import { withPath } from "./support.ts";

/** PAID takes each third event. */
const EVENTS = Array.from({ length: 30 }, (_, i): [number, CheckoutEvent["type"]] => [
  i + 1,
  i % 3 === 0 ? "payment.paid" : "session.created",
]);

Deno.test("a search of deliveries ends after a number of them, and its next page goes on", () =>
  withPath(async (path) => {
    const store = await openSqliteStore(path);
    await store.commit([...PUT_BOTH, ...EVENTS.map(([n, type]) => add(n, { type }))]);
    await store.close();
    const db = new DatabaseSync(path, { readOnly: true });
    /** Names of all rows, and the number of pages. */
    const read = async (
      { endpointIds = [ALL.id, PAID.id], ...over }: Partial<DeliveryFilter> & {
        endpointIds?: readonly string[];
      },
      limit: number,
      searched: number,
    ) => {
      const { deliveries } = webhookReads(sqliteReader(db), searched);
      const [rows, sizes]: [string[][], number[]] = [[], []];
      let after: DeliveryKey | null | undefined;
      while (after !== null) {
        const request = { limit, ...(after !== undefined && { after }) };
        const page = await deliveries(
          endpointIds,
          { ...NO_DELIVERY_FILTER, ...over },
          request,
        );
        rows.push(...names(page.rows));
        sizes.push(page.rows.length);
        after = page.next;
      }
      return { rows, sizes };
    };
    for (
      const query of [
        { type: "payment.paid" },
        { type: "otp.requested" },
        { type: "session.created", endpointIds: [ALL.id] },
        { since: NOW + 20 },
        { since: NOW + 20, state: "FAILED" },
      ] as const
    ) {
      const whole = await read(query, 100, 1_000);
      assert.deepEqual(whole.sizes, [whole.rows.length]);
      for (const searched of [1, 4, 7, 20, 60]) {
        for (const limit of [1, 3, 50]) {
          const { rows } = await read(query, limit, searched);
          assert.deepEqual(rows, whole.rows, `${JSON.stringify(query)} ${searched} ${limit}`);
        }
      }
    }
    const { sizes } = await read({ type: "otp.requested", endpointIds: [ALL.id] }, 50, 10);
    assert.deepEqual(sizes, [0, 0, 0, 0]);
    // Without a search nothing is left out.
    assert.deepEqual((await read({ endpointIds: [ALL.id] }, 20, 4)).sizes, [20, 10]);
    db.close();
  }));
