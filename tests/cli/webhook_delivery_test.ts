import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

async function addEndpoint(shell: Shell, name = "shop"): Promise<Endpoint> {
  return await shell.json(
    ...["webhook", "add", `https://${name}.example/hooks`, "--merchant", "demo-store.example"],
  );
}

Deno.test("webhook deliveries lists what an endpoint is to get, latest event first", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await addEndpoint(shell);
    const none = await shell.run("webhook", "deliveries", id);
    assert.equal(none.out, "No deliveries yet\n");
    const happenedAt = new Date(shell.clock.now()).toISOString();
    const sessionId = await openSession(shell);
    await new Buyer(shell, sessionId).address();

    const [latest, first, ...rest] = await shell.json("webhook", "deliveries", id);
    assert.deepEqual(rest, []);
    assert.equal(latest.event_type, "session.updated");
    const { operator: { events: [created] } } = await shell.json("session", "show", sessionId);
    assert.deepEqual(first, {
      event_id: created.id,
      event_type: "session.created",
      session_id: sessionId,
      endpoint_id: id,
      state: "PENDING",
      attempts: 0,
      last_status: null,
      last_error: "",
      next_at: happenedAt,
      occurred_at: happenedAt,
      updated_at: happenedAt,
    });
    assert.deepEqual(await shell.json("webhook", "deliveries", id, "--limit", "1"), [latest]);
    const { out } = await shell.run("webhook", "deliveries", id);
    assert.match(out, new RegExp(`^${created.id} +session\\.created +PENDING +0 +- `, "m"));
  }));

Deno.test("webhook deliveries shows no one-time code", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await addEndpoint(shell);
    const buyer = new Buyer(shell, await openSession(shell));
    await buyer.sendCode();
    const code = await buyer.code();
    for (const flags of [[], ["--json"]]) {
      const { out } = await shell.run("webhook", "deliveries", id, ...flags);
      assert.ok(out.includes("otp.requested"));
      assert.doesNotMatch(out, new RegExp(`\\b${code}\\b`));
    }
  }));

/** Notes that the one event of an endpoint was given up after its last attempt. */
async function giveUp(shell: Shell, endpointId: string): Promise<string> {
  const [due] = (await shell.store.webhooks.deliveries(endpointId, { limit: 1 })).rows;
  assert.ok(due);
  const failed = { state: "FAILED", attempts: 8, lastStatus: 500, lastError: "HTTP 500" } as const;
  await shell.store.commit([{ kind: "delivery.put", delivery: { ...due.delivery, ...failed } }]);
  return due.event.id;
}

Deno.test("webhook deliveries fits a terminal of 80 columns", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await addEndpoint(shell);
    const sessionId = await openSession(shell);
    await giveUp(shell, id);
    await shell.json("session", "expire", sessionId, "--yes");
    Object.assign(shell, { isTerminal: true, env: { NO_COLOR: "1" } });
    const { out } = await shell.run("webhook", "deliveries", id);
    assert.match(out, /session\.abandoned +PENDING [^]* FAILED +HTTP 500$/m);
    assert.deepEqual(out.split("\n").filter((line) => line.length > 80), []);
  }));

Deno.test("webhook replay makes what was given up due again, everywhere or at one endpoint", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const [a, b] = [await addEndpoint(shell, "a"), await addEndpoint(shell, "b")];
    await openSession(shell);
    const eventId = await giveUp(shell, a.id);
    await giveUp(shell, b.id);
    const { out } = await shell.run("webhook", "deliveries", a.id);
    assert.match(out, / FAILED +8 +HTTP 500 .* -$/m);

    shell.clock.advance(60_000);
    const one = await shell.run("webhook", "replay", eventId, "--endpoint", a.id);
    assert.equal(
      one.out,
      `session.created ${eventId} will be sent to https://a.example/hooks again\n`,
    );
    const state = async ({ id }: Endpoint) => {
      const [{ state, attempts, next_at: nextAt }] = await shell.json("webhook", "deliveries", id);
      return [state, attempts, nextAt];
    };
    const now = new Date(shell.clock.now()).toISOString();
    assert.deepEqual(await state(a), ["PENDING", 0, now]);
    assert.deepEqual(await state(b), ["FAILED", 8, null]);

    const all = await shell.json("webhook", "replay", eventId);
    assert.deepEqual(
      all.map((each: Record<string, unknown>) => [each["endpoint_id"], each["state"]]),
      [[a.id, "PENDING"], [b.id, "PENDING"]],
    );
    assert.deepEqual(await state(b), ["PENDING", 0, now]);
  }));

Deno.test("webhook replay and deliveries fail with the code for an unknown event or endpoint", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id } = await addEndpoint(shell);
    const rows = [
      [["replay", "nope"], /nope \(error\.event-not-found\)\n$/],
      [["replay", id, "--endpoint", id], /\(error\.event-not-found\)\n$/],
      [["replay", id, "--endpoint", "nope"], /nope \(error\.webhook-not-found\)\n$/],
      [["deliveries", "nope"], /nope \(error\.webhook-not-found\)\n$/],
      [["test", "nope"], /nope \(error\.webhook-not-found\)\n$/],
    ] as const;
    for (const [argv, message] of rows) {
      const { code, out, err } = await shell.run("webhook", ...argv);
      assert.deepEqual([code, out], [1, ""]);
      assert.match(err, message);
    }
  }));

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
