import assert from "node:assert/strict";
import { makeCertificate } from "../support/certificates.ts";
import { head } from "../hostile/server.ts";
import { aCart } from "../support/app.ts";
import { type RunningServer, startServer, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { type Held, holdConnections } from "../support/holder.ts";
import { connectSecure, RawSocket } from "../support/raw_socket.ts";
import { lacks, runTool } from "../support/tools.ts";

const ignore = await lacks("prlimit", "openssl", "curl");

/** So many descriptors more than it has open get a running server into trouble. */
const ROOM = 20;
/** Asked so often at the most; each try takes a connection that is refused or an answer. */
const MAX_TRIES = 5000;

async function limitDescriptors({ pid }: RunningServer): Promise<void> {
  // Not read here: the runtime lets nobody look into /proc but with all permissions.
  const open = (await runTool("ls", [`/proc/${pid}/fd`])).stdout.trim().split("\n").length;
  const limit = `--nofile=${open + ROOM}`;
  const { code, stderr } = await runTool("prlimit", ["--pid", String(pid), limit]);
  assert.equal(code, 0, stderr);
}

/** Asks until there is an answer: the server listens again within a fraction of a second. */
async function answersAgain(ask: () => Promise<number>): Promise<number> {
  for (let tries = 1;; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
  }
}

async function health(connecting: Promise<RawSocket>): Promise<number> {
  const connection = await connecting;
  try {
    return (await connection.get("/health")).status;
  } finally {
    connection.close();
  }
}

async function exhaustAndRecover(
  server: RunningServer,
  ask: () => Promise<number>,
): Promise<void> {
  assert.equal(await ask(), 200);
  await limitDescriptors(server);
  for (const round of [1, 2]) {
    const held: Held = await holdConnections(server.url, 2 * ROOM);
    const lost = "(?:The accept loop ended|Cannot accept connections)";
    await server.printed(new RegExp(`(?:${lost}[^]*){${round}}`));
    await held.release();
    assert.equal(await answersAgain(ask), 200);
  }
  const { code, output } = await server.end("SIGTERM");
  assert.equal(code, 0, output);
}

Deno.test({
  name: "out of descriptors a server on a port recovers once connections are closed",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const server = await startServer(folder);
      await exhaustAndRecover(server, () => health(RawSocket.to(Number(new URL(server.url).port))));
    }),
});

Deno.test({
  name: "out of descriptors a server on a Unix socket recovers once connections are closed",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const path = `${folder}/checkoutd.sock`;
      const server = await startServer(folder, ["--unix-socket", path]);
      await exhaustAndRecover(server, async () => {
        const url = "http://localhost/health";
        const asked = ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "--unix-socket", path, url];
        const { code, stdout, stderr } = await runTool("curl", asked);
        assert.equal(code, 0, stderr);
        return Number(stdout);
      });
    }),
});

Deno.test({
  name: "out of descriptors a server under TLS recovers once connections are closed",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const { certFile, keyFile, authority } = await makeCertificate(folder, "first");
      const args = ["--tls-cert", certFile, "--tls-key", keyFile];
      const server = await startServer(folder, args);
      await exhaustAndRecover(server, () => health(connectSecure(server.url, [authority])));
    }),
});

Deno.test({
  name: "out of descriptors a server answers requests it has not had before",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const { secret } = await aShop(folder);
      const server = await startServer(folder);
      using connection = await RawSocket.to(Number(new URL(server.url).port));
      const post = async (path: string, data: unknown) => {
        const body = JSON.stringify({ data });
        const fields = [`Authorization: Bearer ${secret}`, "Content-Type: application/json"];
        const length = `Content-Length: ${body.length}`;
        await connection.send([head(`POST ${path}`, ...fields, length), body].join(""));
        return await connection.answer() ?? assert.fail("The connection ended without an answer");
      };
      const created = await post("/session", aCart().data);
      const path = `/session/${JSON.parse(created.text).data.session_id}`;
      await limitDescriptors(server);
      const held = await holdConnections(server.url, 2 * ROOM);
      await server.printed(/The accept loop ended/);
      for (const open of ["/openapi.json", "/docs", "/docs/start.js", "/docs/guides/api"]) {
        assert.equal((await connection.get(open)).status, 200, open);
      }
      // The first code needs a key file.
      const code = () => post(`${path}/otp`, { phone: "+919876543210" });
      assert.equal((await code()).status, 503);
      await held.release();
      assert.equal((await code()).status, 200);
      const { code: exit, output } = await server.end("SIGTERM");
      assert.equal(exit, 0, output);
    }),
});
