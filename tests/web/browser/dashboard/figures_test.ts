/** Figures of the dashboard as people see them, beside those of the command line. */
import assert from "node:assert/strict";
import { withShell } from "../../../cli/support.ts";
import { browserTests } from "../../../support/browser.ts";
import { signIn, withOffice } from "./scene.ts";

// deno-lint-ignore no-explicit-any -- what the command line printed, and elements of pages
type Any = any;

const browserTest = browserTests();

/** A column of a list, and the same figures of a row that a command prints. */
const COLUMNS: readonly (readonly [
  section: string,
  column: string,
  command: string,
  figure: (row: Any) => number | readonly number[],
])[] = [
  ["orders", "Total", "order list", (order) => order.total_payable],
  ["sessions", "Total", "session list", (session) => session.total_payable],
  ["customers", "Coins available", "customer list", ({ coins }) => coins.available],
  ["customers", "Spent", "customer list", ({ coins }) => coins.used],
  ["coupons", "Used", "coupon list", (coupon) => coupon.used],
  ["products", "Price", "product list", ({ variants }) => Number(variants[0].price)],
  ["products", "Variants", "product list", ({ variants }) => variants.length],
  [
    "products",
    "Stock",
    "product list",
    ({ variants }) => variants.reduce((sum: number, one: Any) => sum + one.inventory_quantity, 0),
  ],
];

browserTest(
  "lists show the figures that commands print with --json",
  (open) =>
    withOffice(async ({ scene: { world }, dashboard: { origin }, person }) => {
      const tab = await open({ width: 1280 });
      await signIn(tab, await person("viewer"));
      await withShell(async (shell) => {
        shell.env["CHECKOUT_MERCHANT"] = world.merchant.id;
        for (const [section, column, command, figure] of COLUMNS) {
          await tab.goTo(`${origin}/shops/${world.merchant.id}/${section}`);
          const texts: string[] = await tab.page.$$eval(
            `td[data-title="${column}"]`,
            (cells: Any[]) => cells.map(({ innerText }) => innerText),
          );
          const shown = texts.map((text) => Number(text.replaceAll(/[₹,]/g, "")));
          const rows: Any[] = await shell.json(...command.split(" "));
          assert.ok(rows.length > 0, command);
          assert.deepEqual(shown, rows.map(figure), `${section}: ${column}`);
        }
      }, world);
    }),
);
