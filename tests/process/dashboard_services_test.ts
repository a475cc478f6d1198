import assert from "node:assert/strict";
import { dashboardServices } from "../../src/process/dashboard.ts";
import { withWorld } from "../support/app.ts";
import { OPERATOR } from "../support/operator.ts";
import { MESSAGE_FORMS } from "../support/channels.ts";
import { plainSecrets } from "../support/secrets.ts";

const LOGGER = { info: () => {}, warn: () => {} };

Deno.test("a test event of the dashboard goes to a private address only where the server's webhooks may", () =>
  withWorld(async ({ store, merchant }) => {
    let arrived = 0;
    await using receiver = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => {
        arrived += 1;
        return new Response();
      },
    );
    const over = (allowInsecureWebhooks: boolean) =>
      dashboardServices(store, LOGGER, {
        allowInsecureWebhooks,
        secrets: plainSecrets(store),
        mail: null,
        forms: MESSAGE_FORMS,
      }).webhooks;
    const { endpoint: { id } } = await over(true).add({
      merchantId: merchant.id,
      url: `http://127.0.0.1:${receiver.addr.port}/hooks`,
      events: [],
      allowInsecure: true,
    }, OPERATOR);
    const refused = await over(false).test(id);
    assert.match(JSON.stringify(refused.attempt), /private|public|https/);
    assert.equal(arrived, 0);
    const sent = await over(true).test(id);
    assert.equal(sent.attempt.status, 200);
    assert.equal(arrived, 1);
  }));
