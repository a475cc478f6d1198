/** A left cart: idle, told with a link, seen, continued. */
import assert from "node:assert/strict";
import { aCart } from "../support/app.ts";
import { aShop } from "../support/ctl_shop.ts";
import { type Engine, testOnEngines } from "../support/engines.ts";
import { ctlJson, runCtl, type RunningServer, startServer } from "../support/process.ts";
import { Receiver } from "../support/receiver_process.ts";

const FLAGS = ["--allow-insecure-webhooks", "--checkout-port", "0"];
const RETURN_URL = "https://demo-store.example/cart";

/** Moves the stored activity of all sessions back, as if time had passed. */
async function backdate({ name, sql }: Engine, folder: string, ms: number): Promise<void> {
  const tables = ["sessions", ...name === "postgres" ? ["session_activity"] : []];
  for (const table of tables) {
    await sql(folder, `UPDATE ${table} SET last_active_at = last_active_at - ${ms}`);
  }
}

testOnEngines(
  "an idle cart is told with a link, whose page shows it and leads to a session that works",
  async (engine) => {
    const receiver = await Receiver.start();
    try {
      await engine.withFolder(async (folder) => {
        const { merchantId, secret: key } = await aShop(folder);
        await runCtl(folder, "merchant", "update", merchantId, "--recovery-url", RETURN_URL);
        const hook = [
          "--merchant",
          merchantId,
          "--event",
          "session.idle",
          "--allow-insecure-webhooks",
        ];
        await ctlJson(folder, "webhook", "add", `${receiver.url}/hook`, ...hook);
        const call = async (
          server: RunningServer,
          method: string,
          path: string,
          body?: unknown,
        ) => {
          const response = await fetch(`${server.url}${path}`, {
            method,
            headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
          assert.ok(response.ok, `${method} ${path}: ${response.status}`);
          return (await response.json()).data;
        };

        const first = await startServer(folder, FLAGS);
        const { session_id: id } = await call(first, "POST", "/session", aCart());
        const email = { data: { email: "asha@example.com" } };
        await call(first, "PUT", `/session/${id}/buyer`, email);
        const logs = [(await first.end("SIGTERM")).output];
        await backdate(engine, folder, 31 * 60_000);

        const second = await startServer(folder, FLAGS);
        const [told] = await receiver.take(1);
        const { type, data } = JSON.parse(told?.body ?? "");
        assert.deepEqual([type, data.session_id], ["session.idle", id]);
        const link = data.recovery_url;
        assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/c\/recover\/[\w-]{48}$/);
        const page = await (await fetch(link)).text();
        for (const text of ["Mug", "₹698.00", "Continue to checkout"]) {
          assert.ok(page.includes(text));
        }
        const resumed = await fetch(link, { method: "POST", redirect: "manual" });
        await resumed.body?.cancel();
        assert.equal(resumed.status, 303);
        assert.equal(resumed.headers.get("location"), `${RETURN_URL}?session_id=${id}`);
        assert.equal((await call(second, "GET", `/session/${id}`)).pricing.total_payable, 698);
        logs.push((await second.end("SIGTERM")).output);
        await backdate(engine, folder, 61 * 60_000);

        // Another port, and the same token: its cart is opened again.
        const third = await startServer(folder, FLAGS);
        const token = new URL(link).pathname;
        const [, base = ""] = await third.printed(/"checkout_url":"([^"]+)"/);
        const again = `${base}${token}`;
        assert.match(await (await fetch(again)).text(), /Your checkout has ended/);
        const reopened = await fetch(again, { method: "POST", redirect: "manual" });
        await reopened.body?.cancel();
        const made = new URL(reopened.headers.get("location") ?? "").searchParams.get("session_id");
        assert.notEqual(made, id);
        const session = await call(third, "GET", `/session/${made}`);
        assert.deepEqual([session.items.length, session.buyer.email], [1, null]);
        const [stats] = JSON.parse((await runCtl(folder, "--json", "session", "stats")).stdout);
        const { idle, resumed: back, reopened: anew } = stats.recovery[0];
        assert.deepEqual([idle, back, anew], [1, 1, 1]);
        const checked = JSON.parse((await runCtl(folder, "--json", "db", "check")).stdout);
        assert.deepEqual(checked.findings, []);
        logs.push((await third.end("SIGTERM")).output);
        const all = logs.join("");
        assert.match(all, /"route":"\/c\/recover\/\{token\}"/);
        assert.ok(!all.includes(token.slice(-30)), "the token is in no log");
      });
    } finally {
      await receiver.end();
    }
  },
);
