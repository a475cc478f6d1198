import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { PersonId } from "../../../src/domain/ids.ts";
import type { Invitation } from "../../../src/domain/people/invitation.ts";
import type { Person } from "../../../src/domain/people/person.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { anInvitation, aPerson } from "../../support/people.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant, putOther } from "../support.ts";

const BEN = aPerson({ id: uuid<PersonId>(91), login: "ben", passwordHash: null });
const add = (person: Person): Change => ({ kind: "person.add", person });

/** Contract of the port: invitations to the dashboard. */
export function invitationContract(promised: Promised): void {
  promised(
    "an invitation is accepted once in its time, removed as it was seen, and purged",
    async (store) => {
      const { persons } = store;
      const anna = aPerson();
      const [open, other] = [
        anInvitation(),
        anInvitation({ id: uuid(96), tokenHash: "f".repeat(64) }),
      ];
      await store.commit([
        putMerchant,
        add(anna),
        add(BEN),
        { kind: "invitation.add", invitation: open },
        { kind: "invitation.add", invitation: other },
      ]);
      const mine = () => persons.invitations({ merchantId: M1, invitedBy: anna.id });
      assert.deepEqual(await mine(), [open, other]);
      assert.deepEqual(await persons.invitations({ merchantId: M2, invitedBy: anna.id }), []);
      assert.deepEqual(await persons.invitations({ merchantId: M1, invitedBy: BEN.id }), []);
      const accept = (at: number, createdAfter: number): Change => ({
        kind: "invitation.accept",
        tokenHash: open.tokenHash,
        personId: BEN.id,
        at,
        createdAfter,
      });
      const late = accept(NOW + 9, NOW);
      await assertRefused(store.commit([late]), late, /^The invitation was accepted, withdrawn or/);
      await store.commit([accept(NOW + 5, NOW - 1)]);
      const accepted = { ...open, acceptance: { personId: BEN.id, at: NOW + 5 } };
      assert.deepEqual(await persons.invitation(open.tokenHash), accepted);
      const twice = accept(NOW + 6, NOW - 1);
      await assertRefused(
        store.commit([twice]),
        twice,
        /^The invitation was accepted, withdrawn or/,
      );
      const unseen: Change = { kind: "invitation.remove", id: open.id, acceptedBy: null };
      await assertRefused(store.commit([unseen]), unseen, /^The invitation has changed: /);
      await store.commit([{ kind: "invitation.purge", before: NOW + 1 }]);
      assert.deepEqual(await mine(), [accepted]);
      await store.commit([{ ...unseen, acceptedBy: BEN.id }]);
      assert.deepEqual(await mine(), []);
      await store.commit([{ kind: "invitation.add", invitation: accepted }]);
      await store.commit([{ kind: "invitation.lapse", personId: anna.id }]);
      assert.deepEqual(await mine(), [accepted]);
      await store.commit([{ kind: "invitation.lapse", personId: BEN.id }]);
      assert.deepEqual(await mine(), []);
      await store.commit([{ kind: "invitation.add", invitation: open }]);
      await store.commit([{ kind: "person.remove", personId: anna.id, onlyIn: null }]);
      assert.equal(await persons.invitation(open.tokenHash), null);
    },
  );

  promised("an owner has at most 20 invitations to a shop", async (store) => {
    const anna = aPerson();
    const invite = (n: number, over: Partial<Invitation> = {}): Change => {
      const tokenHash = String(n).padStart(64, "0");
      return {
        kind: "invitation.add",
        invitation: anInvitation({ id: uuid(300 + n), tokenHash, ...over }),
      };
    };
    await store.commit([putMerchant, putOther, add(anna), add(BEN)]);
    const added = await Promise.allSettled(
      Array.from({ length: 24 }, (_, n) => store.commit([invite(n)])),
    );
    const refused = added.filter(({ status }) => status === "rejected");
    assert.equal(refused.length, 4);
    const late = invite(30);
    await assertRefused(store.commit([late]), late, /^20 of your invitations to this shop wait/);
    await store.commit([invite(31, { merchantId: M2 }), invite(32, { invitedBy: BEN.id })]);
  });
}
