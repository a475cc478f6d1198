import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { aCart } from "../support/app.ts";
import {
  ctlJson,
  runCtl,
  type RunningServer,
  runServerToEnd,
  startServer,
  withFolder,
} from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { type Engine, SQLITE, testOnEngines } from "../support/engines.ts";
import { type Received, Receiver } from "../support/receiver_process.ts";

const INSECURE = "--allow-insecure-webhooks";

interface Shop {
  readonly key: string;
  readonly endpointId: string;
  /** Verifies what the endpoint gets. */
  readonly webhook: Webhook;
}

async function aShopWithHook(folder: string, url: string): Promise<Shop> {
  const { merchantId, secret: key } = await aShop(folder);
  // One lane, so that events of several sessions come in order too.
  const how = ["--merchant", merchantId, "--lanes", "1", INSECURE];
  const hook = await ctlJson(folder, "webhook", "add", url, ...how);
  const { id: endpointId = "", secret = "" } = hook;
  return { key, endpointId, webhook: new Webhook(secret) };
}

/** Its deliveries, latest event first: state, attempts and error. */
async function deliveriesOf(folder: string, { endpointId }: Shop): Promise<unknown[][]> {
  const { stdout } = await runCtl(folder, "--json", "webhook", "deliveries", endpointId);
  const deliveries: Record<string, unknown>[] = JSON.parse(stdout);
  return deliveries.map((one) => [one["state"], one["attempts"], one["last_error"]]);
}

async function call(
  { url }: RunningServer,
  { key }: Shop,
  [method, path]: readonly [string, string],
  body?: unknown,
): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data } = await response.json();
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return data.session_id;
}

const create = (server: RunningServer, shop: Shop) =>
  call(server, shop, ["POST", "/session"], aCart());

/** Type and session of a delivery with a verified signature: `session.created <id>`. */
function told({ body, headers }: Received, { webhook }: Shop): string {
  webhook.verify(body, headers);
  const { type, data } = JSON.parse(body);
  return `${type} ${data.session_id}`;
}

/** Runs a test with a receiver and a shop that is told of events there. */
async function withReceiver(
  { withFolder }: Engine,
  test: (parts: { receiver: Receiver; folder: string; shop: Shop }) => Promise<void>,
): Promise<void> {
  const receiver = await Receiver.start();
  try {
    await withFolder(async (folder) => {
      await test({ receiver, folder, shop: await aShopWithHook(folder, `${receiver.url}/hook`) });
    });
  } finally {
    await receiver.end();
  }
}

testOnEngines(
  "events reach a real receiver in order, signed, and each once",
  (engine) =>
    withReceiver(engine, async ({ receiver, folder, shop }) => {
      const server = await startServer(folder, [INSECURE]);
      const [a, b] = [await create(server, shop), await create(server, shop)];
      const { data: { items } } = aCart();
      await call(server, shop, ["PUT", `/session/${a}/items`], { data: { items } });
      await call(server, shop, ["POST", `/session/${b}/abandon`]);
      await call(server, shop, ["POST", `/session/${a}/abandon`]);
      const got = await receiver.take(5);
      assert.deepEqual(got.map((one) => told(one, shop)), [
        `session.created ${a}`,
        `session.created ${b}`,
        `session.updated ${a}`,
        `session.abandoned ${b}`,
        `session.abandoned ${a}`,
      ]);
      const [first] = got;
      assert.ok(first);
      assert.deepEqual([first.method, first.path], ["POST", "/hook"]);
      assert.equal(first.headers["content-type"], "application/json");
      assert.match(first.headers["user-agent"] ?? "", /^checkoutd\/\d+\.\d+\.\d+$/);
      assert.equal(new Set(got.map(({ headers }) => headers["webhook-id"])).size, 5);
      await server.end("SIGTERM");
      assert.deepEqual(await receiver.end(), []);
      assert.deepEqual(await deliveriesOf(folder, shop), Array(5).fill(["DELIVERED", 1, ""]));
    }),
);

Deno.test("an event that was not taken comes again under its id, after 5 s", () =>
  withReceiver(SQLITE, async ({ receiver, folder, shop }) => {
    await receiver.behave(500);
    const server = await startServer(folder, [INSECURE]);
    const [a, b] = [await create(server, shop), await create(server, shop)];
    const got = await receiver.take(3);
    assert.deepEqual(got.map((one) => [told(one, shop), one.answered]), [
      [`session.created ${a}`, 500],
      [`session.created ${b}`, 204],
      [`session.created ${a}`, 204],
    ]);
    const [first, , again] = got;
    assert.equal(first?.headers["webhook-id"], again?.headers["webhook-id"]);
    const time = (one: Received | undefined) => Number(one?.headers["webhook-timestamp"]);
    assert.ok(time(again) - time(first) >= 5);
    await server.end("SIGTERM");
  }));

testOnEngines(
  "kill -9 in the middle of a delivery loses no event and keeps the order",
  (engine) =>
    withReceiver(engine, async ({ receiver, folder, shop }) => {
      await receiver.behave("hang");
      const server = await startServer(folder, [INSECURE]);
      const ids = [
        await create(server, shop),
        await create(server, shop),
        await create(server, shop),
      ];
      const [cut] = await receiver.take(1);
      await server.end("SIGKILL");
      const second = await startServer(folder, [INSECURE]);
      const got = await receiver.take(3);
      assert.deepEqual(got.map((one) => told(one, shop)), ids.map((id) => `session.created ${id}`));
      assert.equal(got[0]?.headers["webhook-id"], cut?.headers["webhook-id"]);
      await second.end("SIGTERM");
    }),
  // The leases of a killed server last 30 s on PostgreSQL.
  { isLong: true },
);

testOnEngines(
  "an endpoint that answers 410 is disabled, and its events are not sent",
  (engine) =>
    withReceiver(engine, async ({ receiver, folder, shop }) => {
      await receiver.behave(410);
      const server = await startServer(folder, [INSECURE]);
      await create(server, shop);
      await receiver.take(1);
      const { output } = await server.end("SIGTERM");
      assert.match(output, /answered 410 Gone and is disabled/);
      const second = await startServer(folder, [INSECURE]);
      await create(second, shop);
      await second.end("SIGTERM");
      assert.deepEqual(await receiver.end(), []);
    }),
);

Deno.test(`without ${INSECURE} nothing is sent to an endpoint that was added with it`, () =>
  withReceiver(SQLITE, async ({ receiver, folder, shop }) => {
    const server = await startServer(folder);
    await create(server, shop);
    await server.end("SIGTERM");
    const [[, ...due] = []] = await deliveriesOf(folder, shop);
    assert.deepEqual(due, [1, "Refused: http, not https"]);
    assert.deepEqual(await receiver.end(), []);
  }));

Deno.test(`${INSECURE} can be said by CHECKOUT_ALLOW_INSECURE_WEBHOOKS, true or false`, () =>
  withFolder(async (folder) => {
    const { code, stderr } = await runServerToEnd(folder, [], {
      CHECKOUT_ALLOW_INSECURE_WEBHOOKS: "maybe",
    });
    assert.equal(code, 2);
    assert.match(stderr, /maybe.*CHECKOUT_ALLOW_INSECURE_WEBHOOKS.*true or false/);
  }));

testOnEngines(
  "webhook test sends without a server, replay by way of one that runs",
  (engine) =>
    withReceiver(engine, async ({ receiver, folder, shop }) => {
      const tested = await ctlJson(folder, "webhook", "test", shop.endpointId);
      const [test] = await receiver.take(1);
      assert.ok(test);
      assert.equal(test.headers["webhook-id"], tested["event_id"]);
      shop.webhook.verify(test.body, test.headers);
      assert.equal(JSON.parse(test.body).type, "webhook.test");

      const server = await startServer(folder, [INSECURE]);
      const id = await create(server, shop);
      const [first] = await receiver.take(1);
      const eventId = first?.headers["webhook-id"] ?? "";
      await ctlJson(folder, "webhook", "replay", eventId);
      const [again] = await receiver.take(1);
      assert.ok(again);
      assert.equal(again.headers["webhook-id"], eventId);
      assert.equal(told(again, shop), `session.created ${id}`);
      await server.end("SIGTERM");
    }),
);
