import assert from "node:assert/strict";
import { metricsEndpoint } from "../../../src/process/metrics/endpoint.ts";
import { tokenCheck } from "../../../src/process/metrics/metrics.ts";
import { parseExposition } from "../../support/exposition.ts";
import { someMetrics, TOKEN } from "./support.ts";

async function answers(
  token: string | undefined,
  rows: readonly (readonly [request: RequestInit & { readonly path: string }, status: number])[],
): Promise<Response[]> {
  const { metrics, stop } = someMetrics(token === undefined ? {} : { token });
  const endpoint = metricsEndpoint(metrics);
  const all: Response[] = [];
  for (const [{ path, headers, ...init }, status] of rows) {
    const host = { host: "127.0.0.1:9464" };
    const url = `http://127.0.0.1:9464${path}`;
    const response = await endpoint(
      new Request(url, { ...init, headers: { ...host, ...headers } }),
    );
    assert.equal(response.status, status, `${init.method ?? "GET"} ${path}`);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    all.push(response);
  }
  await stop();
  return all;
}

Deno.test("a port of its own shows metrics to anybody, and nothing else", async () => {
  const [get, head, post] = await answers(undefined, [
    [{ path: "/metrics" }, 200],
    [{ path: "/metrics", method: "HEAD" }, 200],
    [{ path: "/metrics", method: "POST" }, 405],
    [{ path: "/metrics?name[]=x" }, 200],
    [{ path: "/" }, 404],
    [{ path: "/metrics/" }, 404],
    [{ path: "/health" }, 404],
    [{ path: "/metrics", headers: { host: "evil/x?" } }, 404],
  ]);
  assert.equal(get?.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  assert.ok(parseExposition(await get?.text() ?? "").has("checkoutd_sessions"));
  assert.equal(await head?.text(), "");
  assert.equal(post?.headers.get("allow"), "GET, HEAD");
});

Deno.test("a port of its own asks for the token if there is one", async () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const [without] = await answers(TOKEN, [
    [{ path: "/metrics" }, 401],
    [{ path: "/metrics", headers: bearer(`${TOKEN}x`) }, 401],
    [{ path: "/metrics", headers: bearer(TOKEN.slice(1)) }, 401],
    [{ path: "/metrics", headers: { authorization: TOKEN } }, 401],
    [{ path: "/metrics", headers: bearer(TOKEN) }, 200],
    [{ path: "/elsewhere", headers: bearer(TOKEN) }, 404],
  ]);
  assert.equal(without?.headers.get("www-authenticate"), "Bearer");
});

Deno.test("tokenCheck() admits the one token, and everybody where there is none", () => {
  const isIt = tokenCheck(TOKEN);
  assert.deepEqual([TOKEN, TOKEN.toUpperCase(), "", undefined].map(isIt), [
    true,
    false,
    false,
    false,
  ]);
  assert.deepEqual(["x", undefined].map(tokenCheck(undefined)), [true, true]);
});
