/** The demo's checkout page, on a port of its own. */
import assert from "node:assert/strict";
import { testOnEngines } from "../support/engines.ts";
import { type RunningServer, runServerToEnd, startServer, withFolder } from "../support/process.ts";

/** The link that a demo prints. */
async function linkOf(server: RunningServer): Promise<URL> {
  const [, link = ""] = await server.printed(/\n(http:\/\/127\.0\.0\.1:\d+\/c\/[\w-]{43})\n/);
  return new URL(link);
}

testOnEngines(
  "two demos serve pages on a port each, and print a link with a cart in it",
  ({ withFolder }) =>
    withFolder((one) =>
      withFolder(async (two) => {
        const servers = [await startServer(one, ["--demo"]), await startServer(two, ["--demo"])];
        const links = await Promise.all(servers.map(linkOf));
        assert.notEqual(links[0]?.port, links[1]?.port);
        await servers[0]?.printed(
          /dashboard: open the link within 15 minutes\n\nhttp:\/\/127\.0\.0\.1:\d+\/sign-in\/link#[\w-]{43}\n/,
        );
        for (const link of links) {
          const response = await fetch(link);
          assert.equal(response.status, 200);
          assert.match(await response.text(), /Monsoon Malabar Coffee.*₹1,852\.50/);
        }
        for (const [i, server] of servers.entries()) {
          const { code, output } = await server.end("SIGTERM");
          assert.equal(code, 0);
          const token = links[i]?.pathname.slice("/c/".length) ?? "";
          assert.equal(output.split(token).length, 2, "printed once, and never logged");
          assert.match(output, /"route":"\/c\/\{token\}"/);
        }
      })
    ),
);

Deno.test("a demo whose --checkout-port is taken ends with that flag in its message", () =>
  withFolder((one) =>
    withFolder(async (two) => {
      const server = await startServer(one, ["--demo"]);
      const { port } = await linkOf(server);
      const flags = ["--demo", "--port", "0", "--checkout-port", port];
      const { code, stderr } = await runServerToEnd(two, [...flags, "--db", `${two}/x.db`]);
      assert.equal(code, 1);
      assert.match(
        stderr,
        new RegExp(
          `^error: Cannot listen on --checkout-host 127.0.0.1 --checkout-port ${port}: `,
        ),
      );
      await server.end("SIGTERM");
    })
  ));
