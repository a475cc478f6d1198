/** The two files that merchants copy to a machine, on one that has neither Deno nor Node. */
import assert from "node:assert/strict";
import { withMailServer } from "../support/mail_server_process.ts";
import { type Kind, Machine, withPairs } from "../support/single_files.ts";
import { lacksScript } from "../support/terminal.ts";
import { walkTerminal } from "../support/terminal_walk.ts";
import { lacksBundler } from "../support/tools.ts";

const canShow = !await lacksScript();

const SEED = {
  merchants: [{
    name: "Hill House",
    domains: ["hill-house.example"],
    country_code: "IN",
    currency_code: "INR",
    coupons: [{
      code: "WELCOME",
      application_type: "AUTOMATIC",
      discount_type: "PERCENTAGE",
      discount_amount: 10,
    }],
  }],
};

const CART = {
  data: {
    shop_domain: "hill-house.example",
    items: [{ product_id: 1, variant_id: 11, quantity: 2, title: "Mug", price: 350 }],
  },
};

async function names(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
}

/** Both programs, started at the same moment where neither has been started before. */
async function firstStarts(machine: Machine, kind: Kind): Promise<void> {
  const [server, cli] = await Promise.all([
    machine.run("checkoutd", "--version"),
    machine.run("checkoutctl", "--version"),
  ]);
  const version =
    /^checkoutd (\d+\.\d+\.\d+ \(commit (?:[0-9a-f]{12}(?:-modified)?|unknown), schema \d+, PostgreSQL's \d+\)\n)$/;
  assert.match(server, version);
  assert.equal(cli, `checkoutctl ${version.exec(server)?.[1]}`);
  if (kind !== "self-extracting") return;
  const cache = `${machine.tmp}/checkoutd-${Deno.uid()}`;
  assert.deepEqual(await names(machine.tmp), [`checkoutd-${Deno.uid()}`]);
  const parts = (await names(cache)).map((name) => name.replace(/-[0-9a-f]{16}$/, ""));
  assert.deepEqual(parts, ["checkoutctl", "checkoutd", "runtime"]);
}

/** Settings of projects that lie around must not be read, for they would break these. */
async function layTraps(machine: Machine): Promise<void> {
  for (const folder of [machine.home, machine.tmp]) {
    for (const name of ["deno.json", "package.json", "deno.lock", ".npmrc"]) {
      await Deno.writeTextFile(`${folder}/${name}`, "{ broken");
    }
  }
}

async function call(url: string, secret: string, body?: unknown): Promise<[number, string]> {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return [response.status, await response.text()];
}

/** Modules that the server loads on demand must be in the file too. */
async function wantMore(url: string, secret: string, id: string): Promise<void> {
  const sendOtp = (phone: string) => call(`${url}/session/${id}/otp`, secret, { data: { phone } });
  const [sent, text] = await sendOtp("098765 43210");
  assert.equal(sent, 200, text);
  assert.equal((await sendOtp("12"))[0], 400);
  const [described, document] = await call(`${url}/openapi.json`, secret);
  assert.equal(described, 200, document);
  assert.ok(JSON.parse(document).paths["/session/{id}/otp"]);
  const [shown, page] = await call(`${url}/docs`, secret);
  assert.equal(shown, 200, page);
  for (const path of ["docs/guides", "docs/guides/operating", "docs/guides.css"]) {
    const [status, text] = await call(`${url}/${path}`, secret);
    assert.equal(status, 200, text);
  }
}

/** The package that sends mails is loaded for the first one. */
async function sendMail(machine: Machine, shop: readonly string[]): Promise<void> {
  await withMailServer({ starttls: false }, async (server) => {
    const settings = [
      "--url",
      `smtp://127.0.0.1:${server.port}`,
      "--from",
      "orders@hill-house.example",
    ];
    await machine.run("checkoutctl", "channel", "add", "email", ...shop, ...settings);
    await machine.run("checkoutctl", "channel", "test", "email", ...shop, "--to", "me@b.example");
    assert.deepEqual((await server.take()).to, ["me@b.example"]);
  });
}

/** From a seed file to a stopped server, as a merchant would do it. */
async function walk(machine: Machine): Promise<void> {
  await Deno.writeTextFile(`${machine.home}/seed.json`, JSON.stringify(SEED));
  await machine.run("checkoutctl", "seed", "seed.json");
  const shop = ["--merchant", "hill-house.example"];
  const key = JSON.parse(
    await machine.run("checkoutctl", "--json", "key", "create", ...shop, "--name", "backend"),
  );
  const { child, url } = await machine.serve();
  try {
    const [created, text] = await call(`${url}/session`, key.secret, CART);
    assert.equal(created, 201, text);
    const { data: { session_id: id } } = JSON.parse(text);
    const [read, session] = await call(`${url}/session/${id}`, key.secret);
    assert.equal(read, 200);
    const { pricing } = JSON.parse(session).data;
    assert.deepEqual([pricing.cart_total, pricing.total_payable], [700, 630]);
    await wantMore(url, key.secret, id);
    await sendMail(machine, shop);
    await machine.run("checkoutctl", "--db", "data/checkout.db", "db", "backup", "backup.db");
    await machine.run("checkoutctl", "key", "revoke", key.id, "--yes");
    assert.equal((await call(`${url}/session/${id}`, key.secret))[0], 401);
    const kept = await machine.run(
      "checkoutctl",
      "--db=backup.db",
      "--json",
      "session",
      "show",
      id,
    );
    assert.equal(JSON.parse(kept).id, id);
  } finally {
    child.kill("SIGTERM");
  }
  // The signal reaches the program itself: nothing stands between it and who started it.
  const { code, signal } = await child.status;
  assert.deepEqual([code, signal], [0, null]);
  await child.stderr.cancel();
}

const ignore = Deno.env.get("SINGLE_FILES") === undefined && await lacksBundler();

Deno.test(
  "the single files walk from a seed file to a stopped server without Deno, Node or settings",
  { ignore },
  async () => {
    await withPairs(async (pair) => {
      await Machine.withPair(pair, async (machine) => {
        await firstStarts(machine, pair.kind);
        await layTraps(machine);
        await walk(machine);
        // Nothing but the database, what was asked for, and the traps.
        const known = /^(\.npmrc|deno\.|package\.|backup\.db|seed\.json$)/;
        const left = async (folder: string) =>
          (await names(folder)).filter((name) => !known.test(name));
        assert.deepEqual(await left(machine.home), [
          "checkoutctl",
          "checkoutd",
          "data",
          "data-keys",
        ]);
        const cache = pair.kind === "self-extracting" ? [`checkoutd-${Deno.uid()}`] : [];
        assert.deepEqual(await left(machine.tmp), cache);
      });
      await wrongUse(pair.folder);
      if (canShow) await onTerminals(pair.folder);
    });
  },
);

/** They work there as the programs from source do, and call themselves by their names. */
async function onTerminals(folder: string): Promise<void> {
  await Machine.withPair({ kind: "given", folder }, async (machine) => {
    await walkTerminal((program, args) => machine.shown(program, args));
    for (const program of ["checkoutd", "checkoutctl"] as const) {
      const help = await machine.run(program, "--help");
      assert.match(help, new RegExp(`^Usage: ${program} `));
      assert.match(help, new RegExp(`^Example:\\n {2}${program} `, "m"));
    }
  });
}

/** Errors have the same text and exit codes as from source. */
async function wrongUse(folder: string): Promise<void> {
  await Machine.withPair({ kind: "given", folder }, async (machine) => {
    const text = new TextDecoder();
    const port = await machine.command("checkoutd", ["--port", "x"]).output();
    assert.equal(port.code, 2);
    assert.match(text.decode(port.stderr), /--port/);
    const noun = await machine.command("checkoutctl", ["--json", "nonsense", "", "--"]).output();
    assert.equal(noun.code, 2);
    assert.equal(JSON.parse(text.decode(noun.stdout)).error.code, "error.invalid-request");
  });
}
