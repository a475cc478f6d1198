/** Two servers behind the Caddyfile that is shipped. */
import assert from "node:assert/strict";
import { aCart } from "../support/app.ts";
import { type RunningCaddy, startCaddy } from "../support/caddy.ts";
import { type Cluster, withCluster } from "../support/cluster.ts";
import { IS_WHOLE } from "../support/few.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import { lacks } from "../support/tools.ts";

const ignore = await lacks("caddy") || await lacksPostgres();
const postgres = ignore ? undefined : await postgresServer();

interface Balanced extends Cluster {
  readonly caddy: RunningCaddy;
  /** Sends a request through Caddy. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Clients at the same time. */
const CLIENTS = 8;
/** How often each server is restarted. */
const RESTARTS = IS_WHOLE ? 10 : 1;

async function withBalanced(
  args: readonly string[],
  test: (balanced: Balanced) => Promise<void>,
): Promise<void> {
  const flags = () => ["--trust-proxy", "1", "--shutdown-delay", "3", ...args];
  await withCluster(postgres!, { size: 2, flags }, async (cluster) => {
    const upstreams = cluster.urls.map((url) => new URL(url).host).join(" ");
    const caddy = await startCaddy(cluster.folder, upstreams);
    using client = Deno.createHttpClient({ caCerts: [caddy.authority] });
    try {
      const ask = (path: string, init: RequestInit = {}) =>
        fetch(`${caddy.url}${path}`, { ...init, client });
      await test({ ...cluster, caddy, ask });
    } finally {
      await caddy.end();
    }
  });
}

Deno.test({
  name: "behind Caddy two servers know each client by its address, whatever it claims",
  ignore,
  fn: () =>
    withBalanced(["--rate-limit", "2"], async ({ ask, caddy }) => {
      const statuses: number[] = [];
      for (const claimed of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
        const { status, body } = await ask("/session/x", {
          headers: { "x-forwarded-for": claimed },
        });
        await body?.cancel();
        statuses.push(status);
      }
      assert.deepEqual(statuses, [401, 401, 429]);
      const localAddress = "127.0.0.2";
      using other = Deno.createHttpClient({ caCerts: [caddy.authority], localAddress });
      const { status, body } = await fetch(`${caddy.url}/session/x`, { client: other });
      await body?.cancel();
      assert.equal(status, 401);
    }),
});

Deno.test({
  name: "behind Caddy two servers are restarted one after another, and no request fails",
  ignore,
  fn: () =>
    withBalanced([], async ({ ask, shop: { secret }, server, restart }) => {
      const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
      const counts = new Map<string, number>();
      const failures: string[] = [];
      let isOver = false;
      const count = async (what: string, answer: Promise<Response>) => {
        const response = await answer;
        const text = await response.text();
        const key = `${what} ${response.status}`;
        if (response.status >= 400) failures.push(`${key}: ${text}`);
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return text;
      };
      const client = async () => {
        const body = JSON.stringify(aCart());
        while (!isOver) {
          const init = { method: "POST", headers, body };
          const created = await count("POST", ask("/session", init));
          const id = /"session_id":"([^"]+)"/.exec(created)?.[1];
          await count("GET", ask(`/session/${id}`, { headers }));
        }
      };
      const clients = Array.from({ length: CLIENTS }, client);
      for (let round = 0; round < RESTARTS; round++) {
        for (const i of [0, 1]) {
          assert.equal((await server(i).end("SIGTERM")).code, 0);
          await restart(i);
          // Caddy has seen that it is ready.
          await server(i).printed(/"route":"\/session"/);
        }
      }
      isOver = true;
      await Promise.all(clients);
      console.log(
        `restarts behind Caddy: ${[...counts].map((pair) => pair.join(": ")).join(", ")}`,
      );
      assert.deepEqual(failures, []);
    }),
});
