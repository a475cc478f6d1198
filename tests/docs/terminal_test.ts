/** Sessions of checkoutctl in a terminal, as pages show them: figures, completion, endpoints switched on and off. */
import assert from "node:assert/strict";
import { Buyer } from "../cli/buyer.ts";
import { createShop, openSession, type Shell, withShell } from "../cli/support.ts";
import { blocks, codes, section, table } from "./pages.ts";
import { readRoot } from "../support/root.ts";
import { withCommands } from "./commands.ts";
import { readPrograms } from "./programs.ts";
import { withProject } from "./project_folder.ts";

const SHOP = "--name Hill --domain hill-house.example --country IN --currency INR";

Deno.test("docs/commands.md: figures are shown once, and again until Ctrl-C", () =>
  withCommands("docs/commands.md#numbers", (shown) =>
    withProject(async (project) => {
      await project.typed(`checkoutctl db migrate && checkoutctl merchant create ${SHOP}`);
      const lines = shown.lines(4);
      const watching = lines.filter((line) => line.includes("--watch"));
      assert.equal(watching.length, 1);
      for (const line of lines.filter((line) => !watching.includes(line))) {
        assert.match(await project.typed(line), /No sessions created since /);
      }
      const child = project.shell(`exec ${watching[0]}`, { stdout: "piped", stderr: "null" })
        .spawn();
      const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      const { value } = await output.read();
      assert.match(value ?? "", /sessions/);
      child.kill("SIGINT");
      await output.cancel();
      assert.equal((await child.status).code, 0);
    })));

const DAY_MS = 86_400_000;

/** Eleven sessions over three days, and a coupon from the second day on. */
async function threeDays(shell: Shell): Promise<void> {
  await createShop(shell, "--cod-fee", "40");
  const buyer = async () => new Buyer(shell, await openSession(shell));
  const order = async () => {
    const placing = await buyer();
    await placing.choose("COD");
    await placing.placeOrder();
  };
  const pay = async (status: "PAID" | "FAILED") => {
    const paying = await buyer();
    await paying.startPayment();
    await paying.settle(status);
  };
  await order();
  await pay("PAID");
  await openSession(shell);
  await shell.json(
    ...["coupon", "create", "--merchant", "demo-store.example", "--code", "TEN"],
    ...["--type", "percentage", "--amount", "10", "--automatic"],
  );
  shell.clock.advance(DAY_MS);
  await order();
  await pay("PAID");
  await pay("PAID");
  await pay("FAILED");
  await shell.json("session", "expire", await openSession(shell), "--yes");
  shell.clock.advance(DAY_MS);
  await pay("PAID");
  await (await buyer()).address();
  await openSession(shell);
}

Deno.test("docs/commands.md: the funnel shown is the one that is drawn", () =>
  withShell(async (shell) => {
    await threeDays(shell);
    const numbers = section(await readRoot("docs/commands.md"), "Numbers");
    const [shown] = blocks(numbers, "text");
    const [, argv = ""] = /\(`checkoutctl (session stats [^`]+)`\)/.exec(numbers) ?? [];
    const { code, out, err } = await shell.run(...argv.split(" "));
    assert.deepEqual([code, err], [0, ""]);
    assert.equal(shown?.text, out);
  }));

Deno.test("docs/commands.md: every option of session stats, and no others", async () => {
  const rows = table(await readRoot("docs/commands.md"), "Option of `stats`");
  const { ctl } = await readPrograms();
  const own = [...ctl.get("session stats") ?? []].filter((flag) => !ctl.get("")?.has(flag));
  const named = rows.map(([option = ""]) => codes(option)[0]?.split(" ")[0]);
  assert.deepEqual(named.sort(), own.sort());
});

Deno.test("docs/installing.md: completion is put where it says", () =>
  withCommands("docs/installing.md#completion-by-tab", (shown) =>
    withProject(async (project) => {
      const HOME = `${project.path}/home`;
      const DENO_DIR = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
      for (
        const folder of [
          "bash_completion.d",
          ".local/share/bash-completion/completions",
          ".config/fish/completions",
        ]
      ) {
        await Deno.mkdir(`${HOME}/${folder}`, { recursive: true });
      }
      for (const line of shown.lines(5)) {
        const moved = line.replace("/etc/", `${HOME}/`);
        const isSourced = line.startsWith("source ");
        const said = await project.typed(
          `${moved}${isSourced ? "; complete -p checkoutctl" : ""}`,
          { HOME, DENO_DIR },
        );
        if (isSourced) assert.match(said, /^complete .* checkoutctl\n$/);
        const [, file] = / > (\S+)$/.exec(moved) ?? [];
        assert.equal(file === undefined, isSourced, line);
        if (file === undefined) continue;
        assert.match(await Deno.readTextFile(file.replace("~", HOME)), /checkoutctl/);
      }
    })));

Deno.test("docs/webhooks.md: an endpoint is switched off and on as shown", () =>
  withCommands(
    "docs/webhooks.md#disabled-endpoints",
    (shown) =>
      withProject(async (project) => {
        await project.typed(`checkoutctl db migrate && checkoutctl merchant create ${SHOP}`);
        const add = "checkoutctl --json webhook add https://hill-house.example/hooks";
        const { id } = JSON.parse(await project.typed(`${add} --merchant hill-house.example`));
        const [disable, enable] = shown.lines(2)
          .map((line) => line.replace(/[0-9a-f-]{36}/, id));
        const state = async () => {
          const list = await project.typed(
            "checkoutctl --json webhook list --merchant hill-house.example",
          );
          return JSON.parse(list)[0].disabled_at !== null;
        };
        assert.ok(disable && enable);
        await project.typed(disable);
        assert.equal(await state(), true);
        await project.typed(enable);
        assert.equal(await state(), false);
      }),
  ));

Deno.test("docs/webhooks.md: failed deliveries are listed and sent again as shown", () =>
  withCommands(
    "docs/webhooks.md#failed-deliveries",
    (shown) =>
      withProject(async (project) => {
        await project.typed(`checkoutctl db migrate && checkoutctl merchant create ${SHOP}`);
        const [list, replay] = shown.lines(2);
        assert.ok(list && replay);
        assert.equal(await project.typed(list), "No deliveries yet\n");
        assert.equal(await project.typed(replay), "No failed deliveries\n");
      }),
  ));
