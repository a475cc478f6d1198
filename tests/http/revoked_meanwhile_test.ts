import assert from "node:assert/strict";
import type { Merchant } from "../../src/domain/shop/merchant.ts";
import { aCart, withWorld, type World } from "../support/app.ts";

/** A request whose body arrives in two halves, with something in between. */
async function sendSlowly(
  { app, secret }: World,
  { method, path, body, between, headers = {} }: {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
    readonly between: () => Promise<unknown>;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<{ readonly status: number; readonly code: string | undefined }> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const half = Math.floor(bytes.length / 2);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      sent += 1;
      if (sent === 1) return controller.enqueue(bytes.slice(0, half));
      await between();
      controller.enqueue(bytes.slice(half));
      controller.close();
    },
  }, { highWaterMark: 0 });
  const response = await app.fetch(
    new Request(`http://checkout.example${path}`, {
      method,
      body: stream,
      headers: {
        "Host": "checkout.example",
        "Content-Type": "application/json",
        "Transfer-Encoding": "chunked",
        "Authorization": `Bearer ${secret}`,
        ...headers,
      },
    }),
    () => "192.0.2.1",
  );
  const { error } = await response.json();
  return { status: response.status, code: error?.code };
}

const sessionsOf = async ({ store, merchant: { id } }: World & { readonly merchant: Merchant }) =>
  (await store.sessions.list({ merchantId: id, limit: 10 })).length;

const UNAUTHORIZED = { status: 401, code: "error.unauthorized" };

Deno.test("a key that is revoked while its body arrives creates no session", () =>
  withWorld(async (world) => {
    const { services, key } = world;
    const creating = { method: "POST", path: "/session", body: aCart() };
    const nothing = await sendSlowly(world, { ...creating, between: () => Promise.resolve() });
    assert.equal(nothing.status, 201);
    const revoked = await sendSlowly(world, {
      ...creating,
      between: () => services.keys.revoke(key.id),
      headers: { "Idempotency-Key": "slow" },
    });
    assert.deepEqual(revoked, UNAUTHORIZED);
    assert.equal(await sessionsOf(world), 1);
  }));

Deno.test("a key that is revoked while its body arrives takes no step", () =>
  withWorld(async (world) => {
    const { services, key, send, store } = world;
    const { json } = await send("POST", "/session", { body: aCart() });
    const { id, version } = (await store.sessions.list({ limit: 1 }))[0]!;
    assert.equal(id, json.data.session_id);
    const answer = await sendSlowly(world, {
      method: "PUT",
      path: `/session/${id}/payment-method`,
      body: { data: { method: "PREPAID" } },
      between: () => services.keys.revoke(key.id),
    });
    assert.deepEqual(answer, UNAUTHORIZED);
    assert.equal((await store.sessions.find(id))?.version, version);
  }));

Deno.test("a key that expires while its body arrives gets no write", () =>
  withWorld(async (world) => {
    const { services, clock, merchant } = world;
    const { secret } = await services.keys.create({
      merchantId: merchant.id,
      name: "short",
      lifetimeMs: 1000,
      rateLimit: null,
    });
    const answer = await sendSlowly({ ...world, secret }, {
      method: "POST",
      path: "/session",
      body: aCart(),
      between: () => Promise.resolve(clock.advance(1000)),
    });
    assert.deepEqual(answer, UNAUTHORIZED);
    assert.equal(await sessionsOf(world), 0);
  }));
