import assert from "node:assert/strict";
import { failureIn } from "../support/refused.ts";
import { aCart } from "../support/app.ts";
import {
  runCtl,
  type RunningServer,
  runServerToEnd,
  runTask,
  startServer,
  withFolder,
} from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";

async function create({ url }: RunningServer, secret: string): Promise<string> {
  const response = await fetch(`${url}/session`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify(aCart()),
  });
  const { data } = await response.json();
  assert.equal(response.status, 201);
  return data.session_id;
}

async function read({ url }: RunningServer, secret: string, id: string): Promise<number> {
  const response = await fetch(`${url}/session/${id}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  await response.body?.cancel();
  return response.status;
}

Deno.test("an acknowledged session survives kill -9 of the server", () =>
  withFolder(async (folder) => {
    const { secret } = await aShop(folder);
    const first = await startServer(folder);
    const id = await create(first, secret);
    await first.end("SIGKILL");
    const second = await startServer(folder);
    assert.equal(await read(second, secret, id), 200);
    await second.end("SIGTERM");
  }));

Deno.test("a key is refused once `key revoke` has returned, while the server runs", () =>
  withFolder(async (folder) => {
    const { keyId, secret } = await aShop(folder);
    const server = await startServer(folder);
    const id = await create(server, secret);
    assert.equal(await read(server, secret, id), 200);
    const revoked = await runCtl(folder, "key", "revoke", keyId, "--yes");
    assert.equal(revoked.code, 0, revoked.stderr);
    assert.equal(await read(server, secret, id), 401);
    await server.end("SIGTERM");
  }));

Deno.test("a rotated key is refused once it has ended, and its successor works, without a restart", () =>
  withFolder(async (folder) => {
    const { keyId, secret } = await aShop(folder);
    const server = await startServer(folder);
    const id = await create(server, secret);
    const rotate = async (key: string, ...flags: string[]) => {
      const { code, stdout, stderr } = await runCtl(
        folder,
        "--json",
        "key",
        "rotate",
        key,
        ...flags,
      );
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };
    const next = await rotate(keyId, "--overlap", "24h");
    assert.deepEqual(
      [await read(server, secret, id), await read(server, next.secret, id)],
      [200, 200],
    );
    const last = await rotate(next.id, "--overlap", "0", "--yes");
    assert.deepEqual(
      [await read(server, next.secret, id), await read(server, last.secret, id)],
      [401, 200],
    );
    await server.end("SIGTERM");
  }));

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`${signal} finishes what runs, writes activity down and ends with 0`, () =>
    withFolder(async (folder) => {
      const { secret, keyId } = await aShop(folder);
      const server = await startServer(folder);
      await create(server, secret);
      const { code, output } = await server.end(signal);
      assert.equal(code, 0, output);
      assert.match(output, /"msg":"stopped"/);
      const keys = JSON.parse(
        (await runCtl(folder, "--json", "key", "list", "--merchant", "demo-store.example")).stdout,
      );
      const key = keys.find(({ id }: { id: string }) => id === keyId);
      assert.ok(key.last_used_at, "the last use was noted in memory and written on the way out");
    }));
}

Deno.test("the log has one JSON line a request and no secret", () =>
  withFolder(async (folder) => {
    const { secret } = await aShop(folder);
    const server = await startServer(folder);
    const id = await create(server, secret);
    await read(server, secret, id);
    const { output } = await server.end("SIGTERM");
    const lines = output.trim().split("\n").map((line) => JSON.parse(line));
    const requests = lines.filter(({ msg }) => msg === "request");
    assert.deepEqual(requests.map(({ method, route, status }) => `${method} ${route} ${status}`), [
      "POST /session 201",
      "GET /session/{id} 200",
    ]);
    assert.deepEqual(Object.keys(requests[0]).sort(), [
      "key",
      "level",
      "merchant",
      "method",
      "ms",
      "msg",
      "request_id",
      "route",
      "status",
      "time",
    ]);
    assert.doesNotMatch(output, new RegExp(secret));
  }));

Deno.test("--log-format text is for people", () =>
  withFolder(async (folder) => {
    const server = await startServer(folder, ["--log-format", "text"]);
    const health = await fetch(`${server.url}/health`);
    assert.deepEqual(await health.json(), { status: "SUCCESS", data: { alive: true } });
    const { output } = await server.end("SIGTERM");
    assert.match(
      output,
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ INFO {2}listening url=http:\/\/127\.0\.0\.1:\d+ /,
    );
    assert.match(output, /WARN {2}No shops yet: .*checkoutctl init.*--demo/);
    assert.match(output, /INFO {2}request method=GET route=\/health status=200 ms=/);
  }));

Deno.test("a bad start is one clear line and an exit code", () =>
  withFolder(async (folder) => {
    const rows: [string[], Record<string, string>, number, RegExp][] = [
      [["--port", "70000"], {}, 2, /--port.*70000.*whole number from 0 to 65535/],
      [["--nonsense"], {}, 2, /--nonsense/],
      [["--db", `${folder}/host.db`, "--host", "999.1.1.1"], {}, 1, /--host 999\.1\.1\.1/],
      [["--db", `${folder}/host.db`, "--host", "nosuch.invalid"], {}, 1, /--host nosuch\.invalid/],
      [["--db", "mysql://root@x/y"], {}, 2, /^--db.*mysql/],
      [["--db", "postgres://x/y"], {}, 2, /^--db must name a user: postgres:/],
      [["--log-level", "loud"], {}, 2, /--log-level.*loud.*debug, info/],
      [[], { CHECKOUT_RATE_LIMIT: "many" }, 2, /many.*CHECKOUT_RATE_LIMIT/],
      [
        ["--db", `${folder}/no.db`],
        { DENO_TRUST_PROXY_HEADERS: "1" },
        1,
        /DENO_TRUST_PROXY_HEADERS/,
      ],
    ];
    await Deno.writeTextFile(
      `${folder}/text.db`,
      "this is no database, but it is long enough to be read as one".repeat(50),
    );
    rows.push([["--db", `${folder}/text.db`], {}, 1, /text\.db/]);
    for (const [args, env, code, line] of rows) {
      const ended = await runServerToEnd(folder, args, env);
      assert.equal(ended.code, code, `${args}: ${ended.stderr}`);
      const { message, exitCode } = failureIn(ended.stderr);
      assert.match(message, line);
      assert.equal(exitCode, code, ended.stderr);
    }
  }));

Deno.test("a database outside the folder that the task allows is refused with the reason", () =>
  withFolder(async (folder) => {
    const path = `${folder}-elsewhere/checkout.db`;
    const server = await runTask("start", folder, "--db", path);
    const ctl = await runTask("ctl", folder, "--db", path, "db", "migrate");
    for (const { code, stderr } of [server, ctl]) {
      assert.equal(code, 1);
      assert.match(
        stderr,
        /because the sandbox of the task allows .\/data only; bin\/checkoutd and bin\/checkoutctl allow the folder of --db/,
      );
    }
  }));

Deno.test("HEAD answers with the length that GET would have sent", () =>
  withFolder(async (folder) => {
    const server = await startServer(folder);
    const get = await fetch(`${server.url}/health`);
    const head = await fetch(`${server.url}/health`, { method: "HEAD" });
    assert.equal(head.headers.get("content-length"), String((await get.text()).length));
    await server.end("SIGTERM");
  }));

Deno.test("a port that is taken is named", () =>
  withFolder(async (folder) => {
    const server = await startServer(folder);
    const port = new URL(server.url).port;
    const ended = await runServerToEnd(folder, ["--db", `${folder}/other.db`, "--port", port]);
    assert.deepEqual(failureIn(ended.stderr), {
      message: `Another program already listens on 127.0.0.1:${port}: choose another with --port`,
      code: "error.unavailable",
      exitCode: ended.code,
    });
    await server.end("SIGTERM");
  }));

Deno.test("--help and --version print and end with 0; an environment variable is a flag's default", () =>
  withFolder(async (folder) => {
    const help = await runServerToEnd(folder, ["--help"]);
    assert.equal(help.code, 0);
    for (
      const flag of [
        "host",
        "port",
        "db",
        "rate-limit",
        "session-ttl",
        "payment-ttl",
        "retention",
        "order-retention",
        "trust-proxy",
        "log-level",
        "log-format",
        "allow-insecure-webhooks",
      ]
    ) {
      const variable = `CHECKOUT_${flag.toUpperCase().replaceAll("-", "_")}`;
      assert.match(help.stdout, new RegExp(`--${flag} [^]*${variable}`));
    }
    const version = await runServerToEnd(folder, ["--version"]);
    assert.match(
      version.stdout,
      /^checkoutd \d+\.\d+\.\d+ \(commit unknown, schema \d+, PostgreSQL's \d+\)\n$/,
    );
  }));
