import assert from "node:assert/strict";
import { type AuditFilter, NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { AuditEntry } from "../../../src/domain/trail/entry.ts";
import { readPages } from "../../../src/domain/values/page.ts";
import type { AuditKey } from "../../../src/store/reads/audit.ts";
import type { Store } from "../../../src/store/store.ts";
import { aCoupon, NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { M1, M2, putMerchant } from "../support.ts";

/** An audit entry with everything; a second later for each number. */
export function anEntry(n: number, over: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: uuid(700 + n),
    at: NOW + n * 1000,
    subject: { kind: "operator", id: null, label: "cli:asha" },
    merchantId: M1,
    action: "coupon.update",
    object: { kind: "coupon", id: uuid(40), label: "SAVE10" },
    before: { ends_at: null, discount: { type: "PERCENTAGE", percent: 10, cap: null } },
    after: { ends_at: "2026-11-30T00:00:00.000Z", discount: null },
    ...over,
  };
}

/** Contract of the port: the audit trail. */
export function auditContract(promised: Promised): void {
  promised(
    "audit entries are listed as they were added, latest first, page by page",
    async (store) => {
      const entries = [
        anEntry(0),
        anEntry(1, { merchantId: null, object: { kind: "database", id: null, label: null } }),
        anEntry(1, { id: uuid(750), before: null, after: null }),
        anEntry(2, { subject: { kind: "person", id: uuid(9), label: "asha" }, merchantId: M2 }),
      ];
      await add(store, [entries[2]!, entries[0]!, entries[3]!, entries[1]!]);
      const latest = entries.toReversed();
      assert.deepEqual(await listed(store, {}), latest);
      for (const limit of [1, 2, 3, 4]) {
        const found = await readPages<AuditEntry, AuditKey>(async (page) => {
          const { rows, next } = await store.audit.list(NO_AUDIT_FILTER, { ...page, limit });
          assert.ok(rows.length <= limit);
          return { rows, next };
        });
        assert.deepEqual(found.rows, latest);
      }
      assert.deepEqual(await store.audit.find(uuid(750)), entries[2]);
      assert.equal(await store.audit.find(uuid(1)), null);
    },
  );

  promised("audit entries are found by shop, subject, action, noun and time", async (store) => {
    const key = { kind: "key", id: uuid(8), label: "ck_live_Ab12" } as const;
    const entries = [
      anEntry(0),
      anEntry(1, { merchantId: M2, action: "coupons.odd" }),
      anEntry(2, { subject: key, action: "coupon" }),
      anEntry(3, { merchantId: null, action: "db.restore" }),
    ];
    await add(store, entries);
    const cases: [Partial<AuditFilter>, number[]][] = [
      [{ merchantId: M1 }, [2, 0]],
      [{ subject: "cli:asha" }, [3, 1, 0]],
      [{ subject: "asha" }, [3, 1, 0]],
      [{ subject: "ck_live_Ab12" }, [2]],
      [{ subject: "ck_live" }, []],
      [{ action: "coupon.update" }, [0]],
      [{ action: "coupon" }, [2, 0]],
      [{ since: NOW + 2000 }, [3, 2]],
      [{ merchantId: M1, subject: "asha", action: "coupon", since: NOW }, [0]],
      [{ merchantId: M1, since: NOW + 1 }, [2]],
    ];
    for (const [query, numbers] of cases) {
      const ids = (await listed(store, query)).map(({ id }) => id);
      assert.deepEqual(ids, numbers.map((n) => anEntry(n).id), JSON.stringify(query));
    }
  });

  promised("an audit entry is written with its change or not at all", async (store) => {
    await store.commit([putMerchant, { kind: "coupon.put", coupon: aCoupon() }]);

    await assert.rejects(
      store.commit([
        { kind: "audit.add", entry: anEntry(0) },
        { kind: "coupon.put", coupon: aCoupon({ id: uuid(77) }) },
      ]),
    );
    assert.deepEqual(await listed(store, {}), []);
    await add(store, [anEntry(0)]);
    const same = { kind: "audit.add", entry: { ...anEntry(0), action: "coupon.delete" } } as const;
    await assert.rejects(store.commit([same]));
    assert.deepEqual(await listed(store, {}), [anEntry(0)]);
  });
}

async function add(store: Store, entries: readonly AuditEntry[]): Promise<void> {
  await store.commit(entries.map((entry) => ({ kind: "audit.add", entry })));
}

async function listed(store: Store, over: Partial<AuditFilter>): Promise<readonly AuditEntry[]> {
  const filter = { ...NO_AUDIT_FILTER, ...over };
  return (await readPages<AuditEntry, AuditKey>((page) => store.audit.list(filter, page))).rows;
}
