/** Both programs on a PostgreSQL database, with a user who signs in by a password. */
import assert from "node:assert/strict";
import { followLink, linkFor, startDashboard } from "../support/dashboard_process.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";
import {
  ctlJson,
  type Finished,
  runCtl,
  type RunningServer,
  runServerToEnd,
  startServer,
  withFolder,
} from "../support/process.ts";
import { failureIn } from "../support/refused.ts";
import { ROOT } from "../support/root.ts";
import { runTool } from "../support/tools.ts";

const PASSWORD = "s3cret-word";
const WRONG = "wr0ng-word";
const SHOP = [
  ...["--name", "Demo", "--domain", "demo.example", "--country", "IN", "--currency", "INR"],
  "--no-shipping",
];
const CART = {
  shop_domain: "demo.example",
  items: [{ product_id: 1, variant_id: 2, title: "Mug", price: 10, quantity: 2 }],
};

/** A server on which `shop` owns each database and signs in by a password, over TCP and a socket. */
async function startPostgres() {
  const server = await postgresServer();
  await server.sql("postgres", `CREATE ROLE shop LOGIN PASSWORD '${PASSWORD}'`);
  const rules = "local all checkoutd trust\nhost all checkoutd 127.0.0.1/32 trust\n" +
    "local all shop scram-sha-256\nhost all shop 127.0.0.1/32 scram-sha-256\n";
  await Deno.writeTextFile(`${server.folder}/data/pg_hba.conf`, rules);
  await server.control("reload");
  return {
    ...server,
    newDatabase: async () => {
      const name = await server.freshDatabase();
      await server.sql("postgres", `ALTER DATABASE ${name} OWNER TO shop`);
      return name;
    },
  };
}

/** Sends a request of the merchant's backend. */
async function send(
  { url }: RunningServer,
  { key, method = "POST", path, data }: {
    readonly key: string;
    readonly method?: string;
    readonly path: string;
    readonly data?: unknown;
  },
  // deno-lint-ignore no-explicit-any -- the answer is what the tests are about
): Promise<any> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  });
  const body = await answer.json();
  assert.ok(answer.ok, JSON.stringify(body));
  return body.data;
}

if (await lacksPostgres()) {
  Deno.test.ignore("postgres: both programs (PostgreSQL is missing)", () => {});
} else {
  const postgres = await startPostgres();
  const tcp = (database: string, password = PASSWORD) =>
    `postgres://shop:${password}@127.0.0.1:${postgres.port}/${database}`;

  Deno.test("postgres: a shop is set up, sells, and is there after a restart; no output has the password", () =>
    withFolder(async (folder) => {
      const database = await postgres.newDatabase();
      const shown = tcp(database).replace(`:${PASSWORD}`, "");
      const socket = `postgres://shop:${PASSWORD}@${encodeURIComponent(postgres.folder)}:` +
        `${postgres.port}/${database}`;
      const printed: string[] = [];
      const ctl = async (...args: string[]): Promise<Finished> => {
        const finished = await runCtl(folder, "--db", tcp(database), ...args);
        printed.push(finished.stdout, finished.stderr);
        assert.equal(finished.code, 0, finished.stderr);
        return finished;
      };
      assert.match(
        (await ctl("db", "migrate")).stdout,
        new RegExp(`/${database} is new, at schema`),
      );
      await ctl("merchant", "create", ...SHOP);
      const { secret = "" } = JSON.parse(
        (await ctl("--json", "key", "create", "--name", "k")).stdout,
      );
      const first = await startServer(folder, [
        ...["--db", socket, "--checkout-port", "0", "--checkout-url", "http://127.0.0.1:1"],
      ], { CHECKOUT_METRICS_TOKEN: "0123456789abcdef" });
      const { stdout: list } = await runTool("ps", ["-ww", "-o", "args=", "-p", `${first.pid}`]);
      assert.match(list, /--db postgres:\/\/shop@%2F/);
      printed.push(list);
      const { session_id: id } = await send(first, { key: secret, path: "/session", data: CART });
      const { payment } = await send(first, { key: secret, path: `/session/${id}/payment` });
      const paid = await send(first, {
        key: secret,
        path: `/session/${id}/payment/${payment.payment_id}/result`,
        data: { status: "PAID", amount: payment.amount, reference: "pay_1" },
      });
      assert.equal(paid.session_state, "COMPLETED");
      const headers = { authorization: "Bearer 0123456789abcdef" };
      printed.push(await (await fetch(`${first.url}/metrics`, { headers })).text());
      assert.equal((await fetch(`${first.url}/ready`)).status, 200);
      const { code, output } = await first.end("SIGTERM");
      assert.equal(code, 0, output);
      printed.push(output);

      const second = await startServer(folder, ["--db", tcp(database), "--log-level", "debug"]);
      assert.match((await second.printed(/"database":"[^"]+"/))[0], new RegExp(`"${shown}"`));
      const again = await send(second, { key: secret, method: "GET", path: `/session/${id}` });
      assert.deepEqual(again.order, paid.order);
      assert.equal(JSON.parse((await ctl("--json", "order", "list")).stdout).length, 1);
      for (const line of ["session list", "session stats", "db check", "doctor", "audit list"]) {
        await ctl(...line.split(" "));
        await ctl("--json", ...line.split(" "));
      }
      const revoked = JSON.parse((await ctl("--json", "key", "list")).stdout);
      await ctl("key", "revoke", revoked[0].id, "--yes");
      const refused = await fetch(`${second.url}/session/${id}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      assert.equal(refused.status, 401, await refused.text());
      printed.push((await second.end("SIGTERM")).output);
      for (const text of printed) assert.ok(!text.includes(PASSWORD), text);
    }));

  Deno.test("postgres: the dashboard serves people beside it", () =>
    withFolder(async (folder) => {
      const url = tcp(await postgres.newDatabase());
      await ctlJson(folder, "--db", url, "db", "migrate");
      await ctlJson(folder, "--db", url, "merchant", "create", ...SHOP);
      const token = await linkFor(folder, "anna", "--db", url);
      const dashboard = await startDashboard(folder, "--db", url);
      const signedIn = await followLink(dashboard.url, token);
      assert.equal(signedIn.status, 303, await signedIn.text());
      const { code, log } = await dashboard.end("SIGTERM");
      assert.equal(code, 0, log);
      assert.ok(!log.includes(PASSWORD));
    }));

  Deno.test("postgres: a password that stays in the arguments is refused at once", () =>
    withFolder(async (folder) => {
      const url = tcp("postgres");
      const results = [
        await runCtl(folder, "db", "copy", "x.db", url),
        await runCtl(folder, "db", "copy", url, "x.db"),
        ...await Promise.all(
          ["main.ts", "cli.ts"].map((entry) =>
            runTool(Deno.execPath(), [
              ...["run", "--quiet", "--no-prompt", `--config=${ROOT}deno.json`, "--allow-env"],
              ...["--allow-read", `${ROOT}${entry}`, "--db", url],
            ], { cwd: folder })
          ),
        ),
      ];
      for (const { code, stdout, stderr } of results) {
        assert.deepEqual([code, stdout], [2, ""], stderr);
        assert.match(stderr, /^error: No argument may have a password, /);
        assert.ok(!stderr.includes(PASSWORD), stderr);
      }
    }));

  const refused: readonly (readonly [what: string, url: () => string, message: RegExp])[] = [
    ["a wrong password", () => tcp("postgres", WRONG), /\(wrong password, or no such user\)/],
    ["an unknown database", () => tcp("nowhere"), /\(no database of this name\)/],
    [
      "no privileges",
      () => tcp("postgres"),
      /\(permission denied for schema public\)/,
    ],
    [
      "no server",
      () => `postgres://shop:${PASSWORD}@127.0.0.1:1/d`,
      /\(no server listens there\)/,
    ],
    [
      "no socket",
      () => `postgres://shop:${PASSWORD}@/d?host=/nowhere`,
      /\(no server has its socket there\)/,
    ],
    [
      "a server without TLS",
      () => `${tcp("postgres")}?sslmode=verify-full`,
      /\(it does not offer TLS; /,
    ],
  ];
  for (const [what, url, message] of refused) {
    Deno.test(`postgres: both programs refuse ${what} in the same line, with exit 1`, () =>
      withFolder(async (folder) => {
        const results = [
          await runServerToEnd(folder, ["--db", url(), "--port", "0"]),
          // Others make no tables, so they lack no right to.
          ...what === "no privileges" ? [await runCtl(folder, "--db", url(), "db", "migrate")] : [
            await runCtl(folder, "--db", url(), "merchant", "list"),
            await runCtl(folder, "--db", url(), "dashboard", "--port", "0"),
          ],
        ];
        for (const { code, stdout, stderr } of results) {
          const failure = failureIn(stderr);
          assert.deepEqual([code, failure.exitCode, stdout], [1, 1, ""]);
          assert.match(failure.message, message);
          assert.equal(failure.code, "error.unavailable");
          assert.ok(!stderr.includes(PASSWORD) && !stderr.includes(WRONG), stderr);
        }
        assert.equal(new Set(results.map(({ stderr }) => stderr)).size, 1);
      }));
  }

  Deno.test("postgres: db backup and db restore name the tools that do it", () =>
    withFolder(async (folder) => {
      const url = tcp(await postgres.newDatabase());
      for (
        const [args, tool] of [
          [["backup", `${folder}/x`], "pg_dump"],
          [["restore", `${folder}/x`, "--yes"], "pg_restore"],
        ] as const
      ) {
        const { code, stderr } = await runCtl(folder, "--db", url, "db", ...args);
        assert.equal(code, 1);
        assert.match(
          failureIn(stderr).message,
          new RegExp(`^Use ${tool}; .* SQLite files: postgres:`),
        );
      }
    }));
}
