import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { Buyer } from "./buyer.ts";
import { createShop, openSession, type Shell, withShell } from "./support.ts";

/** A shop with an endpoint: without one there are no events of new sessions. */
async function aShop(shell: Shell): Promise<string> {
  const merchantId = await createShop(shell);
  await shell.json("webhook", "add", "https://b.example/hooks", "--merchant", merchantId);
  return merchantId;
}

/** Listens for three looks into the database; something happens after the first. */
async function listen(shell: Shell, happens: () => Promise<unknown>, ...flags: string[]) {
  shell.interruptAfter = 2;
  const { wait } = shell.clock;
  let hasHappened = false;
  Object.assign(shell.clock, {
    wait: async (ms: number) => {
      await wait(ms);
      if (hasHappened) return;
      hasHappened = true;
      await happens();
    },
  });
  return await shell.run("webhook", "listen", ...flags);
}

Deno.test("webhook listen prints events from now on, without their codes", () =>
  withShell(async (shell) => {
    await aShop(shell);
    await openSession(shell);
    let sessionId = "";
    const { code, out, err } = await listen(shell, async () => {
      sessionId = await openSession(shell);
      await new Buyer(shell, sessionId).address();
      await new Buyer(shell, sessionId).sendCode();
    });
    assert.deepEqual([code, err], [0, "Waiting for events; Ctrl-C ends\n"]);
    const line = (type: string) => `\\d\\d:[\\d:]+Z  ${type}  ${sessionId}\n`;
    const lines = ["session.created", "session.updated address", "otp.requested"].map(line);
    assert.match(out, new RegExp(`^${lines.join("")}$`));
  }));

Deno.test("webhook listen forwards events, signed with the secret that it prints", () =>
  withShell(async (shell) => {
    await aShop(shell);
    const url = "http://127.0.0.1:3000/hooks";
    shell.webhookAnswer = { status: 202, retryAfter: null };
    const typed = "127.0.0.1:3000/hooks";
    const { out, err } = await listen(shell, () => openSession(shell), "--forward", typed);
    assert.match(out, / {2}session\.created {2}\S+ {2}HTTP 202\n$/);
    const [, secret = ""] = /^Signing secret: (whsec_\S+)\n/.exec(err) ?? [];
    const [post, ...others] = shell.posts;
    assert.deepEqual(others, []);
    assert.ok(post);
    assert.equal(post.url.href, url);
    const sentAt = new Date(Number(post.headers["webhook-timestamp"]) * 1000);
    const signed = new Webhook(secret).sign(post.headers["webhook-id"] ?? "", sentAt, post.body);
    assert.equal(post.headers["webhook-signature"], signed);
    const { type, test } = JSON.parse(post.body);
    assert.deepEqual([type, test], ["session.created", undefined], "a real event");
  }));

Deno.test("webhook listen --json prints one array, of the events that are asked for", () =>
  withShell(async (shell) => {
    const merchantId = await aShop(shell);
    shell.webhookAnswer = { status: 500, retryAfter: null };
    const happens = async () => {
      const id = await openSession(shell);
      await new Buyer(shell, id).address();
      await new Buyer(shell, id).sendCode();
    };
    const types = ["--event", "session.created", "--event", "otp.requested"];
    const all = ["--forward", "https://shop.example/hooks", "--json"];
    const { out } = await listen(shell, happens, ...types, ...all);
    const events = JSON.parse(out);
    assert.deepEqual(
      events.map(({ event_type: type }: { event_type: string }) => type),
      ["session.created", "otp.requested"],
    );
    const [{ event_id: id, session_id: sessionId, occurred_at: at, ...first }] = events;
    assert.ok([id, sessionId, at].every((text) => typeof text === "string"));
    assert.deepEqual(first, {
      event_type: "session.created",
      step: null,
      merchant_id: merchantId,
      livemode: true,
      forwarded: { status: 500, error: "HTTP 500", took_ms: 0 },
    });
    const none = await listen(shell, () => Promise.resolve(), "--json");
    assert.deepEqual(JSON.parse(none.out), []);
  }));

Deno.test("webhook listen breaks lines that a terminal of 60 columns has no room for", () =>
  withShell(async (shell) => {
    await aShop(shell);
    Object.assign(shell, { isTerminal: true, columns: 60, env: { NO_COLOR: "1" } });
    const { out } = await listen(shell, () => openSession(shell), "--forward", "http://a.example/");
    assert.deepEqual(out.split("\n").filter((line) => line.length > 60), []);
    assert.match(out, /Z {2}session\.created\n {2}[\da-f-]{36} {2}HTTP 204\n$/);
  }));

Deno.test("webhook listen refuses a URL before it opens the database", () =>
  withShell(async (shell) => {
    const { code, err } = await shell.run("webhook", "listen", "--forward", "nonsense");
    assert.equal(code, 2);
    assert.match(err, /^error: The URL must be an absolute https URL/);
    assert.deepEqual(shell.opened, []);
  }));
