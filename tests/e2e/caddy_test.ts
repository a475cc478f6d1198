import assert from "node:assert/strict";
import { aCart } from "../support/app.ts";
import { type RunningCaddy, startCaddy } from "../support/caddy.ts";
import { type RunningServer, startServer, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { connectSecure } from "../support/raw_socket.ts";
import { lacks, runTool } from "../support/tools.ts";

const ignore = await lacks("caddy", "curl");

interface Proxied {
  readonly folder: string;
  readonly server: RunningServer;
  readonly caddy: RunningCaddy;
  /** Runs curl against Caddy: the status, and the body behind it. */
  ask(path: string, ...args: readonly string[]): Promise<string>;
}

function askThrough({ url, authorityFile }: RunningCaddy): Proxied["ask"] {
  return async (path, ...args) => {
    const ca = ["-sS", "--cacert", authorityFile, "-w", "\\n%{http_code}", "--path-as-is"];
    const { stdout, stderr } = await runTool("curl", [...ca, ...args, `${url}${path}`]);
    const [, body = "", status = ""] = /^([^]*)\n(\d+)$/.exec(stdout) ?? [];
    assert.ok(status !== "", stderr);
    return `${status} ${body}`.trimEnd();
  };
}

async function withCaddy(
  args: readonly string[],
  test: (proxied: Proxied) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const server = await startServer(folder, ["--trust-proxy", "1", ...args]);
    const caddy = await startCaddy(folder, new URL(server.url).host);
    try {
      await test({ folder, server, caddy, ask: askThrough(caddy) });
    } finally {
      await caddy.end();
      await server.end("SIGTERM");
    }
  });
}

Deno.test({
  name: "through Caddy a session is made and read; metrics and readiness stay inside",
  ignore,
  fn: () =>
    withCaddy(["--metrics-token", "a-token-nobody-guesses"], async (proxied) => {
      const { folder, server, ask } = proxied;
      const { secret } = await aShop(folder);
      const auth = ["-H", `Authorization: Bearer ${secret}`];
      const json = ["-H", "Content-Type: application/json"];
      const created = await ask("/session", ...auth, ...json, "-d", JSON.stringify(aCart()));
      assert.match(created, /^201 \{"status":"SUCCESS"/);
      const id = /"session_id":"([^"]+)"/.exec(created)?.[1];
      assert.match(await ask(`/session/${id}`, ...auth), /^200 /);
      assert.match(await ask("/health"), /^200 /);
      const metrics = { headers: { authorization: "Bearer a-token-nobody-guesses" } };
      const inside = await fetch(`${server.url}/metrics`, metrics);
      await inside.body?.cancel();
      assert.equal(inside.status, 200, "what is kept inside has to be there");
      const token = ["-H", `Authorization: ${metrics.headers.authorization}`];
      for (const path of ["/metrics", "/metrics/", "/%6detrics", "//metrics", "/./metrics"]) {
        assert.match(await ask(path, ...token), /^404/, path);
      }
      assert.equal(await ask("/ready"), "404");
    }),
});

Deno.test({
  name: "through Caddy the pages have a site of their own, and the API has none of them",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const server = await startServer(folder, ["--checkout-port", "0", "--trust-proxy", "1"]);
      const [, pages = ""] = await server.printed(/"checkout_url":"http:\/\/([^"]+)"/);
      const caddy = await startCaddy(folder, new URL(server.url).host, pages);
      const ask = askThrough(caddy);
      const asked = (path: string) => fetch(`${caddy.pagesUrl}${path}`);
      try {
        const script = await asked("/c/embed.js");
        assert.match(await script.text(), /data-checkout/);
        const unknown = await asked("/c/unknown");
        assert.equal(unknown.status, 404);
        assert.match(await unknown.text(), /This link no longer works/);
        for (const path of ["/health", "/docs"]) {
          const { status, body } = await asked(path);
          await body?.cancel();
          assert.equal(status, 404, path);
        }
        assert.match(await ask("/c/embed.js"), /^404 /);
      } finally {
        await caddy.end();
        await server.end("SIGTERM");
      }
    }),
});

Deno.test({
  name: "through Caddy clients are limited by their address, whatever they claim",
  ignore,
  fn: () =>
    withCaddy(["--rate-limit", "2"], async ({ ask }) => {
      const claims = ["192.0.2.1", "192.0.2.2, 192.0.2.3", "192.0.2.4"];
      const found: string[] = [];
      for (const claim of claims) {
        const forged = ["-H", `X-Forwarded-For: ${claim}`, "-H", `Forwarded: for=${claim}`];
        found.push((await ask("/session/x", ...forged, "-H", `X-Real-IP: ${claim}`)).slice(0, 3));
      }
      assert.deepEqual(found, ["401", "401", "429"]);
      assert.match(await ask("/session/x", "--interface", "127.0.0.2"), /^401 /);
    }),
});

Deno.test({
  name: "Caddy cuts off clients that are slow with their head or their body, or send too much",
  ignore,
  fn: () =>
    withCaddy([], async ({ caddy, ask, folder }) => {
      const slowHead = await connectSecure(caddy.url, [caddy.authority]);
      await slowHead.send("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
      assert.ok(await slowHead.ends());
      slowHead.close();
      const slowBody = await connectSecure(caddy.url, [caddy.authority]);
      const json = "Content-Type: application/json\r\nContent-Length: 100";
      await slowBody.send(`POST /session HTTP/1.1\r\nHost: 127.0.0.1\r\n${json}\r\n\r\n{`);
      // Its output before it ends does not matter.
      await slowBody.toTheEnd();
      slowBody.close();
      const head = ["--http1.1", "-H", `X-Large: ${"x".repeat(40_000)}`];
      assert.match(await ask("/health", ...head), /^431/);
      await Deno.writeTextFile(`${folder}/large`, "x".repeat(1024 * 1024 + 1));
      const { secret } = await aShop(folder);
      const large = ["-H", "Transfer-Encoding: chunked", "--data-binary", `@${folder}/large`];
      const auth = ["-H", `Authorization: Bearer ${secret}`];
      const type = ["-H", "Content-Type: application/json"];
      assert.match(await ask("/session", ...large, ...auth, ...type), /^413/);
    }),
});

Deno.test({
  name: "while the server starts anew requests wait in Caddy and are answered",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const first = await startServer(folder);
      const { host, port } = new URL(first.url);
      const caddy = await startCaddy(folder, host);
      const ask = askThrough(caddy);
      assert.match(await ask("/health"), /^200 /);
      await first.end("SIGTERM");
      const waiting = ask("/health");
      const second = await startServer(folder, ["--port", port]);
      assert.match(await waiting, /^200 /);
      await caddy.end();
      await second.end("SIGTERM");
    }),
});

Deno.test({
  name: "Caddy reaches a server on a Unix socket, and names the clients to it",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const path = `${folder}/checkoutd.sock`;
      const limited = ["--rate-limit", "1", "--trust-proxy", "1"];
      const server = await startServer(folder, ["--unix-socket", path, ...limited]);
      const caddy = await startCaddy(folder, `unix/${path}`);
      const ask = askThrough(caddy);
      assert.match(await ask("/session/x"), /^401 /);
      assert.match(await ask("/session/x"), /^429 /);
      assert.match(await ask("/session/x", "--interface", "127.0.0.2"), /^401 /);
      await caddy.end();
      await server.end("SIGTERM");
    }),
});
