import assert from "node:assert/strict";
import { NO_DELIVERY_FILTER } from "../../src/domain/filters.ts";
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
      batch_id: null,
    });
    assert.deepEqual(await shell.json("webhook", "deliveries", id, "--limit", "1"), [latest]);
    const { out } = await shell.run("webhook", "deliveries", id);
    assert.match(out, new RegExp(`^${created.id} +session\\.created +PENDING +- +0 `, "m"));
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
  const [due] =
    (await shell.store.webhooks.deliveries([endpointId], NO_DELIVERY_FILTER, { limit: 1 })).rows;
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
    assert.match(out, /session\.abandoned +PENDING +-\n[^]* FAILED +HTTP 500$/m);
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
    assert.match(out, / FAILED +HTTP 500 +8 .* -$/m);

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

Deno.test("webhook deliveries lists those of the only shop, by state, type and time", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const [a, b] = [await addEndpoint(shell, "a"), await addEndpoint(shell, "b")];
    await openSession(shell);
    await giveUp(shell, a.id);
    shell.clock.advance(3 * 86_400_000);
    await openSession(shell);
    const list = async (...flags: string[]) => {
      const rows = await shell.json("webhook", "deliveries", ...flags);
      return rows.map((row: Record<string, unknown>) => [row["endpoint_id"], row["state"]]);
    };
    const all = await list();
    assert.equal(all.length, 4);
    assert.deepEqual(await list("--merchant", "demo-store.example"), all);
    assert.deepEqual(await list("--state", "failed"), [[a.id, "FAILED"]]);
    assert.deepEqual(await list("--state", "failed", "--since", "2d"), []);
    const [, latest] = all.slice(0, 2).map(([id]: string[]) => id);
    assert.deepEqual([latest, ...await list("--event", "payment.paid")], [a.id]);
    for (const since of ["2d", new Date(shell.clock.now()).toISOString(), "2026-01-04"]) {
      assert.deepEqual(await list("--since", since), [[b.id, "PENDING"], [a.id, "PENDING"]], since);
    }
    const page = await shell.run("webhook", "deliveries", "--limit", "1");
    const [, after = ""] = /add --after (\S+)\n$/.exec(page.err) ?? [];
    assert.match(page.out, / https:\/\/b\.example\/hooks /);
    assert.deepEqual(await list("--after", after, "--limit", "1"), all.slice(1, 2));
  }));

Deno.test("webhook deliveries of all endpoints fits a terminal of 60 columns", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await addEndpoint(shell);
    await openSession(shell);
    Object.assign(shell, { isTerminal: true, columns: 60, env: { NO_COLOR: "1" } });
    const { out } = await shell.run("webhook", "deliveries");
    assert.match(out, /^…[\da-f-]{8,} {2}session\.created +PENDING$/m);
    assert.deepEqual(out.split("\n").filter((line) => line.length > 60), []);
  }));

Deno.test("webhook deliveries and replay refuse what they cannot combine", () =>
  withShell(async (shell) => {
    const rows = [
      [["deliveries", "x", "--merchant", "y"], /^error: Name an endpoint or --merchant, not both/],
      [
        ["deliveries"],
        /^error: Name a shop with --merchant or CHECKOUT_MERCHANT: there is no shop yet/,
      ],
      [["deliveries", "--since", "soon"], /It must be a duration, such as 12h or 2d, or a time/],
      [["replay"], /^error: Name an event, or add --failed/],
      [["replay", "x", "--failed"], /^error: Name an event, or add --failed/],
      [["replay", "x", "--since", "2d"], /^error: --merchant, --event and --since need --failed/],
      [["trigger", "webhook.test"], /Allowed choices are session\.created/],
      [["trigger", "payment.paid", "--endpoint", "x", "--merchant", "y"], /not both/],
    ] as const;
    for (const [argv, message] of rows) {
      const { code, out, err } = await shell.run("webhook", ...argv);
      assert.deepEqual([code, out], [2, ""], argv.join(" "));
      assert.match(err, message);
    }
    for (const name of ["a", "b"]) {
      const place = ["--country", "IN", "--currency", "INR"];
      const domain = `${name}.example`;
      await shell.json("merchant", "create", "--name", name, "--domain", domain, ...place);
    }
    const { code, err } = await shell.run("webhook", "trigger", "payment.paid");
    assert.equal(code, 2);
    assert.match(
      err,
      /^error: Name a shop with --merchant or CHECKOUT_MERCHANT: there are 2 shops/,
    );
  }));

Deno.test("webhook replay --failed makes all failed deliveries due again, since a time", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const [a, b] = [await addEndpoint(shell, "a"), await addEndpoint(shell, "b")];
    await openSession(shell);
    const eventId = await giveUp(shell, a.id);
    await giveUp(shell, b.id);
    shell.clock.advance(3 * 86_400_000);
    const none = await shell.run("webhook", "replay", "--failed", "--since", "2d");
    assert.equal(none.out, "No failed deliveries\n");
    const one = await shell.run(
      "webhook",
      "replay",
      "--failed",
      "--since",
      "4d",
      "--endpoint",
      b.id,
    );
    assert.equal(
      one.out,
      `session.created ${eventId} will be sent to https://b.example/hooks again\n`,
    );
    const rest = await shell.json(
      "webhook",
      "replay",
      "--failed",
      "--merchant",
      "demo-store.example",
    );
    assert.deepEqual(
      rest.map((row: Record<string, unknown>) => [row["endpoint_id"], row["state"]]),
      [[a.id, "PENDING"]],
    );
  }));
