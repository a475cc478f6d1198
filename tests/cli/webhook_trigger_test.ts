import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { createShop, type Shell, withShell } from "./support.ts";

interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

async function addEndpoint(shell: Shell, name = "shop"): Promise<Endpoint> {
  return await shell.json(
    ...["webhook", "add", `https://${name}.example/hooks`, "--merchant", "demo-store.example"],
  );
}

Deno.test("webhook test sends a signed event at once and says that it was taken", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id, secret } = await addEndpoint(shell);
    const { code, out, err } = await shell.run("webhook", "test", id);
    assert.deepEqual([code, err], [0, ""]);
    const [post, ...rest] = shell.posts;
    assert.deepEqual(rest, []);
    assert.ok(post);
    assert.equal(post.url.href, "https://shop.example/hooks");
    const eventId = post.headers["webhook-id"];
    assert.equal(out, `The endpoint accepted event ${eventId} in 0 ms: HTTP 204\n`);
    assert.equal(JSON.parse(post.body).type, "webhook.test");

    const { timestamp } = JSON.parse(post.body);
    assert.equal(timestamp, new Date(shell.clock.now()).toISOString());
    const signed = new Webhook(secret).sign(eventId ?? "", new Date(shell.clock.now()), post.body);
    assert.equal(post.headers["webhook-signature"], signed);
  }));

Deno.test("webhook test exits 1 where the endpoint does not take it, and says what it answered", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await addEndpoint(shell);
    shell.webhookAnswer = { status: 500, retryAfter: null };
    const text = await shell.run("webhook", "test", id);
    assert.deepEqual([text.code, text.out], [1, ""]);
    assert.match(
      text.err,
      /^error: The endpoint did not accept event [0-9a-f-]{36}: HTTP 500 \(error\.unavailable\)\n$/,
    );
    const json = await shell.run("webhook", "test", id, "--json");
    assert.equal(json.code, 1);
    const { event_id: eventId, ...result } = JSON.parse(json.out);
    assert.match(eventId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(result, { delivered: false, status: 500, error: "HTTP 500", took_ms: 0 });
  }));

Deno.test("webhook trigger sends a sample to every endpoint that takes it, or to one", () =>
  withShell(async (shell) => {
    const merchantId = await createShop(shell);
    const [a, b] = [await addEndpoint(shell, "a"), await addEndpoint(shell, "b")];
    const { code, out } = await shell.run("webhook", "trigger", "payment.paid");
    assert.equal(code, 0);
    const lines =
      /^https:\/\/a\.example\/hooks accepted event \S{36} in 0 ms: HTTP 204\nhttps:\/\/b\./;
    assert.match(out, lines);
    assert.equal(shell.posts.length, 2);
    const { type, test, data } = JSON.parse(shell.posts[0]?.body ?? "");
    assert.deepEqual([type, test, data.merchant_id, data.total_payable], [
      "payment.paid",
      true,
      merchantId,
      "1320.00",
    ]);
    const [one, ...others] = await shell.json(
      ...["webhook", "trigger", "otp.requested", "--endpoint", b.id],
    );
    assert.deepEqual([one.endpoint_id, one.delivered, others], [b.id, true, []]);
    assert.notEqual(one.endpoint_id, a.id);
    assert.deepEqual(await shell.json("webhook", "deliveries"), [], "nothing is stored");
  }));

Deno.test("webhook trigger exits 1 where an endpoint does not take it", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await addEndpoint(shell, "a");
    await addEndpoint(shell, "b");
    shell.webhookAnswer = { status: 500, retryAfter: null };
    const { code, out, err } = await shell.run("webhook", "trigger", "session.created");
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^error: https:\/\/a\.example\/hooks did not accept event \S+: HTTP 500 /);
    assert.equal(err.split("\n").length, 3);
  }));
