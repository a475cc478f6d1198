import assert from "node:assert/strict";
import { hashToken } from "../../src/domain/values/token.ts";
import { createShop, type Shell, withShell } from "./support.ts";

const OTHER = [
  "--name",
  "Other",
  "--domain",
  "other.example",
  "--country",
  "IN",
  "--currency",
  "INR",
];
const ANNA = ["dashboard", "user", "add", "Anna", "--role", "owner"];

async function login(shell: Shell, name: string) {
  const person = await shell.store.persons.byLogin(name);
  assert.ok(person);
  return person;
}

Deno.test("dashboard user add gives a role in the only shop, in named ones, or in all", () =>
  withShell(async (shell) => {
    const first = await createShop(shell);
    const anna = await shell.json(...ANNA);
    assert.deepEqual(anna.shops, [{ merchant_id: first, role: "owner" }]);
    assert.deepEqual([anna.login, anna.name, anna.role, anna.has_password], [
      "anna",
      "anna",
      null,
      false,
    ]);
    const { id: second } = await shell.json("merchant", "create", ...OTHER);
    const ben = await shell.json(
      ...["dashboard", "user", "add", "ben", "--role", "Viewer", "--name", "Ben R\u0101o"],
      ...["--merchant", "demo-store.example", "--merchant", second],
    );
    assert.equal(ben.name, "Ben R\u0101o");
    assert.deepEqual(
      ben.shops.map(({ merchant_id, role }: Record<string, string>) => [merchant_id, role]),
      [[first, "viewer"], [second, "viewer"]],
    );
    const cat = await shell.json(
      "dashboard",
      "user",
      "add",
      "cat",
      "--role",
      "staff",
      "--all-merchants",
    );
    assert.deepEqual([cat.role, cat.shops], ["staff", []]);
    // Without a shop there is no only one.
    const unclear = await shell.run("dashboard", "user", "add", "dan", "--role", "staff");
    assert.equal(unclear.code, 2);
    assert.match(unclear.err, /Name a shop with --merchant/);
    const twice = await shell.run(...ANNA, "--all-merchants");
    assert.equal(twice.code, 1);
    assert.match(twice.err, /A person with this login exists: anna/);
    const both = await shell.run(...ANNA, "--all-merchants", "--merchant", first);
    assert.equal(both.code, 2);
    assert.match(
      (await shell.run("dashboard", "user", "add", "a b", "--role", "owner", "--all-merchants"))
        .err,
      /login must/,
    );
    assert.match(
      (await shell.run("dashboard", "user", "add", "x", "--role", "king")).err,
      /viewer, staff, owner/,
    );
  }));

Deno.test("dashboard user list shows who may what, and grant changes it", () =>
  withShell(async (shell) => {
    assert.match((await shell.run("dashboard", "user", "list")).out, /^No people yet$/m);
    await createShop(shell);
    await shell.json(...ANNA, "--all-merchants");
    await shell.json("dashboard", "user", "add", "ben", "--role", "viewer");
    const { out } = await shell.run("dashboard", "user", "list");
    assert.match(out, /^anna +anna +owner of all shops +not yet/m);
    assert.match(out, /^ben +ben +viewer of Demo Store +not yet/m);
    await shell.json("dashboard", "user", "grant", "ben", "--role", "staff");
    await shell.json("dashboard", "user", "grant", "anna", "--role", "none", "--all-merchants");
    const [anna, ben] = await shell.json("dashboard", "user", "list");
    assert.deepEqual([anna.role, anna.shops.length, ben.shops[0].role], [null, 0, "staff"]);
    assert.match((await shell.run("dashboard", "user", "list")).out, /^anna +anna +none/m);
    const unknown = await shell.run("dashboard", "user", "grant", "zoe", "--role", "none");
    assert.deepEqual([unknown.code, /No such person: zoe/.test(unknown.err)], [1, true]);
  }));

Deno.test("dashboard link prints a link whose token is kept as a hash, and ends the one before", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await shell.json(...ANNA);
    const { out, err } = await shell.run("dashboard", "link", "--user", "ANNA");
    const [, token = ""] = /^http:\/\/127\.0\.0\.1:8081\/sign-in\/link#([\w-]{43})\n$/.exec(out) ??
      [];
    assert.match(
      err,
      /^For anna, once, within 15 minutes\. The dashboard must run: checkoutctl dashboard$/m,
    );
    const { id } = await login(shell, "anna");
    const stored = await shell.store.persons.signInLink(hashToken(token) ?? "");
    assert.equal(stored?.personId, id);
    shell.env["CHECKOUT_DASHBOARD_URL"] = "https://dash.example/";
    const second = await shell.json("dashboard", "link", "--user", "anna");
    assert.match(second.url, /^https:\/\/dash\.example\/sign-in\/link#/);
    assert.equal(second.expires_at, new Date(shell.clock.at + 15 * 60_000).toISOString());
    assert.equal(await shell.store.persons.signInLink(hashToken(token) ?? ""), null);
    const url = ["--url", "https://other.example"];
    assert.match(
      (await shell.json("dashboard", "link", "--user", "anna", ...url)).url,
      /^https:\/\/other\./,
    );
    assert.match(
      (await shell.run("dashboard", "link", "--user", "zoe")).err,
      /No such person: zoe/,
    );
  }));

/** Options of a link, and where it leads to or why they are refused. */
const LINKS: readonly (readonly [flags: string, leadsTo: string | RegExp])[] = [
  ["--port 9000", "http://127.0.0.1:9000"],
  ["--host localhost", "http://localhost:8081"],
  ["--host ::1 --port 9000", "http://[::1]:9000"],
  ["--port 80", "http://127.0.0.1"],
  ["--url https://dash.example", "https://dash.example"],
  ["--port 0", /--port must be the one that the dashboard listens on: 0/],
  ["--host 0.0.0.0", /--host must be of this machine; name others with --url: 0\.0\.0\.0/],
  ["--port 9000 --url https://dash.example", /--url excludes --host and --port/],
  ["--behind-proxy", /--behind-proxy is an option of dashboard alone/],
  ["--tls-cert c.pem", /--tls-cert is an option of dashboard alone/],
];

for (const [flags, leadsTo] of LINKS) {
  Deno.test(`dashboard link ${flags}: ${leadsTo}`, () =>
    withShell(async (shell) => {
      await createShop(shell);
      await shell.json(...ANNA);
      // An option wins over the variable.
      shell.env["CHECKOUT_DASHBOARD_URL"] = "https://other.example";
      for (const order of [["link", ...flags.split(" ")], [...flags.split(" "), "link"]]) {
        const { code, out, err } = await shell.run("dashboard", ...order, "--user", "anna");
        if (typeof leadsTo === "string") {
          assert.equal(out.split("#")[0], `${leadsTo}/sign-in/link`, err);
        } else {
          assert.equal(code, 2);
          assert.match(err, leadsTo);
        }
      }
    }));
}

Deno.test("commands about people refuse options of the dashboard itself", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const refused = await shell.run(...ANNA, "--port", "9000");
    assert.equal(refused.code, 2);
    assert.match(refused.err, /--port is an option of dashboard alone/);
    assert.equal(await shell.store.persons.byLogin("anna"), null);
    assert.equal((await shell.run("dashboard", "user", "list", "--behind-proxy")).code, 2);
  }));

Deno.test("dashboard user remove asks, and ends what the person had", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await shell.json(...ANNA);
    assert.equal((await shell.run("dashboard", "user", "remove", "anna")).code, 2);
    shell.isTerminal = true;
    shell.answer = false;
    assert.equal((await shell.run("dashboard", "user", "remove", "anna")).code, 1);
    shell.answer = true;
    const { out } = await shell.run("dashboard", "user", "remove", "anna");
    assert.match(out, /Removed anna/);
    assert.match(shell.asked.at(-1) ?? "", /^Remove anna\? They are signed out at once\.$/);
    assert.equal(await shell.store.persons.byLogin("anna"), null);
  }));

Deno.test("dashboard serves this machine by default, and says where", () =>
  withShell(async (shell) => {
    const { code, out } = await shell.run("dashboard");
    assert.deepEqual([code, out], [0, "Dashboard on http://127.0.0.1:8081; Ctrl-C ends it\n"]);
    assert.deepEqual(await shell.json("dashboard", "--port", "9000"), {
      url: "http://127.0.0.1:9000",
    });
    assert.deepEqual(shell.served[0], {
      path: "./data/checkout.db",
      host: "127.0.0.1",
      port: 8081,
      allowInsecureWebhooks: false,
      backups: undefined,
      checkoutUrl: undefined,
      behindProxy: false,
      mail: null,
      url: undefined,
      times: { sessions: 90, orders: 730, paymentTtlMs: 1_800_000 },
      secretsKey: undefined,
    });
  }));

/** Flags of a dashboard, and its refusal; undefined for none. */
const SERVED: readonly (readonly [flags: string, refusal: RegExp | undefined])[] = [
  ["--host localhost", undefined],
  ["--host ::1", undefined],
  ["--host 127.0.0.2 --port 0", undefined],
  ["--host 0.0.0.0", /--host needs --tls-cert and --tls-key, or --behind-proxy/],
  ["--host 192.0.2.1 --tls-cert c.pem --tls-key k.pem", undefined],
  ["--host 0.0.0.0 --behind-proxy --url https://dash.example", undefined],
  ["--behind-proxy", undefined],
  ["--tls-cert c.pem", /--tls-cert needs --tls-key: c\.pem/],
  ["--tls-key k.pem", /--tls-key needs --tls-cert: k\.pem/],
  ["--url https://dash.example", /--url with https needs --tls-cert/],
  ["--url http://dash.example", /--url must begin with https/],
  ["--url http://localhost:8081", undefined],
  ["--behind-proxy --url http://dash.example", /--url must begin with https/],
  ["--behind-proxy --url https://dash.example/shop", /--url must have no path/],
  ["--behind-proxy --url dash.example", /must be an http or https address/],
  ["--port 99999", /It must be a whole number from 0 to 65535/],
];

for (const [flags, refusal] of SERVED) {
  Deno.test(`dashboard ${flags}: ${refusal === undefined ? "served" : "refused"}`, () =>
    withShell(async (shell) => {
      const { code, err } = await shell.run("dashboard", ...flags.split(" "));
      assert.equal(code, refusal === undefined ? 0 : 2, err);
      assert.equal(shell.served.length, refusal === undefined ? 1 : 0);
      if (refusal !== undefined) assert.match(err, refusal);
    }));
}
