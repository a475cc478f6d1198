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

Deno.test("hint() names pages alone, of events about them", async () => {
  const secret = "whsec_1";
  const at = Date.UTC(2026, 10, 27);
  const rows: [type: string, reference: string, isNamed: boolean][] = [
    ["checkout.session.completed", "cs_test_1", true],
    ["checkout.session.expired", "cs_live_1", true],
    ["checkout.session.async_payment_succeeded", "cs_test_1", true],
    ["checkout.session.async_payment_failed", "cs_test_1", true],
    ["payment_intent.succeeded", "pi_1", false],
    ["checkout.session.completed", "../account", false],
  ];
  for (const [type, reference, isNamed] of rows) {
    const { headers, body } = stripeHook({ type, reference, secret, at });
    const access = { livemode: false, key: "sk_test_double", hookSecret: secret };
    const wanted = { references: isNamed ? [reference] : [], charges: [], disputes: [] };
    deepEqual(await hint(access, { headers, body, now: at }), wanted, `${type} ${reference}`);
  }
});
