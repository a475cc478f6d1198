/** The dashboard as a process of its own: beside a server, behind a proxy. */
import assert from "node:assert/strict";
import { getPriority } from "node:os";
import { startCaddy } from "../support/caddy.ts";
import { aShop } from "../support/ctl_shop.ts";
import { followLink, linkFor, startDashboard } from "../support/dashboard_process.ts";
import { testOnEngines } from "../support/engines.ts";
import { ctlJson, runCtl, startServer, withFolder } from "../support/process.ts";
import { freePort } from "../support/raw_socket.ts";
import { failureIn } from "../support/refused.ts";
import { lacks } from "../support/tools.ts";

/** Name and value of the cookie that an answer sets, as a browser returns it. */
function cookieOf({ headers }: Response): string {
  return headers.get("set-cookie")?.split(";", 1)[0] ?? "";
}

/** Path that a page leads to. */
async function location(url: string, cookie: string): Promise<string | null> {
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  await answer.body?.cancel();
  return answer.headers.get("location");
}

testOnEngines(
  "a person signs in beside a server, and is signed out by user remove at once",
  ({ withFolder }) =>
    withFolder(async (folder) => {
      const { merchantId } = await aShop(folder);
      const server = await startServer(folder);
      const token = await linkFor(folder, "anna");
      const dashboard = await startDashboard(folder);
      try {
        const { url } = dashboard;
        assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
        // The server goes first.
        assert.ok(getPriority(dashboard.pid) >= 10);
        assert.equal(await location(`${url}/`, ""), "/sign-in");
        const signedIn = await followLink(url, token);
        assert.equal(signedIn.status, 303);
        const cookie = cookieOf(signedIn);
        assert.match(cookie, /^ck=[\w-]{43}$/);
        assert.equal(await location(`${url}/`, cookie), `/shops/${merchantId}/`);
        const page = await fetch(`${url}/shops/${merchantId}/`, { headers: { cookie } });
        assert.match(await page.text(), /Overview/);
        const health = await fetch(`${url}/health`, { headers: { cookie } });
        assert.match(await health.text(), /Sessions without an order are deleted after 90 days/);
        assert.equal((await followLink(url, token)).status, 422);
        await ctlJson(folder, "dashboard", "user", "remove", "anna", "--yes");
        assert.equal(await location(`${url}/`, cookie), "/sign-in");
        const foreign = await fetch(`${url.replace("127.0.0.1", "127.0.0.2")}/`).catch(() => null);
        assert.ok(foreign === null || foreign.status === 421);
        const { code, log } = await dashboard.end("SIGTERM");
        assert.equal(code, 0, log);
        assert.match(log, /"route":"\/sign-in\/link","status":303/);
        assert.match(log, /"msg":"stopped"/);
        for (const secret of [token, cookie.slice(3), "correct horse"]) {
          assert.ok(!log.includes(secret));
        }
      } finally {
        await server.end("SIGTERM");
      }
    }),
);

Deno.test("the dashboard needs a database and a free port, and says so in one line", () =>
  withFolder(async (folder) => {
    const missing = await runCtl(folder, "dashboard");
    assert.equal(missing.code, 1);
    assert.match(failureIn(missing.stderr).message, /No database/i);
    await aShop(folder);
    const dashboard = await startDashboard(folder);
    const taken = await runCtl(folder, "dashboard", "--port", new URL(dashboard.url).port);
    assert.equal(taken.code, 1);
    assert.match(
      taken.stderr,
      /^error: Another program already listens on 127\.0\.0\.1:.* --port/m,
    );
    assert.equal((await dashboard.end("SIGINT")).code, 0);
  }));

Deno.test({
  name: "behind Caddy the cookie is for HTTPS, and attempts are counted for the client",
  ignore: await lacks("caddy"),
  fn: () =>
    withFolder(async (folder) => {
      const { merchantId } = await aShop(folder);
      const port = freePort();
      const caddy = await startCaddy(folder, "127.0.0.1:1", undefined, `127.0.0.1:${port}`);
      const through = caddy.dashboardUrl;
      const publicUrl = through.replace("http:", "https:");
      const proxied = ["--behind-proxy", "--url", publicUrl];
      const dashboard = await startDashboard(folder, ...proxied, "--port", String(port));
      try {
        assert.equal(dashboard.url, publicUrl);
        const signedIn = await followLink(through, await linkFor(folder, "anna"));
        assert.match(signedIn.headers.get("set-cookie") ?? "", /^__Host-ck=.*; Secure$/);
        assert.equal(await location(`${through}/`, cookieOf(signedIn)), `/shops/${merchantId}/`);
        // Caddy replaces what a client claims, so all of these come from one address.
        for (let n = 0; n < 5; n++) {
          const forged = { "x-forwarded-for": `192.0.2.${n}` };
          assert.equal((await followLink(through, "wrong", forged)).status, 422);
        }
        assert.equal((await followLink(through, "wrong")).status, 429);
      } finally {
        await caddy.end();
        await dashboard.end("SIGTERM");
      }
    }),
});
