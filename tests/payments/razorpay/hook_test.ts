import assert from "node:assert/strict";
import { NOW } from "../../support/builders.ts";
import { ACCESS, aWorld } from "./shop.ts";

/** Signed with "hook secret ₹"; the official SDK (razorpay 2.9.8) takes this signature. */
const BODY =
  '{"entity":"event","account_id":"acc_OU2H3nkLn9jDVo","event":"payment_link.paid","contains":["payment_link"],"payload":{"payment_link":{"entity":{"id":"plink_QflcnnZqCekuvL","description":"Größe ₹ 5","status":"paid"}}},"created_at":1749618314}';
const SIGNATURE = "bffbf889ea0fef05d4ff5a961adad9387873bdc3268a92ce6aafe1076c53790b";
const SECRET = "hook secret ₹";

const { provider, double, open } = aWorld();

function hint(body: string, signature: string | null, hookSecret: string | null = SECRET) {
  const headers = new Headers(signature === null ? {} : { "X-Razorpay-Signature": signature });
  return provider.hint({ ...ACCESS, hookSecret }, { headers, body, now: NOW });
}

Deno.test("hint() names the link of a hook that the official SDK takes", async () => {
  assert.deepEqual(await hint(BODY, SIGNATURE), {
    references: ["plink_QflcnnZqCekuvL"],
    charges: [],
    disputes: [],
  });
  assert.deepEqual(await hint(BODY, SIGNATURE.toUpperCase()), {
    references: ["plink_QflcnnZqCekuvL"],
    charges: [],
    disputes: [],
  });
});

Deno.test("hint() refuses a hook that is not signed, or otherwise", async () => {
  assert.equal(await hint(BODY, null), "refused");
  assert.equal(await hint(BODY, ""), "refused");
  assert.equal(await hint(BODY, SIGNATURE.slice(2)), "refused");
  assert.equal(await hint(BODY, `${SIGNATURE}00`), "refused");
  assert.equal(await hint(BODY, `00${SIGNATURE.slice(2)}`), "refused");
  assert.equal(await hint(`${BODY} `, SIGNATURE), "refused");
  assert.equal(await hint(BODY, SIGNATURE, "another"), "refused");
  assert.equal(await hint(BODY, SIGNATURE, null), "refused");
  assert.equal(await hint(BODY, SIGNATURE, ""), "refused");
});

Deno.test("hint() names links for their four events, and nothing for others", async () => {
  const { reference } = await open();
  const referencesOf = async (event: string) => {
    const read = await provider.hint(ACCESS, { ...double.hook(event, reference), now: NOW });
    assert.ok(read !== "refused");
    return read.references;
  };
  for (const event of ["paid", "partially_paid", "expired", "cancelled"]) {
    assert.deepEqual(await referencesOf(`payment_link.${event}`), [reference]);
  }
  for (const event of ["payment.captured", "payment_link.", "refund.processed"]) {
    assert.deepEqual(await referencesOf(event), []);
  }
});

Deno.test("hint() names payments with a refund or a dispute, by the thing itself", async () => {
  const refund = { entity: { id: "rfnd_1", payment_id: "pay_1", status: "processed" } };
  const dispute = { entity: { id: "disp_1", payment_id: "pay_1", status: "open" } };
  const payment = { entity: { id: "pay_2" } };
  const named = async (event: string, payload: Record<string, unknown>) =>
    await provider.hint(ACCESS, { ...double.hookOf(event, payload), now: NOW });
  for (const event of ["created", "processed", "failed", "speed_changed"]) {
    assert.deepEqual(await named(`refund.${event}`, { refund, payment }), {
      references: [],
      charges: ["pay_1"],
      disputes: [],
    });
  }
  const statuses = ["created", "won", "lost", "closed", "under_review", "action_required"];
  for (const event of statuses) {
    assert.deepEqual(await named(`payment.dispute.${event}`, { payment, dispute }), {
      references: [],
      charges: ["pay_1"],
      disputes: ["disp_1"],
    });
  }
  const none = { references: [], charges: [], disputes: [] };
  for (
    const [event, payload] of [
      ["payment.captured", { payment, refund, dispute }],
      ["refund.created", { dispute }],
      ["payment.dispute.created", { refund }],
      ["refund.created", { refund: { entity: { id: "rfnd_1", payment_id: "pay_1/../2" } } }],
      ["payment.dispute.won", { dispute: { entity: { id: "1", payment_id: "pay_1" } } }],
    ] as const
  ) assert.deepEqual(await named(event, payload), none, event);
});

Deno.test("hint() names nothing that has not the form of a link", async () => {
  const signed = async (body: string) => {
    const key = await crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode(SECRET),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(body));
    return await hint(body, new Uint8Array(mac).toHex());
  };
  const none = { references: [], charges: [], disputes: [] };
  assert.deepEqual(await signed(""), none);
  assert.deepEqual(await signed("not JSON"), none);
  assert.deepEqual(await signed('{"event":"payment_link.paid"}'), none);
  for (const id of ["pay_1", "plink_", "plink_1/../2", "plink_é", `plink_${"1".repeat(65)}`]) {
    const payload = { payment_link: { entity: { id } } };
    assert.deepEqual(await signed(JSON.stringify({ event: "payment_link.paid", payload })), none);
  }
});
