import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { CheckoutLink } from "../../../src/domain/session/checkout_link.ts";
import { NOW, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { addSession, aSession, assertRefused, M1, putMerchant, sid } from "../support.ts";

function aLink(n: number, token: string): CheckoutLink {
  return { sessionId: sid(n), tokenHash: token.repeat(64), createdAt: NOW, hides: null };
}

function putLink(link: CheckoutLink): Change {
  return { kind: "link.put", link };
}

const erase = (phone: string | null): Change => ({
  kind: "session.erase",
  at: NOW,
  sessionId: sid(1),
  merchantId: M1,
  phone,
  withReference: false,
  withReason: false,
});

const WAY = { codeHash: "d".repeat(64), sessionId: sid(1), paymentId: uuid(9), createdAt: NOW };

/** Contract of the port: links to checkout pages. */
export function checkoutLinkContract(promised: Promised): void {
  promised("link.put replaces the link of its session, and only that", async (store) => {
    const { checkoutLinks } = store;
    await store.commit([putMerchant, addSession(aSession(1)), addSession(aSession(2))]);
    const [first, second, other] = [aLink(1, "a"), aLink(1, "b"), aLink(2, "c")];
    await store.commit([putLink(first), putLink(other)]);
    assert.deepEqual(await checkoutLinks.byHash(first.tokenHash), first);
    await store.commit([putLink({ ...first, hides: "person" })]);
    assert.deepEqual(await checkoutLinks.byHash(first.tokenHash), { ...first, hides: "person" });
    await store.commit([putLink(second)]);
    assert.equal(await checkoutLinks.byHash(first.tokenHash), null);
    assert.deepEqual(await checkoutLinks.byHash(second.tokenHash), second);
    assert.deepEqual(await checkoutLinks.byHash(other.tokenHash), other);
  });

  promised("checkoutLinks.withSession() finds the session of a current link", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1)), addSession(aSession(2))]);
    const [first, second, other] = [aLink(1, "a"), aLink(1, "b"), aLink(2, "c")];
    await store.commit([putLink(first), putLink(other)]);
    await store.commit([putLink(second)]);
    const find = async ({ tokenHash }: CheckoutLink) => {
      const found = await store.checkoutLinks.withSession(tokenHash);
      return found && [found.link, found.stored.id, found.stored.load()];
    };
    assert.equal(await find(first), null);
    assert.deepEqual(await find(second), [second, sid(1), aSession(1)]);
    assert.deepEqual(await find(other), [other, sid(2), aSession(2)]);
  });

  promised("link.put may come with its session, and is refused without one", async (store) => {
    await store.commit([putMerchant]);
    const put = putLink(aLink(1, "a"));
    await assertRefused(store.commit([put]), put, /^Session of the link is not known: /);
    await store.commit([addSession(aSession(1)), put]);
    assert.ok(await store.checkoutLinks.byHash("a".repeat(64)) !== null);
  });

  promised("link.update changes the current link, and is refused for another", async (store) => {
    const { checkoutLinks } = store;
    await store.commit([putMerchant, addSession(aSession(1)), putLink(aLink(1, "a"))]);
    const renewed: CheckoutLink = { ...aLink(1, "a"), createdAt: NOW + 5, hides: "address" };
    await store.commit([{ kind: "link.update", link: renewed }]);
    assert.deepEqual(await checkoutLinks.byHash(renewed.tokenHash), renewed);
    const replaced: Change = { kind: "link.update", link: aLink(1, "b") };
    await assertRefused(store.commit([replaced]), replaced, /^Link of the session was replaced: /);
    assert.deepEqual(await checkoutLinks.byHash(renewed.tokenHash), renewed);
  });

  promised("return.add keeps the way back from a payment with its session", async (store) => {
    const { checkoutLinks } = store;
    const add = { kind: "return.add", way: WAY } as const;
    await store.commit([putMerchant]);
    await assertRefused(store.commit([add]), add, /^Session of the payment is not known: /);
    await store.commit([addSession(aSession(1)), add]);
    await store.commit([{ ...add, way: { ...WAY, createdAt: NOW + 5 } }]);
    const found = await checkoutLinks.returned(WAY.codeHash);
    assert.deepEqual([found?.way, found?.stored.id], [WAY, sid(1)]);
    assert.equal(await checkoutLinks.returned("e".repeat(64)), null);
    await store.commit([{ kind: "return.purge", before: NOW }]);
    assert.ok(await checkoutLinks.returned(WAY.codeHash) !== null);
    await store.commit([{ kind: "return.purge", before: NOW + 1 }]);
    assert.equal(await checkoutLinks.returned(WAY.codeHash), null);
    await store.commit([add]);
    await store.commit([erase(null)]);
    assert.equal(await checkoutLinks.returned(WAY.codeHash), null);
    await store.commit([add]);
    await store.commit([
      { kind: "session.delete", sessionId: sid(1), lastActiveBefore: Number.MAX_SAFE_INTEGER },
    ]);
    assert.equal(await checkoutLinks.returned(WAY.codeHash), null);
  });

  promised("session.delete deletes the link", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1)), putLink(aLink(1, "a"))]);
    await store.commit([
      { kind: "session.delete", sessionId: sid(1), lastActiveBefore: Number.MAX_SAFE_INTEGER },
    ]);
    assert.equal(await store.checkoutLinks.byHash("a".repeat(64)), null);
  });

  promised("session.erase deletes the link of the person's own session", async (store) => {
    await store.commit([putMerchant, addSession(aSession(1)), putLink(aLink(1, "a"))]);
    await store.commit([erase("+919876543210")]);
    assert.ok(await store.checkoutLinks.byHash("a".repeat(64)) !== null);
    await store.commit([erase(null)]);
    assert.equal(await store.checkoutLinks.byHash("a".repeat(64)), null);
  });
}
