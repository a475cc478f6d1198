import { type Shell, withShell } from "../cli/support.ts";
import { withSales } from "../web/dashboard/sales.ts";
import { allCommands, commandAt, leafCommands } from "../support/commands.ts";
import type { OpenStore } from "./record.ts";
import type { Recording } from "./recording.ts";

const SHOP = "--merchant demo-store.example";
const FORMATS = ["", "--json"];
const LISTS = leafCommands().filter((name) => / (list|stats|deliveries)$/.test(name));
/** Filters, where a command has their option; some with values that match nothing or are wrong. */
const FILTERS = [
  "",
  "--limit 2",
  "--limit 0",
  "--state COMPLETED",
  "--state delivered",
  "--state NONE",
  "--orders",
  "--since 1d",
  "--since x",
  "--until 2020-01-01",
  "--test",
  "--all",
  "--action coupon",
  "--event session.completed",
  "--days 3",
  "--timezone Asia/Kolkata",
];

/** Commands that change something or show one thing, each after the ones before. */
const CHANGES = [
  `coupon create ${SHOP} --code NEW10 --type percentage --amount 10 --per-customer 1`,
  `coupon create ${SHOP} --code NEW10 --type percentage --amount 10`,
  `coupon create ${SHOP} --code BIG --type fixed --amount 100.005`,
  `coupon create ${SHOP} --code WALL --type fixed --amount 20 --product 9 --min-quantity 2`,
  `coupon create ${SHOP} --code GIFT2 --automatic --gift-product 9 --gift-target 600`,
  `coupon update NEW10 ${SHOP} --amount 12`,
  `coupon update NONE ${SHOP} --amount 12`,
  `coupon disable NEW10 ${SHOP}`,
  `coupon delete WALL ${SHOP} --yes`,
  `product update 11 ${SHOP} --inventory 5`,
  `product update 11 ${SHOP} --inventory -9`,
  `product update 12345 ${SHOP} --inventory 5`,
  `key create ${SHOP} --name two --scopes sessions:read`,
  `key create ${SHOP} --name three --scopes all`,
  "key revoke two --yes",
  `webhook add https://shop.example/hooks ${SHOP} --event payment.paid`,
  `webhook add http://shop.example/hooks ${SHOP}`,
  `customer show +919876543210 ${SHOP}`,
  `customer show 1 ${SHOP}`,
  `customer coins +919876543210 +50 ${SHOP} --reason Goodwill`,
  `customer coins +919876543210 -5000 ${SHOP} --reason Mistake`,
  "merchant update demo-store.example --tax-rate 5",
  "merchant update demo-store.example --tax-rate 500",
  "merchant show demo-store.example",
  "merchant show nowhere.example",
];

/** Lists with their filters and formats, and changes, on a shop with sessions of each kind. */
export async function recordCommands(recording: Recording, open: OpenStore): Promise<void> {
  await withSales("", (world) =>
    withShell(async (shell) => {
      const run = runIn(recording, shell);
      const { sold } = world;
      for (const id of Object.values(sold)) {
        for (const format of FORMATS) await run(`session show ${id} ${format}`);
      }
      await run(`order show ${await world.number(sold.paid)}`);
      for (const line of [...CHANGES, ...LISTS.flatMap(listed)]) {
        for (const format of FORMATS) await run(`${line} ${format}`);
      }
      for (const line of LISTS.filter((name) => optionsOf(name).has("--csv")).flatMap(listed)) {
        await run(`${line} --csv`);
      }
    }, { ...world, firstId: 10_000 }), { open });
}

/** The help of each command, wide and narrow. */
export async function recordHelp(recording: Recording): Promise<void> {
  await withShell(async (shell) => {
    for (const columns of [80, 120]) {
      shell.columns = columns;
      for (const words of allCommands()) await runIn(recording, shell)(`${words.join(" ")} --help`);
    }
  });
}

/** A list with each of the filters that it has. */
function listed(name: string): string[] {
  const known = optionsOf(name);
  const has = (words: string) => words === "" || known.has(words.split(" ")[0]);
  const shop = has(SHOP) ? SHOP : "";
  return FILTERS.filter(has).map((filter) => `${name} ${shop} ${filter}`);
}

function optionsOf(name: string): Set<string | undefined> {
  return new Set(commandAt(name.split(" ")).options.map(({ long }) => long));
}

function runIn(recording: Recording, shell: Shell) {
  return async (line: string) => {
    const { code, out, err } = await shell.run(...line.split(" ").filter((word) => word !== ""));
    recording.add({ command: line.trim(), code, out, err });
  };
}
