/** `webhook listen` on a real terminal beside a server: real events, a real receiver, Ctrl-C. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { ctlJson, startServer, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { aCart } from "../support/app.ts";
import { pathWithDeno, SCRIPTS } from "../support/tasks.ts";
import { lacksScript } from "../support/terminal.ts";

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Runs with a receiver of posts, and the first post to it. */
async function withReceiver(test: (url: string, first: Promise<Received>) => Promise<void>) {
  const { promise, resolve } = Promise.withResolvers<Received>();
  const receiver = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      resolve({ headers: Object.fromEntries(request.headers), body: await request.text() });
      return new Response(null, { status: 202 });
    },
  );
  try {
    await test(`http://127.0.0.1:${receiver.addr.port}/hooks`, promise);
  } finally {
    await receiver.shutdown();
  }
}

Deno.test({
  name: "webhook listen forwards a server's events from a terminal until Ctrl-C",
  ignore: await lacksScript(),
  fn: () =>
    withReceiver((url, first) =>
      withFolder(async (folder) => {
        const { merchantId, secret: key } = await aShop(folder);
        // An endpoint that this server sends nothing to: it does not allow insecure ones.
        const insecure = ["http://127.0.0.1:1/", "--allow-insecure-webhooks"];
        await ctlJson(folder, "webhook", "add", ...insecure, "--merchant", merchantId);
        const server = await startServer(folder);
        const line = `'${SCRIPTS.checkoutctl}' --db '${folder}/checkout.db' webhook listen`;
        const child = new Deno.Command("script", {
          // No shell stays between: the terminal interrupts that one too, and some end with 130 then.
          args: ["-q", "-e", "-c", `stty cols 100; exec ${line} --forward ${url}`, "/dev/null"],
          env: { NO_COLOR: "1", SHELL: "/bin/sh", TERM: "xterm", PATH: pathWithDeno() },
          stdin: "piped",
          stdout: "piped",
          stderr: "null",
        }).spawn();
        const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
        let shown = "";
        const until = async (pattern: RegExp) => {
          while (!pattern.test(shown)) {
            const { value, done } = await reader.read();
            assert.ok(!done, `it ended before: ${shown}`);
            shown += value;
          }
        };
        await until(/Ctrl-C ends\r\n/);
        const answer = await fetch(`${server.url}/session`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify(aCart()),
        });
        const { data: { session_id: id } } = await answer.json();
        const { headers, body } = await first;
        await until(
          new RegExp(`^\\d\\d:\\d\\d:\\d\\dZ  session\\.created  ${id}  HTTP 202\\r$`, "m"),
        );
        const [, secret = ""] = /^Signing secret: (whsec_\S+)\r$/m.exec(shown) ?? [];
        assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
        assert.equal(JSON.parse(body).data.session_id, id);
        const keys = child.stdin.getWriter();
        // The byte of Ctrl-C, which the terminal turns into the signal.
        await keys.write(new Uint8Array([3]));
        while (!(await reader.read()).done);
        await keys.close().catch(() => {});
        assert.equal((await child.status).code, 0);
        await server.end("SIGTERM");
      })
    ),
});
