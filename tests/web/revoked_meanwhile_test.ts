import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { NO_SESSION_FILTER } from "../../src/domain/filters.ts";
import type { Merchant } from "../../src/domain/shop/merchant.ts";
import { aCart, withWorld, type World } from "../support/app.ts";
import { IS_FEW } from "../support/few.ts";
import { withPath } from "../store/support.ts";
import { OPERATOR } from "../support/operator.ts";

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
  (await store.sessions.list({ ...NO_SESSION_FILTER, merchantId: id }, { limit: 10 })).rows.length;

const UNAUTHORIZED = { status: 401, code: "error.unauthorized" };

Deno.test("a key that is revoked while its body arrives creates no session", () =>
  withWorld(async (world) => {
    const { services, key } = world;
    const creating = { method: "POST", path: "/session", body: aCart() };
    const nothing = await sendSlowly(world, { ...creating, between: () => Promise.resolve() });
    assert.equal(nothing.status, 201);
    const revoked = await sendSlowly(world, {
      ...creating,
      between: () => services.keys.revoke(key.id, OPERATOR),
      headers: { "Idempotency-Key": "slow" },
    });
    assert.deepEqual(revoked, UNAUTHORIZED);
    assert.equal(await sessionsOf(world), 1);
  }));

Deno.test("a key that is revoked while its body arrives takes no step", () =>
  withWorld(async (world) => {
    const { services, key, send, store } = world;
    const { json } = await send("POST", "/session", { body: aCart() });
    const { id, version } = (await store.sessions.list(NO_SESSION_FILTER, { limit: 1 })).rows[0]!;
    assert.equal(id, json.data.session_id);
    const answer = await sendSlowly(world, {
      method: "PUT",
      path: `/session/${id}/payment-method`,
      body: { data: { method: "PREPAID" } },
      between: () => services.keys.revoke(key.id, OPERATOR),
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
    }, OPERATOR);
    const answer = await sendSlowly({ ...world, secret }, {
      method: "POST",
      path: "/session",
      body: aCart(),
      between: () => Promise.resolve(clock.advance(1000)),
    });
    assert.deepEqual(answer, UNAUTHORIZED);
    assert.equal(await sessionsOf(world), 0);
  }));

/** Requests an hour of a key at its default limit, and what they may add together. */
const REQUESTS = 100 * 60;
const MAX_BYTES = 1e9;

/** Text and digits that cannot be compressed, the same in every run. */
class Noise {
  #state = 20_240_229;

  digits(count: number): string {
    return Array.from({ length: count }, () => 1 + this.#below(9)).join("");
  }

  text(count: number): string {
    return Array.from({ length: count }, () => String.fromCharCode(32 + this.#below(95))).join("");
  }

  #below(limit: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state % limit;
  }
}

/** A cart of 500 lines that fills its MiB, its free-form fields and what is kept besides. */
function largestCart(noise: Noise): string {
  const items = Array.from({ length: 500 }, () => ({
    title: noise.text(400),
    variant_title: noise.text(100),
    handle: noise.text(100),
    image: `https://a.example/${noise.digits(100)}`,
    price: Number(noise.digits(9)) / 100,
    quantity: Number(noise.digits(3)),
    product_id: 0,
    variant_id: 0,
    properties: { [noise.text(20)]: noise.text(60) },
    sku: noise.text(400),
  }));
  const data = {
    shop_domain: "demo-store.example",
    reference: noise.text(255),
    note: noise.text(10_000),
    attributes: { a: noise.text(10_000) },
    items,
  };
  return JSON.stringify({ data }).replace(
    /"(product|variant)_id":0/g,
    (_, name) => `"${name}_id":${noise.digits(18)}`,
  );
}

function sizeOf(path: string): number {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const [row] = db.prepare(
    "SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size",
  ).all();
  db.close();
  return Number(row?.["size"]);
}

Deno.test(
  "a key at its limit adds at most 1 GB an hour, whatever it sends",
  { ignore: IS_FEW },
  () =>
    withPath((path) =>
      withWorld(async ({ send }) => {
        const noise = new Noise();
        const ids: string[] = [];
        const before = sizeOf(path);
        for (let n = 0; n < 4; n++) {
          const headers = { "idempotency-key": noise.text(255).replaceAll(" ", "!") };
          const text = largestCart(noise);
          assert.ok(text.length > 600_000, "there is much to be kept");
          const { status, json, text: answer } = await send("POST", "/session", { text, headers });
          assert.equal(status, 201, answer);
          ids.push(json.data.session_id);
        }
        const created = sizeOf(path);
        for (const id of ids) {
          const headers = { "idempotency-key": noise.text(255).replaceAll(" ", "!") };
          const body = { data: { method: "PREPAID" } };
          const answer = await send("PUT", `/session/${id}/payment-method`, { body, headers });
          assert.equal(answer.status, 200, answer.text);
          const again = await send("PUT", `/session/${id}/payment-method`, { body, headers });
          assert.equal(again.text, answer.text, "a replay is exact, however long");
          const read = await send("GET", `/session/${id}`);
          assert.equal(read.text, answer.text, "and so is a read of what is stored compressed");
        }
        const stepped = sizeOf(path);
        for (const bytes of [created - before, stepped - created]) {
          assert.ok(bytes / ids.length * REQUESTS <= MAX_BYTES, `${bytes / ids.length} a request`);
        }
      }, { db: path })
    ),
);
