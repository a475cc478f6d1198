import assert from "node:assert/strict";
import {
  makeCertificate,
  replaceCertificate,
  type TestCertificate,
} from "../support/certificates.ts";
import { type RunningServer, startServer, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { connectSecure, type RawSocket } from "../support/raw_socket.ts";
import { lacks, runTool } from "../support/tools.ts";

const ignore = await lacks("openssl", "curl");

interface TlsWorld {
  readonly folder: string;
  readonly server: RunningServer;
  /** Flags of the server. */
  readonly first: TestCertificate;
}

async function withTls(
  args: readonly string[],
  test: (world: TlsWorld) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const first = await makeCertificate(folder, "first");
    const pair = ["--tls-cert", first.certFile, "--tls-key", first.keyFile];
    const server = await startServer(folder, [...pair, ...args]);
    await test({ folder, server, first });
  });
}

/** Reloads and waits until the server has said what came of it. */
async function reload(server: RunningServer, said: RegExp): Promise<void> {
  Deno.kill(server.pid, "SIGHUP");
  await server.printed(said);
}

function isLoaded(name: string): RegExp {
  return new RegExp(`"msg":"Certificate loaded","cert":"[^"]+","subject":"CN=${name}"`);
}

Deno.test({
  name: "--tls-cert and --tls-key serve HTTP/1.1 and HTTP/2, chosen by ALPN",
  ignore,
  fn: () =>
    withTls([], async ({ server, first, folder }) => {
      assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+$/);
      const port = new URL(server.url).port;
      const ca = ["-sS", "--cacert", `${folder}/first-ca.crt`];
      const show = ["-w", " %{http_version} %{http_code}"];
      for (const [flag, version] of [["--http1.1", "1.1"], ["--http2", "2"]] as const) {
        // The name of the machine has to do as well as its address.
        for (const host of ["127.0.0.1", "localhost"]) {
          const url = `https://${host}:${port}/health`;
          const { stdout, stderr } = await runTool("curl", [...ca, flag, ...show, url]);
          assert.ok(stdout.endsWith(` ${version} 200`), `${url} ${flag}: ${stdout} ${stderr}`);
        }
      }
      const raw = await connectSecure(server.url, [first.authority]);
      await raw.send("GET /health HTTP/1.1\r\n\r\n");
      assert.equal((await raw.answer())?.status, 400, "without Host");
      raw.close();
      await server.end("SIGTERM");
    }),
});

Deno.test({
  name: "under TLS clients without a key are limited by their own address",
  ignore,
  fn: () =>
    withTls(["--rate-limit", "2"], async ({ server, folder }) => {
      const statusFrom = async (address: string) => {
        const from = ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "--interface", address];
        const ca = ["--cacert", `${folder}/first-ca.crt`, `${server.url}/session/x`];
        return (await runTool("curl", [...from, ...ca])).stdout;
      };
      assert.equal(await statusFrom("127.0.0.1"), "401");
      assert.equal(await statusFrom("127.0.0.1"), "401");
      assert.equal(await statusFrom("127.0.0.1"), "429");
      assert.equal(await statusFrom("127.0.0.2"), "401");
      await server.end("SIGTERM");
    }),
});

/** Sends a request but for the end of its body, once the server is known to wait for it. */
async function sendHalf(connection: RawSocket, secret: string): Promise<void> {
  await connection.send(
    "POST /session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
      `Authorization: Bearer ${secret}\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
  );
  assert.equal((await connection.answer())?.status, 100);
  await connection.send("{");
}

Deno.test({
  name: "SIGHUP loads the new certificate, and a request under way on the old one is answered",
  ignore,
  fn: () =>
    withTls([], async ({ server, first, folder }) => {
      const { secret } = await aShop(folder);
      const old = await connectSecure(server.url, [first.authority]);
      await sendHalf(old, secret);
      const second = await makeCertificate(folder, "second");
      await replaceCertificate(first, second);
      await reload(server, isLoaded("second"));
      const next = await connectSecure(server.url, [second.authority]);
      assert.equal((await next.get("/health")).status, 200);
      await assert.rejects(connectSecure(server.url, [first.authority]), /certificate/);
      await old.send("}");
      const answer = await old.answer();
      assert.equal(answer?.code, "error.invalid-request");
      assert.equal(answer.headers.get("connection"), "close");
      old.close();
      next.close();
      const { code } = await server.end("SIGTERM");
      assert.equal(code, 0);
    }),
});

/** Sends requests until told to stop: on a kept connection, or on a new one each. */
async function load(
  connect: () => Promise<RawSocket>,
  { keep, stop }: { readonly keep: boolean; readonly stop: AbortSignal },
): Promise<number> {
  let connection: RawSocket | undefined;
  let answered = 0;
  for (; !stop.aborted; answered++) {
    connection ??= await connect();
    const { status, headers } = await connection.get("/health");
    assert.equal(status, 200);
    // As any client does: a connection that the server closes is not used again.
    if (keep && headers.get("connection") !== "close") continue;
    connection.close();
    connection = undefined;
  }
  connection?.close();
  return answered;
}

Deno.test({
  name: "no connection is refused and no request lost while certificates are loaded again",
  ignore,
  fn: () =>
    withTls([], async ({ server, first, folder }) => {
      const names = Array.from({ length: 6 }, (_, i) => `renewed${i}`);
      const renewed: TestCertificate[] = [];
      for (const name of names) renewed.push(await makeCertificate(folder, name));
      const trusted = [first, ...renewed].map(({ authority }) => authority);
      const stop = new AbortController();
      const connect = () => connectSecure(server.url, trusted);
      const lanes = [true, true, false, false, false]
        .map((keep) => load(connect, { keep, stop: stop.signal }));
      const all = Promise.all(lanes);
      for (const [i, pair] of renewed.entries()) {
        await replaceCertificate(first, pair);
        // The requests go on meanwhile; one that fails ends the test here.
        await Promise.race([reload(server, isLoaded(`renewed${i}`)), all]);
        for (let n = 0; n < 4; n++) {
          const fresh = await connectSecure(server.url, [pair.authority]);
          assert.equal((await fresh.get("/health")).status, 200);
          fresh.close();
        }
      }
      stop.abort();
      const answered = await all;
      assert.ok(answered.every((count) => count > 10), `too few to tell: ${answered}`);
      const { code, output } = await server.end("SIGTERM");
      assert.equal(code, 0);
      assert.doesNotMatch(output, /"level":"error"|were cut off/);
    }),
});

Deno.test({
  name: "a bad new certificate keeps the old one and is an error that names the file",
  ignore,
  fn: () =>
    withTls([], async ({ server, first, folder }) => {
      await Deno.writeTextFile(first.certFile, "no certificate");
      await reload(
        server,
        /"level":"error",[^\n]*--tls-cert must contain a certificate[^\n]*first\.crt/,
      );
      const one = await connectSecure(server.url, [first.authority]);
      assert.equal((await one.get("/health")).status, 200);
      one.close();
      const second = await makeCertificate(folder, "second");
      await Deno.copyFile(second.certFile, first.certFile);
      await reload(server, /"level":"error",[^\n]*--tls-key is not the key of[^\n]*first\.key/);
      const two = await connectSecure(server.url, [first.authority]);
      assert.equal((await two.get("/health")).status, 200);
      two.close();
      await Deno.copyFile(second.keyFile, first.keyFile);
      await reload(server, isLoaded("second"));
      (await connectSecure(server.url, [second.authority])).close();
      await server.end("SIGTERM");
    }),
});

Deno.test({
  name: "SIGTERM under TLS answers what runs, accepts nothing new and ends with 0",
  ignore,
  fn: () =>
    withTls([], async ({ server, first, folder }) => {
      const { secret } = await aShop(folder);
      const running = await connectSecure(server.url, [first.authority]);
      const idle = await connectSecure(server.url, [first.authority]);
      assert.equal((await idle.get("/health")).status, 200);
      await sendHalf(running, secret);
      const ended = server.end("SIGTERM");
      assert.ok(await idle.ends());
      await running.send("}");
      // The client gets an answer whether or not the rest of the body was read.
      assert.match(String((await running.answer())?.status), /^40[08]$/);
      await assert.rejects(connectSecure(server.url, [first.authority]), /refused/);
      running.close();
      idle.close();
      assert.equal((await ended).code, 0);
    }),
});

Deno.test("SIGHUP without a certificate is a line in the log and ends nothing", () =>
  withFolder(async (folder) => {
    const server = await startServer(folder);
    await reload(server, /"msg":"SIGHUP ignored: no certificate to reload"/);
    const health = await fetch(`${server.url}/health`);
    await health.body?.cancel();
    assert.equal(health.status, 200);
    assert.equal((await server.end("SIGTERM")).code, 0);
  }));
