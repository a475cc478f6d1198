import assert from "node:assert/strict";
import { curl } from "../support/curl.ts";
import { ctlJson, runCtl, startServer, withFolder } from "../support/process.ts";
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
        await inTerminal(folder, ["init", "--url", server.url], async (terminal) => {
          await answerShop(terminal);
          await terminal.answer("Cart format [plain]: ", "shopify");
          await terminal.answer("Cash on delivery? [no]: ", "y");
          await terminal.answer("Fee, in INR [0]: ", "40");
          await terminal.answer("Minimum cart, in INR [0]: ", "200");
          await terminal.answer("or none [none]: ", "");
          await terminal.answer("in percent [0]: ", "18");
          await terminal.answer("Do prices include it? [yes]: ", "");
          await terminal.answer("first key [backend]: ", "");
          await terminal.answer("or never [365d]: ", "90d");
          await terminal.answer(
            "Webhook URL, or none [none]: ",
            "https://hill-house.example/hooks",
          );
          await terminal.answer("Set it up? [yes]: ", "");
          const { code, shown } = await terminal.ended();
          assert.equal(code, 0, shown);
          assertLeftAsItWas(shown);
          assert.match(shown, /Webhook secret: whsec_\S{40,}\n/);
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
          await terminal.see("Cart format [plain]: ");
          await terminal.type(keys);
          const { code, shown } = await terminal.ended();
          assert.equal(code, 1, shown);
          assertLeftAsItWas(shown);
          assert.match(shown, /\nCancelled: nothing was written\n/);
          assert.doesNotMatch(shown, /error/);
        });
        const { stdout } = await runCtl(folder, "--json", "merchant", "list");
        assert.deepEqual(JSON.parse(stdout), []);
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
      /without a terminal; add: --country, --cart-format, --cod or --no-cod/,
    );
    const { code, stdout, stderr } = await runCtl(
      ...[folder, "--json", "init", "--name", "Shop", "--domain", "shop.example"] as const,
      ...["--country", "DE", "--cart-format", "plain", "--no-cod", "--no-webhook"],
    );
    assert.equal(code, 0, stderr);
    const { merchant, key } = JSON.parse(stdout);
    assert.deepEqual([merchant.currency_code, key.merchant_id], ["EUR", merchant.id]);
  }));
