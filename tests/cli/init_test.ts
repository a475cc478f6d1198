import assert from "node:assert/strict";
import { type Shell, withShell } from "./support.ts";

const NEEDED: readonly (readonly [flag: string, ...value: string[]])[] = [
  ["--name", "Hill House"],
  ["--domain", "hill-house.example"],
  ["--country", "in"],
  ["--no-cod"],
];
const ALL = NEEDED.flat();

async function assertNothing(shell: Shell): Promise<void> {
  assert.deepEqual(await shell.json("merchant", "list"), []);
}

Deno.test("init with all required options asks nothing, on a terminal or off it", async () => {
  for (const isTerminal of [false, true]) {
    await withShell(async (shell) => {
      shell.isTerminal = isTerminal;
      const { code, out, err } = await shell.run("init", ...ALL);
      assert.equal(code, 0, err);
      assert.equal(err, "Database: ./data/checkout.db\n");
      const secret = /^API key: (ck_live_\w{36})$/m.exec(out)?.[1] ?? "";
      const key = await shell.services.authentication.identify(secret);
      assert.equal(key?.name, "backend");
      assert.equal(key.expiresAt, shell.clock.at + 365 * 86_400_000);
      assert.equal(out.match(/^curl /gm)?.length, 1);
      const [shop] = await shell.json("merchant", "list");
      assert.deepEqual([shop.country_code, shop.currency_code], ["IN", "INR"]);
      assert.deepEqual([shop.cod, shop.tax], [null, { rate: 0, included: true }]);
    });
  }
});

Deno.test("init takes every answer as an option", () =>
  withShell(async (shell) => {
    const made = await shell.json(
      ...["init", "--name", "Hill House", "--domain", "hill-house.example"],
      ...["--domain", "https://WWW.hill-house.example/", "--country", "IN", "--currency", "usd"],
      ...["--cart-format", "shopify", "--cod", "--cod-fee", "4.50", "--cod-min", "10"],
      ...["--cod-max", "900", "--tax-rate", "18", "--tax-excluded", "--key-name", "shop"],
      ...["--key-expires", "never", "--webhook", "https://hill-house.example/hooks"],
      ...["--time-zone", "Asia/Kathmandu", "--url", "https://checkout.example/", "--yes"],
    );
    assert.deepEqual(Object.keys(made), [
      "merchant",
      "key",
      "webhook",
      "command",
      "start",
      "links",
    ]);
    const { merchant, key, webhook, command } = made;
    assert.deepEqual(merchant.domains, ["hill-house.example", "www.hill-house.example"]);
    assert.deepEqual([merchant.currency_code, merchant.cart_format], ["USD", "shopify"]);
    assert.equal(merchant.time_zone, "Asia/Kathmandu");
    const { fee, min, max } = merchant.cod;
    assert.deepEqual([fee, min, max], [4.5, 10, 900]);
    assert.deepEqual(merchant.tax, { rate: 18, included: false });
    assert.deepEqual([key.name, key.expires_at], ["shop", null]);
    assert.equal((await shell.services.authentication.identify(key.secret))?.id, key.id);
    assert.match(webhook.secret, /^whsec_/);
    const [endpoint] = await shell.json("webhook", "list", "--merchant", merchant.id);
    assert.deepEqual([endpoint.id, endpoint.url], [webhook.id, "https://hill-house.example/hooks"]);
    assert.ok(command.startsWith("curl -sS 'https://checkout.example/session' "), command);
    assert.ok(command.includes(`'Authorization: Bearer ${key.secret}'`), command);
  }));

for (const [flag] of NEEDED) {
  const named = flag.startsWith("--no-") ? `--${flag.slice(5)} or ${flag}` : flag;
  Deno.test(`init without ${named} is wrong usage where there is no terminal`, () =>
    withShell(async (shell) => {
      const rest = NEEDED.filter((one) => one[0] !== flag).flat();
      const { code, err } = await shell.run("init", ...rest);
      assert.equal(code, 2);
      assert.ok(
        err.startsWith(
          `error: Cannot ask without a terminal; add: ${named} (`,
        ),
        err,
      );
      assert.deepEqual(shell.opened, []);
    }));
}

Deno.test("init without options names each that is missing", () =>
  withShell(async (shell) => {
    const { err } = await shell.run("init");
    assert.match(
      err,
      /: --name, --domain, --country, --cod or --no-cod \(/,
    );
  }));

/** Options that do not fit, and how the message begins. */
const BAD: readonly (readonly [flags: string[], message: string])[] = [
  [["--country", "IND"], "--country must be a two-letter"],
  [["--currency", "XXY"], "--currency must be an ISO 4217"],
  [["--domain", "a b"], "--domain[1] must be a domain"],
  [["--cart-format", "magento"], "Option '--cart-format <format>' argument 'magento' is invalid"],
  [["--cod", "--cod-fee", "1.005"], "--cod-fee must have at most 2 decimals"],
  [["--no-cod", "--cod-fee", "1"], "--cod-fee and --no-cod exclude each other"],
  [["--cod-fee", "1", "--no-cod"], "--cod-fee and --no-cod exclude each other"],
  [["--tax-excluded"], "--tax-rate is required"],
  [["--key-name", " "], "--key-name must have 1 to 100 characters"],
  [["--key-expires", "3x"], "Option '--key-expires <duration>' argument '3x' is invalid"],
  [["--webhook", "http://hill-house.example/"], "The URL must be https and public"],
  [["--url", "x"], "Option '--url <url>' argument 'x' is invalid"],
];

for (const [flags, message] of BAD) {
  Deno.test(`init ${flags.join(" ")} is wrong usage: ${message}`, () =>
    withShell(async (shell) => {
      shell.isTerminal = true;
      const { code, err } = await shell.run("init", ...ALL, ...flags);
      assert.equal(code, 2);
      assert.ok(err.includes(`error:\u001b[39m ${message}`), err);
      await assertNothing(shell);
    }));
}

Deno.test("init for a domain of another shop fails with advice", () =>
  withShell(async (shell) => {
    await shell.json("init", ...ALL);
    const { code, out, err } = await shell.run(
      ...[
        "init",
        ...ALL.map((word) => word === "hill-house.example" ? "HILL-house.example." : word),
      ],
    );
    assert.deepEqual([code, out], [1, ""]);
    assert.match(
      err,
      /^Database: .*\nerror: The domain already belongs to the shop Hill House: hill-house\.ex/,
    );
    for (const command of ["merchant show", "merchant update", "key create", "webhook add"]) {
      assert.ok(err.includes(`: checkoutctl ${command} `), command);
    }
    assert.equal((await shell.json("merchant", "list")).length, 1);
  }));

Deno.test("init --webhook of a private address needs --allow-insecure-webhooks, and says so", () =>
  withShell(async (shell) => {
    const { code, err } = await shell.run(
      ...["init", ...ALL, "--webhook", "http://127.0.0.1:9/", "--allow-insecure-webhooks"],
    );
    assert.equal(code, 0);
    assert.match(
      err,
      /^Database: .*\nThe database has the secret as plain text: .*\nOnly a server started with --allow-insecure-webhooks/,
    );
  }));

Deno.test("init on a terminal asks for another domain in place of one that is taken", () =>
  withShell(async (shell) => {
    await shell.json("init", ...ALL);
    shell.isTerminal = true;
    shell.env["NO_COLOR"] = "1";
    shell.typed = ["hill-house.example", "second.example", "in", "", "", "", ""];
    const { code, err } = await shell.run(
      ...["init", "--domain", "hill-house.example", "--name", "Second"],
    );
    assert.equal(code, 0, err);
    assert.equal(err.match(/The domain already belongs to the shop Hill House/g)?.length, 2);
    const shops = await shell.json("merchant", "list");
    assert.deepEqual(shops.map(({ name }: { name: string }) => name).sort(), [
      "Hill House",
      "Second",
    ]);
  }));

Deno.test("init prints the address of the running server, else how to start one on a free port", () =>
  withShell(async (shell) => {
    const own = (domain: string) =>
      NEEDED.map((one) => one[0] === "--domain" ? ["--domain", domain] : one).flat();
    const run = async (domain: string, ...flags: string[]) =>
      (await shell.run("--db", "a b.db", "init", ...own(domain), ...flags)).out;
    const certain = { isUncertain: false };
    shell.server = { ...certain, url: "http://127.0.0.1:9000", isRunning: true, port: null };
    const running = await run("a.example");
    assert.match(running, /^curl -sS 'http:\/\/127\.0\.0\.1:9000\/session' /m);
    assert.doesNotMatch(running, /Start the server/);
    shell.server = { ...certain, url: "http://127.0.0.1:8090", isRunning: false, port: 8090 };
    assert.match(
      await run("b.example"),
      /\n# Start the server:\ncheckoutd --db 'a b\.db' --port 8090 --checkout-port 8082 --dashboard-port 8081\n\n# Create a session from a cart:\ncurl -sS 'http:\/\/127\.0\.0\.1:8090\/session' /,
    );
    shell.server = { ...shell.server, url: "http://127.0.0.1:8080", port: null };
    assert.match(
      await run("c.example"),
      /\ncheckoutd --db 'a b\.db' --checkout-port 8082 --dashboard-port 8081\n/,
    );
    shell.server = { ...shell.server, isUncertain: true, port: 8090 };
    assert.match(
      await run("e.example"),
      /\n# A program listens on http:\/\/127\.0\.0\.1:8080\. Unless .*\n# .*\ncheckoutd --db 'a b\.db' --port 8090 --checkout-port 8082 --dashboard-port 8081\n/,
    );
    const given = await run("d.example", "--url", "https://shop.example");
    assert.match(given, /^curl -sS 'https:\/\/shop\.example\/session' /m);
    assert.doesNotMatch(given, /Start the server/);
  }));

Deno.test("init ends with three links: to sign in, to buy a sample in test mode, and to what comes next", () =>
  withShell(async (shell) => {
    const { merchant, links } = await shell.json("init", ...ALL);
    const token = /^http:\/\/127\.0\.0\.1:8081\/sign-in\/link#([\w-]{43})$/.exec(links.dashboard)
      ?.[1];
    const [owner] = await shell.json("dashboard", "user", "list");
    assert.deepEqual([owner.login, owner.role, owner.has_password], ["owner", "owner", false]);
    assert.equal(links.sample, "http://127.0.0.1:8082/buy?shop=hill-house.example&sample=1");
    assert.equal(links.next, `http://127.0.0.1:8081/shops/${merchant.id}/`);
    const accounts = await shell.json("provider", "list", "--merchant", merchant.id);
    assert.deepEqual(
      accounts.map(({ kind, livemode }: Record<string, unknown>) => [kind, livemode]),
      [["demo", false]],
    );
    // People sign in by themselves from then on.
    shell.env["CHECKOUT_DASHBOARD_URL"] = "https://dash.example";
    shell.env["CHECKOUT_CHECKOUT_URL"] = "https://pay.example";
    const other = ALL.map((word) => word === "hill-house.example" ? "other.example" : word);
    const { out } = await shell.run("init", ...other);
    assert.ok(token !== undefined && !out.includes("/sign-in/"));
    assert.match(
      out,
      /1\. The dashboard:\n {3}https:\/\/dash\.example\n\n2\. .*\n {3}https:\/\/pay\.example\/buy\?shop=other\.example&sample=1\n\n3\. .*\n {3}https:\/\/dash\.example\/shops\/\S+\/\n$/,
    );
  }));
