import assert from "node:assert/strict";
import type { WebhookClientOptions } from "../../src/process/webhook_client.ts";
import { NoAnswer } from "../../src/service/webhooks/transport.ts";
import { CERT, KEY } from "../support/tls.ts";
import { HERE, leakless, post, why, withServer } from "../support/webhook_client.ts";

leakless("webhookClient() posts the body byte for byte, under the host's name", async () => {
  const seen: Record<string, unknown>[] = [];
  await withServer(async (request) => {
    const { method, url, headers } = request;
    seen.push({ method, url, headers: Object.fromEntries(headers), body: await request.text() });
    return new Response("thanks", { status: 202 });
  }, async (port) => {
    assert.deepEqual(await post(`http://hooks.example:${port}/a/b?c=d`), {
      status: 202,
      retryAfter: null,
    });
    assert.deepEqual(seen, [{
      method: "POST",
      url: `http://hooks.example:${port}/a/b?c=d`,
      headers: {
        connection: "close",
        "content-length": "13",
        "content-type": "application/json",
        host: `hooks.example:${port}`,
        "webhook-id": "m1",
      },
      body: '{"type":"é"}',
    }]);
  });
});

leakless("webhookClient() passes status and Retry-After on, and follows no redirect", async () => {
  let asked = 0;
  await withServer(() => {
    asked += 1;
    return new Response(null, { status: 307, headers: { location: "/", "retry-after": "7" } });
  }, async (port) => {
    assert.deepEqual(await post(`http://hooks.example:${port}/`), { status: 307, retryAfter: "7" });
  });
  assert.equal(asked, 1);
});

leakless("webhookClient() speaks TLS with the host's certificate and no other", async () => {
  await withServer(() => new Response(), async (port) => {
    const trusting = { ...HERE, caCerts: [CERT] };
    const url = `https://hooks.example:${port}/`;
    assert.equal((await post(url, {}, trusting)).status, 200);
    const rows: [string, WebhookClientOptions][] = [
      [url, HERE],
      [`https://other.example:${port}/`, trusting],
      [`https://127.0.0.1:${port}/`, trusting],
    ];
    for (const [url, options] of rows) {
      assert.equal(await why(post(url, {}, options)), "Certificate not trusted", url);
    }
  }, { cert: CERT, key: KEY });
});

leakless("webhookClient() never says in the clear what was to go over TLS", async () => {
  let asked = 0;
  await withServer(() => {
    asked += 1;
    return new Response();
  }, async (port) => {
    assert.equal(await why(post(`https://hooks.example:${port}/`)), "TLS failed");
  });
  assert.equal(asked, 0);
});

leakless(
  "webhookClient() connects to the addresses that were judged, and looks up once",
  async () => {
    const answers = [["127.0.0.1"], ["192.0.2.1"]];
    const judged: string[][] = [];
    const resolve = () => Promise.resolve(answers.shift() ?? []);
    await withServer(() => new Response(), async (port) => {
      const checkAddresses = (addresses: readonly string[]) => void judged.push([...addresses]);
      const { status } = await post(`http://hooks.example:${port}/`, { checkAddresses }, {
        resolve,
      });
      assert.equal(status, 200);
    });
    assert.deepEqual(judged, [["127.0.0.1"]]);
    assert.deepEqual(answers, [["192.0.2.1"]]);
  },
);

leakless(
  "webhookClient() connects to nothing when an address is refused, literals too",
  async () => {
    let asked = 0;
    await withServer(() => {
      asked += 1;
      return new Response();
    }, async (port) => {
      const checkAddresses = (addresses: readonly string[]) => {
        throw new NoAnswer(`Refused: ${addresses}`);
      };
      for (const host of ["hooks.example", "127.0.0.1", "2130706433"]) {
        const answer = post(`http://${host}:${port}/`, { checkAddresses });
        assert.equal(await why(answer), "Refused: 127.0.0.1");
      }
      assert.equal(
        await why(post(`http://[::1]:${port}/`, { checkAddresses })),
        "Refused: ::1",
      );
    });
    assert.equal(asked, 0);
  },
);

leakless("webhookClient() takes the next address of a host when one does not answer", async () => {
  await withServer(() => new Response(), async (port) => {
    const resolve = () => Promise.resolve(["127.0.0.2", "127.0.0.1"]);
    const { status } = await post(`http://hooks.example:${port}/`, {}, { resolve });
    assert.equal(status, 200);
  });
});

leakless("webhookClient() looks up no address that the URL names itself", async () => {
  const judged: string[][] = [];
  const checkAddresses = (addresses: readonly string[]) => void judged.push([...addresses]);
  const resolve = () => Promise.reject(new NoAnswer("Looked up"));
  await withServer(() => new Response(), async (port) => {
    for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]"]) {
      const { status } = await post(`http://${host}:${port}/`, { checkAddresses }, { resolve });
      assert.equal(status, 200, host);
    }
    assert.equal(await why(post(`http://a.example:${port}/`, {}, { resolve })), "Looked up");
  });
  assert.deepEqual(judged, [["127.0.0.1"], ["::ffff:127.0.0.1"]]);
});
