import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { ProviderAccount } from "../../../src/domain/shop/provider.ts";
import { CommitRefused } from "../../../src/store/store.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { anAccount as account, paymentAtProvider as payment } from "../at_provider.ts";
import type { Promised } from "../contract.ts";
import { addSession, aSession, M1, M2, putMerchant, putOther, sid } from "../support.ts";

/** Contract of the port: accounts at providers, and the payments that these take. */
export function providerContract(promised: Promised): void {
  promised(
    "a shop has one account of a mode in use, and keeps those from before",
    async (store) => {
      const add = (one: ProviderAccount) => store.commit([{ kind: "provider.add", account: one }]);
      await store.commit([putMerchant, putOther]);
      await add(account(1));
      await add(account(2, { livemode: false }));
      await add(account(3, { merchantId: M2 }));
      await assert.rejects(add(account(4)), CommitRefused);
      await store.commit([{ kind: "provider.remove", accountId: uuid(1), at: NOW }]);
      await assert.rejects(
        store.commit([{ kind: "provider.remove", accountId: uuid(1), at: NOW }]),
        CommitRefused,
      );
      await add(account(4));
      const kept = [account(1, { removedAt: NOW }), account(2, { livemode: false }), account(4)];
      assert.deepEqual(await store.providers.of(M1), kept);
      assert.deepEqual(await store.providers.find(uuid(3)), account(3, { merchantId: M2 }));
      assert.equal(await store.providers.find(uuid(9)), null);
    },
  );

  promised(
    "the keys of an account are replaced while it is in use, and deleted afterwards, once",
    async (store) => {
      let removedAt: number | null = null;
      const key = (id: string, secret: string, of: string | null = null) =>
        store.commit([{
          kind: "provider.key",
          account: { id, account: of, secret: { stored: secret }, removedAt },
        }]);
      const forget = () => store.commit([{ kind: "provider.forget", accountId: uuid(1) }]);
      const one = account(1, { kind: "stripe", account: "acct_1", secret: { stored: "a" } });
      await store.commit([putMerchant, { kind: "provider.add", account: one }]);
      await key(uuid(1), "b");
      assert.deepEqual(await store.providers.find(uuid(1)), { ...one, secret: { stored: "b" } });
      await key(uuid(1), "c", "acct_2");
      const renewed = { ...one, account: "acct_2", secret: { stored: "c" } };
      assert.deepEqual(await store.providers.find(uuid(1)), renewed);
      await assert.rejects(key(uuid(9), "d"), CommitRefused);
      await assert.rejects(forget(), CommitRefused);
      await store.commit([{ kind: "provider.remove", accountId: uuid(1), at: NOW }]);
      // A key for the account in use is not kept by one that was removed meanwhile.
      await assert.rejects(key(uuid(1), "x"), CommitRefused);
      removedAt = NOW;
      // Its payments under way go on with a key of the same account.
      await key(uuid(1), "d");
      const removed = { ...renewed, secret: { stored: "d" }, removedAt: NOW };
      // A payment under way keeps them.
      await store.commit([addSession(aSession(1))]);
      await store.commit([{ kind: "at-provider.add", payment: payment(1, { nextLookAt: NOW }) }]);
      assert.equal(await store.providers.anyPage(uuid(1)), null);
      assert.deepEqual(await store.providers.forgettable(NOW + 1), []);
      assert.equal(await store.providers.openPayments(uuid(1)), 1);
      const underWay = async (id: string, limit: number) =>
        (await store.providers.underWay(id, limit)).map(({ paymentId }) => paymentId);
      assert.deepEqual(await underWay(uuid(1), 2), [uuid(101)]);
      assert.deepEqual(await underWay(uuid(2), 2), []);
      const page = { paymentId: uuid(101), sessionId: sid(1), reference: "ref", expiresAt: NOW };
      await store.commit([{ kind: "at-provider.page", payment: page }]);
      const found = await store.providers.byReference(uuid(1), "ref");
      assert.equal(found?.paymentId, uuid(101));
      assert.equal(await store.providers.byReference(uuid(2), "ref"), null);
      assert.equal((await store.providers.anyPage(uuid(1)))?.paymentId, uuid(101));
      assert.equal(await store.providers.anyPage(uuid(2)), null);
      await store.commit([{ kind: "at-provider.close", payment: page }]);
      assert.equal(await store.providers.openPayments(uuid(1)), 0);
      assert.deepEqual(await underWay(uuid(1), 2), []);
      assert.deepEqual(await store.providers.forgettable(NOW), []);
      assert.deepEqual(await store.providers.forgettable(NOW + 1), [removed]);
      await forget();
      assert.deepEqual(await store.providers.find(uuid(1)), { ...removed, secret: null });
      assert.deepEqual(await store.providers.forgettable(NOW + 1), []);
      await assert.rejects(forget(), CommitRefused);
      await key(uuid(1), "e");
      const again = { ...removed, secret: { stored: "e" } };
      assert.deepEqual(await store.providers.find(uuid(1)), again);
    },
  );

  promised(
    "providers.toList() gives accounts with keys, those first that were never listed",
    async (store) => {
      const DAY = 86_400_000;
      const stripe = { kind: "stripe", secret: { stored: "key" } } as const;
      const gone = account(2, { ...stripe, removedAt: NOW - 180 * DAY });
      const going = account(3, { ...stripe, removedAt: NOW - 179 * DAY });
      const forgotten = account(4, { ...stripe, secret: null, removedAt: NOW - DAY });
      const all = [account(1), gone, going, forgotten];
      await store.commit([
        putMerchant,
        ...all.map((one) => ({ kind: "provider.add" as const, account: one })),
      ]);
      const list = async (before = NOW, limit = 9) =>
        (await store.providers.toList(before, limit)).map((
          { id, listedUntil },
        ) => [id, listedUntil]);
      const listed = (accountId: string, until: number, from: number | null = null) =>
        store.commit([{ kind: "provider.listed", accountId, from, until }]);
      assert.deepEqual(await list(), [[uuid(1), null], [uuid(3), null]]);
      assert.deepEqual(await list(NOW, 1), [[uuid(1), null]]);
      await listed(uuid(1), NOW - 5);
      assert.deepEqual(await list(), [[uuid(3), null], [uuid(1), NOW - 5]]);
      await listed(uuid(3), NOW);
      assert.deepEqual(await list(), [[uuid(1), NOW - 5]]);
      assert.deepEqual(await list(NOW + 1), [[uuid(1), NOW - 5], [uuid(3), NOW]]);
      // Of two servers that list at once one notes it, and an account that is gone is no reason to
      // refuse.
      await listed(uuid(3), NOW - 9);
      await listed(uuid(9), NOW);
      assert.deepEqual(await list(NOW + 1), [[uuid(1), NOW - 5], [uuid(3), NOW]]);
      // A list under way notes nothing once there is more to list.
      const relist = (until: number) =>
        store.commit([{ kind: "provider.relist", accountId: uuid(3), until }]);
      await relist(NOW + 1);
      await relist(NOW - 3);
      await listed(uuid(3), NOW + 2, NOW);
      assert.deepEqual(await list(NOW + 1), [[uuid(1), NOW - 5], [uuid(3), NOW - 3]]);
      await listed(uuid(3), NOW, NOW - 3);
      const [found] = await store.providers.toList(NOW, 1);
      assert.deepEqual(found, { ...account(1), listedUntil: NOW - 5 });
    },
  );

  promised("health.openMoney() knows until when all accounts in use were listed", async (store) => {
    const stripe = { kind: "stripe", secret: { stored: "key" } } as const;
    const all = [
      account(1, { ...stripe, createdAt: NOW - 9 }),
      account(2, { ...stripe, createdAt: NOW - 8, livemode: false }),
      account(3, { ...stripe, createdAt: NOW - 7, removedAt: NOW }),
      account(4, { merchantId: M2, createdAt: NOW - 6, kind: "demo" }),
    ];
    await store.commit([
      putMerchant,
      putOther,
      ...all.map((one) => ({ kind: "provider.add" as const, account: one })),
    ]);
    const listed = { kind: "provider.listed", accountId: uuid(1), from: null } as const;
    const until = async () => (await store.health.openMoney(NOW)).listedUntil;
    assert.equal(await until(), NOW - 9);
    await store.commit([{ ...listed, until: NOW }]);
    assert.equal(await until(), NOW);
  });

  promised(
    "a payment at a provider is due until it is final, and each note stands",
    async (store) => {
      await store.commit([
        putMerchant,
        { kind: "provider.add", account: account(1) },
        ...[1, 2, 3].map((n) => addSession(aSession(n))),
        ...[1, 2, 3].map((n) => ({ kind: "at-provider.add" as const, payment: payment(n) })),
      ]);
      const due = async (at: number, limit = 9) =>
        (await store.providers.due("demo", at, limit)).map(({ sessionId }) => sessionId);
      assert.deepEqual(await store.providers.due("stripe", NOW + 9, 9), []);
      assert.deepEqual(await due(NOW + 2), [sid(1), sid(2)]);
      assert.deepEqual(await due(NOW + 9, 1), [sid(1)]);
      const { paymentId, sessionId } = payment(1);
      const of = { paymentId, sessionId };
      const noted = {
        page: (reference: string) => ({
          kind: "at-provider.page" as const,
          payment: { ...of, reference, expiresAt: NOW + 2000 },
        }),
        look: (looks: number) => ({
          kind: "at-provider.look" as const,
          payment: { ...of, looks, nextLookAt: NOW + 5 },
        }),
        demo: (act: "pay" | "end") => ({
          kind: "at-provider.demo" as const,
          payment: of,
          act,
          at: NOW,
        }),
      };
      const commit = (change: Change) => store.commit([change]);
      // In any order, none takes back what another one has noted.
      await commit(noted.look(1));
      await commit(noted.page("cs_1"));
      await commit(noted.demo("pay"));
      const all = payment(1, {
        reference: "cs_1",
        expiresAt: NOW + 2000,
        nextLookAt: NOW + 5,
        looks: 1,
        demo: { act: "pay", at: NOW },
      });
      assert.deepEqual(await store.providers.payment(paymentId), all);
      // Each once: another server has asked meanwhile, a payment has one page, the first act counts.
      for (const late of [noted.look(1), noted.page("cs_2"), noted.demo("end")]) {
        await assert.rejects(commit(late), CommitRefused);
      }
      await commit({ kind: "at-provider.close", payment: of });
      assert.deepEqual(await due(NOW + 9), [sid(2), sid(3)]);
      // What is final stays so.
      await assert.rejects(commit(noted.look(2)), CommitRefused);
      assert.deepEqual(await store.providers.payment(paymentId), { ...all, nextLookAt: null });
      const other = { ...payment(2), reference: "cs_1" };
      await assert.rejects(commit({ kind: "at-provider.page", payment: other }), CommitRefused);
      const deleted = {
        sessionId: sid(2),
        lastActiveBefore: Number.MAX_SAFE_INTEGER,
        withShop: M1,
      };
      await store.commit([{ kind: "session.delete", ...deleted }]);
      assert.equal(await store.providers.payment(payment(2).paymentId), null);
    },
  );
}
