import assert from "node:assert/strict";
import { curl } from "../support/curl.ts";
import { bundled } from "../support/bundled.ts";
import { followLink } from "../support/dashboard_process.ts";
import { ctlJson, finish, runCtl, startServer, withFolder } from "../support/process.ts";
import { freePort } from "../support/raw_socket.ts";
import { programEnvironment } from "../support/tasks.ts";
import { inTerminal, lacksScript, type TerminalSession } from "../support/terminal.ts";

const canRun = !await lacksScript();

/** The line buffering and echo that a shell expects to find again. */
function assertLeftAsItWas(shown: string): void {
  const settings = shown.slice(shown.indexOf("speed "));
  assert.match(settings, / icanon /);
  assert.match(settings, / echo /);
}

async function answerShop(terminal: TerminalSession): Promise<void> {
  await terminal.answer("Name of the shop: ", "Hüll House");
  await terminal.answer("with commas): ", "hill house");
  await terminal.see("It must be a domain, got ");
  await terminal.answer("with commas): ", "hill-house.example");
  await terminal.answer("such as IN: ", "in");
  await terminal.answer("Currency [INR]: ", "");
}

Deno.test({
  name: "checkoutctl init leads a person to a shop whose curl line makes a session",
  ignore: !canRun,
  fn: async () => {
    await withFolder(async (folder) => {
      const server = await startServer(folder);
      try {
        const flags = ["--cart-format", "shopify", "--webhook", "https://hill-house.example/hooks"];
        await inTerminal(folder, ["init", "--url", server.url, ...flags], async (terminal) => {
          await answerShop(terminal);
          await terminal.answer("Cash on delivery? [no]: ", "y");
          await terminal.answer("in percent [0]: ", "18");
          await terminal.answer("Do prices include it? [yes]: ", "");
          await terminal.answer("Set it up? [yes]: ", "");
          const { code, shown } = await terminal.ended();
          assert.equal(code, 0, shown);
          assertLeftAsItWas(shown);
          const command = /^curl .*$/m.exec(shown)?.[0] ?? "";
          const created = await curl(command);
          assert.equal(created.status, 201, created.body);
          const { merchant_id: id } = JSON.parse(created.body).data;
          const { name } = await ctlJson(folder, "merchant", "show", id);
          assert.equal(name, "Hüll House");
        });
      } finally {
        await server.end("SIGTERM");
      }
    });
  },
});

for (const [keys, name] of [["\x03", "Ctrl-C"], ["\x04", "Ctrl-D"]] as const) {
  Deno.test({
    name: `checkoutctl init ended by ${name} has written nothing and gives the terminal back`,
    ignore: !canRun,
    fn: async () => {
      await withFolder(async (folder) => {
        await inTerminal(folder, ["init"], async (terminal) => {
          await answerShop(terminal);
          await terminal.see("Cash on delivery? [no]: ");
          await terminal.type(keys);
          const { code, shown } = await terminal.ended();
          assert.equal(code, 1, shown);
          assertLeftAsItWas(shown);
          assert.match(shown, /\nCancelled: nothing was written\n/);
          assert.doesNotMatch(shown, /error/);
        });
        const left = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
        assert.deepEqual(left.filter((one) => one.startsWith("checkout.db")), []);
      });
    },
  });
}

Deno.test("checkoutctl init in a pipe asks nothing and makes a shop of its options", () =>
  withFolder(async (folder) => {
    const wrong = await runCtl(folder, "init", "--name", "Shop", "--domain", "shop.example");
    assert.equal(wrong.code, 2);
    assert.match(
      wrong.stderr,
      /without a terminal; add: --country, --cod or --no-cod/,
    );
    const { code, stdout, stderr } = await runCtl(
      ...[folder, "--json", "init", "--name", "Shop", "--domain", "shop.example"] as const,
      ...["--country", "DE", "--cart-format", "plain", "--no-cod", "--no-webhook"],
    );
    assert.equal(code, 0, stderr);
    const { merchant, key } = JSON.parse(stdout);
    assert.deepEqual([merchant.currency_code, key.merchant_id], ["EUR", merchant.id]);
  }));

Deno.test("the three links of checkoutctl init lead to the dashboard, and to a sample that is bought", () =>
  withFolder(async (folder) => {
    const [dashboard, pages] = [freePort(), freePort()].map(String);
    const server = await startServer(folder, [
      ...["--dashboard-port", `${dashboard}`, "--checkout-port", `${pages}`],
    ]);
    const made = new Deno.Command(bundled("checkoutctl"), {
      args: [
        ...["--db", `${folder}/checkout.db`, "--json", "init", "--name", "Hill House"],
        ...["--domain", "hill-house.example", "--country", "IN", "--no-cod"],
      ],
      env: {
        ...programEnvironment(),
        CHECKOUT_PORT: new URL(server.url).port,
        CHECKOUT_DASHBOARD_PORT: `${dashboard}`,
        CHECKOUT_CHECKOUT_PORT: `${pages}`,
      },
      cwd: folder,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
    const { stdout, stderr, code } = await finish(made);
    assert.equal(code, 0, stderr);
    const { links } = JSON.parse(stdout);
    const link = new URL(links.dashboard);
    assert.equal((await followLink(link.origin, link.hash.slice(1))).status, 303);
    const shown = await fetch(links.sample);
    assert.equal(shown.status, 200);
    assert.match(await shown.text(), /Sample mug/);
    const opened = await fetch(links.sample, { method: "POST", redirect: "manual" });
    assert.equal(opened.status, 303);
    const page = await fetch(new URL(opened.headers.get("location") ?? "", links.sample));
    assert.match(await page.text(), /Sample mug/);
    const [session] = JSON.parse(
      (await runCtl(folder, "--json", "session", "list", "--livemode", "false")).stdout,
    );
    assert.equal(session.livemode, false);
    const next = await fetch(links.next, { redirect: "manual" });
    assert.equal(next.status, 303);
    assert.match(next.headers.get("location") ?? "", /^\/sign-in\?next=/);
    assert.equal((await server.end("SIGTERM")).code, 0);
  }));
