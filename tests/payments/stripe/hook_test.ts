import { deepEqual, equal } from "node:assert/strict";
import { stripeProvider } from "../../../src/payments/stripe/provider.ts";
import { Unreachable } from "../../../src/payments/provider.ts";
import { stripeHook } from "../../support/payments/stripe_double.ts";

const { hint } = stripeProvider({ send: () => Promise.reject(new Unreachable("No call")) });

/** Made by `stripe.webhooks.generateTestHeaderString()` of the official SDK, npm:stripe@23.1.0. */
const SDK = {
  at: 1_790_000_000,
  secret: "whsec_test_secret",
  v1: "b748cbb572abfa0b10611efd9e078766668b953a190d91514ff1318c117a3526",
  body: '{"id":"evt_1","object":"event","type":"checkout.session.completed","data":{"object":' +
    '{"id":"cs_test_a1b2c3","object":"checkout.session","metadata":{"name":"Zoë ₹"}}}}',
};

function hinted(
  { signature = `t=${SDK.at},v1=${SDK.v1}`, body = SDK.body, secret = SDK.secret, after = 0 }: {
    signature?: string;
    body?: string;
    secret?: string | null;
    after?: number;
  },
) {
  const headers = new Headers({ "stripe-signature": signature });
  const access = { livemode: false, key: "sk_test_double", hookSecret: secret };
  return hint(access, { headers, body, now: (SDK.at + after) * 1000 });
}

Deno.test("hint() accepts the official SDK's signature, and names the page", async () => {
  const named = { references: ["cs_test_a1b2c3"], charges: [], disputes: [] };
  deepEqual(await hinted({}), named);
  // While a secret is replaced, a hook has a signature of each.
  const other = "0".repeat(64);
  const both = `t=${SDK.at},v1=${other},v1=${SDK.v1},v0=${other}`;
  deepEqual(await hinted({ signature: both }), named);
  deepEqual(await hinted({ after: 300 }), named);
  deepEqual(await hinted({ after: -3600 }), named);
});

Deno.test("hint() refuses what is not signed so, or is old", async () => {
  const refused: Parameters<typeof hinted>[0][] = [
    { after: 301 },
    { secret: "whsec_other" },
    { secret: null },
    { body: SDK.body.replace("a1b2c3", "a1b2c4") },
    { signature: "" },
    { signature: `v1=${SDK.v1}` },
    { signature: `t=${SDK.at}` },
    { signature: `t=${SDK.at + 1},v1=${SDK.v1}` },
    { signature: `t=${SDK.at},v0=${SDK.v1}` },
    { signature: `t=${SDK.at},v1=${SDK.v1.slice(1)}` },
    { signature: `t=${SDK.at},v1=${SDK.v1}00` },
    { signature: `t=now,v1=${SDK.v1}` },
  ];
  for (const one of refused) equal(await hinted(one), "refused", JSON.stringify(one));
});

const NOTHING = { references: [], charges: [], disputes: [] };
const OF_PI = { payment_intent: "pi_1", charge: "ch_1" };

Deno.test("hint() names pages, and payments with a refund or a dispute, by the thing itself", async () => {
  const page = (id: string) => ({ object: "checkout.session", id });
  const rows: [type: string, object: Record<string, unknown>, named: Record<string, string[]>][] = [
    ["checkout.session.completed", page("cs_test_1"), { references: ["cs_test_1"] }],
    ["checkout.session.expired", page("cs_live_1"), { references: ["cs_live_1"] }],
    ["checkout.session.async_payment_succeeded", page("cs_test_1"), { references: ["cs_test_1"] }],
    ["checkout.session.async_payment_failed", page("cs_test_1"), { references: ["cs_test_1"] }],
    ["checkout.session.completed", page("../account"), {}],
    ["payment_intent.succeeded", { object: "payment_intent", id: "pi_1" }, {}],
    ["charge.refunded", { object: "charge", id: "ch_1", ...OF_PI }, { charges: ["pi_1"] }],
    ["charge.succeeded", { object: "charge", id: "ch_1", ...OF_PI }, {}],
  ];
  for (
    const type of ["refund.created", "refund.updated", "refund.failed", "charge.refund.updated"]
  ) {
    rows.push([type, { object: "refund", id: "re_1", ...OF_PI }, { charges: ["pi_1"] }]);
  }
  for (const name of ["created", "updated", "closed", "funds_withdrawn", "funds_reinstated"]) {
    const object = { object: "dispute", id: "du_1", ...OF_PI };
    rows.push([`charge.dispute.${name}`, object, { charges: ["pi_1"], disputes: ["du_1"] }]);
  }
  for (const payment_intent of [null, "pi_1/../2", undefined]) {
    const other = { object: "dispute", id: "du_1", charge: "ch_1", payment_intent };
    rows.push(["charge.dispute.created", other, {}]);
    rows.push(["refund.created", { ...other, object: "refund" }, {}]);
  }
  rows.push(["charge.dispute.created", { object: "dispute", id: "../1", ...OF_PI }, {}]);
  const at = Date.UTC(2026, 10, 27);
  for (const [type, object, named] of rows) {
    const { headers, body } = stripeHook({ type, object, secret: "whsec_1", at });
    const access = { livemode: false, key: "sk_test_double", hookSecret: "whsec_1" };
    const told = await hint(access, { headers, body, now: at });
    deepEqual(told, { ...NOTHING, ...named }, `${type} ${JSON.stringify(object)}`);
  }
});
