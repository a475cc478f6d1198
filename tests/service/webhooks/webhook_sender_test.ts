import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { webhookBody } from "../../../src/domain/shop/webhook.ts";
import { parseRetryAfter } from "../../../src/service/webhooks/attempt.ts";
import { WebhookSender } from "../../../src/service/webhooks/sender.ts";
import type { WebhookPost, WebhookTransport } from "../../../src/service/webhooks/transport.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { answer, FakeNet } from "../../support/fake_net.ts";
import { anEndpoint, anEvent, SECRET, withDispatcher } from "../../support/webhooks.ts";

const A = { ...anEndpoint(1), secrets: [SECRET] };

function senderOver(
  transport: WebhookTransport,
  { now = () => NOW, allowInsecure = false, told = [] }: {
    readonly now?: () => number;
    readonly allowInsecure?: boolean;
    readonly told?: string[];
  } = {},
): WebhookSender {
  const warn = (message: string) => void told.push(message);
  return new WebhookSender({ transport, now, allowInsecure, userAgent: "checkoutd/1.2.3", warn });
}

const MESSAGE = { id: uuid(1), body: webhookBody(anEvent(1)) };
const NEVER = new AbortController().signal;

Deno.test("WebhookSender.send() signs what the standardwebhooks package verifies", async () => {
  // The package compares with the real time.
  const at = Date.now();
  const net = new FakeNet(() => at);
  const sender = senderOver(net.transport, { now: () => at });
  assert.deepEqual(await sender.send(A, MESSAGE, NEVER), {
    status: 200,
    error: "",
    retryAfterMs: null,
  });
  const [post] = net.arrived;
  assert.ok(post);
  const { "webhook-signature": signature, ...headers } = post.headers;
  assert.deepEqual(headers, {
    "content-type": "application/json",
    "user-agent": "checkoutd/1.2.3",
    "webhook-id": uuid(1),
    "webhook-timestamp": String(Math.floor(at / 1000)),
  });
  assert.match(signature ?? "", /^v1,/);
  assert.deepEqual(new Webhook(SECRET).verify(post.body, { ...post.headers }), {
    type: "session.updated",
    timestamp: new Date(NOW).toISOString(),
    data: anEvent(1).data,
  });
  const other = new Webhook(`whsec_${new Uint8Array(32).toBase64()}`);
  assert.throws(() => other.verify(post.body, { ...post.headers }), /No matching signature/);
  assert.throws(
    () => new Webhook(SECRET).verify(`${post.body} `, { ...post.headers }),
    /No matching signature/,
  );
  assert.equal(post.timeoutMs, 10_000);
});

Deno.test("Dispatcher signs every attempt anew under the same webhook-id", () =>
  withDispatcher(async ({ net, clock, add, run }) => {
    clock.at = Date.now();
    net.behaviour.set("a.example", () => answer(500));
    await add([anEndpoint(1)], [anEvent(1)]);
    await run();
    clock.advance(5000);
    await run();
    const [first, second] = net.arrived;
    assert.ok(first && second);
    assert.equal(first.id, second.id);
    assert.equal(first.body, second.body);
    const time = ({ headers }: WebhookPost) => Number(headers["webhook-timestamp"]);
    assert.equal(time(second) - time(first), 5);
    for (const { body, headers } of [first, second]) {
      assert.ok(new Webhook(SECRET).verify(body, { ...headers }));
    }
  }));

Deno.test("WebhookSender.send() says in a few words what was no success", async () => {
  for (
    const [status, error] of [
      [200, ""],
      [299, ""],
      [302, "HTTP 302: redirects are not followed"],
      [404, "HTTP 404"],
      [500, "HTTP 500"],
    ] as const
  ) {
    const attempt = await senderOver(() => Promise.resolve(answer(status))).send(A, MESSAGE, NEVER);
    assert.deepEqual(attempt, { status, error, retryAfterMs: null });
  }
});

Deno.test("WebhookSender.send() makes a defect an attempt, and tells of it", async () => {
  const told: string[] = [];
  const sender = senderOver(() => Promise.reject(new TypeError("secret")), { told });
  assert.deepEqual(await sender.send(A, MESSAGE, NEVER), {
    status: null,
    error: "Could not be sent",
    retryAfterMs: null,
  });
  assert.deepEqual(told, ["A webhook could not be sent because of a bug"]);
});

Deno.test("parseRetryAfter() reads seconds and the three forms of an HTTP date", () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 0);
  const rows: [string | null, number | null][] = [
    [null, null],
    ["0", 0],
    ["120", 120_000],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
    ["Sun Nov  6 08:49:37 1994", 37_000],
    ["Sun, 06 Nov 1994 08:48:00 GMT", 0],
    ["1.5", null],
    ["-1", null],
    ["", null],
    ["tomorrow", null],
    ["1994", 1_994_000],
    ["Nov 1994", null],
  ];
  for (const [text, ms] of rows) assert.equal(parseRetryAfter(text, now), ms, String(text));
});

/** RFC 6890 and its kin: ranges that are not of the public internet, by one address each. */
const NOT_PUBLIC = [
  ["unspecified", "0.0.0.0", "::"],
  ["this network", "0.1.2.3"],
  ["loopback", "127.0.0.1", "127.255.255.254", "::1"],
  ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "fc00::1", "fd12::1"],
  ["link-local", "169.254.169.254", "fe80::1", "fe80::1%eth0", "fec0::1"],
  ["carrier-grade NAT", "100.64.0.1", "100.127.255.255"],
  ["protocol assignments", "192.0.0.8"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  ["benchmarking", "198.18.0.1", "2001:2::1"],
  ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1"],
  ["reserved and broadcast", "240.0.0.1", "255.255.255.255"],
  ["mapped IPv4", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::ffff:169.254.169.254"],
  ["translated IPv4", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001::1"],
  ["discard", "100::1"],
  ["no address", "", "example.com", "999.1.1.1"],
] as const;

for (const [name, ...addresses] of NOT_PUBLIC) {
  Deno.test(`WebhookSender.send() refuses a name that stands for ${name}`, async () => {
    for (const address of addresses) {
      const net = new FakeNet(() => NOW);
      // One bad address among good ones is enough.
      net.addresses.set("a.example", ["93.184.215.14", address]);
      // Not even a server that takes insecure endpoints: this one was not added as such.
      for (const allowInsecure of [false, true]) {
        const attempt = await senderOver(net.transport, { allowInsecure }).send(A, MESSAGE, NEVER);
        assert.equal(attempt.status, null, address);
        assert.match(attempt.error, /^Refused: (a private or reserved|not an) address: /, address);
      }
      assert.equal(net.arrived.length, 0);
    }
  });
}

Deno.test("WebhookSender.send() uses insecure endpoints only if both sides allow it", async () => {
  const rows = [
    ["http://a.example/hook", "http, not https"],
    ["http://127.0.0.1:9000/hook", "http, not https"],
    ["https://127.0.0.1/hook", "a private or reserved address: 127.0.0.1"],
    ["https://[::1]/hook", "a private or reserved address: ::1"],
    ["https://localhost/hook", "a local name: localhost"],
    // Nothing speaks against this one until its name is looked up.
    ["https://intranet.example/hook", "a private or reserved address: 127.0.0.1"],
  ] as const;
  for (const [url, weakness] of rows) {
    for (const [byServer, byEndpoint] of [[false, false], [true, false], [false, true]] as const) {
      const { net, attempt } = await sendTo(url, byServer, byEndpoint);
      const error = `Refused: ${weakness}`;
      assert.deepEqual(attempt, { status: null, error, retryAfterMs: null }, url);
      assert.equal(net.arrived.length, 0);
    }
    assert.equal((await sendTo(url, true, true)).attempt.status, 200, url);
  }
});

async function sendTo(url: string, byServer: boolean, byEndpoint: boolean) {
  const net = new FakeNet(() => NOW);
  net.addresses.set(new URL(url).hostname, ["127.0.0.1"]);
  const sender = senderOver(net.transport, { allowInsecure: byServer });
  const attempt = await sender.send({ ...A, url, allowInsecure: byEndpoint }, MESSAGE, NEVER);
  return { net, attempt };
}
