import assert from "node:assert/strict";
import type { MerchantId, PersonId } from "../../../src/domain/ids.ts";
import { HOUR_MS } from "../../../src/domain/shop/hourly.ts";
import type { AuditAction } from "../../../src/domain/trail/actions.ts";
import { aMerchant, NOW, uuid } from "../../support/builders.ts";
import { aPerson } from "../../support/people.ts";
import type { Promised } from "../contract.ts";
import { M1, M2, putMerchant, putOther } from "../support.ts";
import { anEntry } from "./audit.ts";

/** Contract of the port: limits of an hour. */
export function hourlyContract(promised: Promised): void {
  promised(
    "attention.hourly() counts sign-ins, right and wrong, of a shop's people",
    async (store) => {
      const people = [
        aPerson({ id: uuid<PersonId>(1), login: "all", everywhere: "viewer" }),
        aPerson({
          id: uuid<PersonId>(2),
          login: "own",
          shops: [{ merchantId: M1, role: "staff" }],
        }),
        aPerson({
          id: uuid<PersonId>(3),
          login: "other",
          shops: [{ merchantId: M2, role: "owner" }],
        }),
      ];
      let count = 0;
      const signIn = (of: number | null, at: number, action: AuditAction) => {
        const id = of === null ? null : uuid(of);
        const object = { kind: "user", id, label: "x" };
        const entry = anEntry(count += 1, { at, action, object, merchantId: null });
        return { kind: "audit.add", entry } as const;
      };
      const entries = [
        signIn(1, NOW, "user.sign-in"),
        signIn(2, NOW + HOUR_MS - 1, "user.sign-in-refused"),
        signIn(2, NOW - 1, "user.sign-in"),
        signIn(2, NOW + HOUR_MS, "user.sign-in"),
        signIn(2, NOW, "user.password"),
        signIn(3, NOW, "user.sign-in"),
        signIn(null, NOW, "user.sign-in-refused"),
      ];
      await store.commit([
        putMerchant,
        putOther,
        ...people.map((person) => ({ kind: "person.add", person } as const)),
        ...entries,
      ]);
      const signIns = async (merchantId: MerchantId) =>
        (await store.attention.hourly(merchantId, NOW)).signInsHourly;
      assert.deepEqual([await signIns(M1), await signIns(M2)], [2, 2]);
    },
  );

  promised("merchants.withHourlyLimits() finds the shops that have one", async (store) => {
    const put = (over: Parameters<typeof aMerchant>[0]) =>
      ({ kind: "merchant.put", merchant: aMerchant(over) }) as const;
    await store.commit([put({ name: '"ordersHourly":5', refundsDaily: 5 }), putOther]);
    assert.deepEqual(await store.merchants.withHourlyLimits(), []);
    await store.commit([put({ signInsHourly: 20 })]);
    const found = await store.merchants.withHourlyLimits();
    assert.deepEqual(found.map(({ id }) => id), [aMerchant().id]);
  });
}
