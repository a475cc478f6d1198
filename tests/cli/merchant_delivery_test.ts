import assert from "node:assert/strict";
import { withShell } from "./support.ts";

Deno.test("merchant create without rules of delivery makes a shop that delivers to its own country", () =>
  withShell(async (shell) => {
    const rulesOf = async (n: number, ...flags: string[]) => {
      const shop = ["--name", "A", "--domain", `a${n}.example`, "--country", "np"];
      const { shipping } = await shell.json(
        ...["merchant", "create", ...shop, "--currency", "NPR", ...flags],
      );
      return shipping;
    };
    assert.deepEqual(await rulesOf(1), [
      { countries: ["NP"], postal_prefixes: [], price: 0, free_above: null },
    ]);
    assert.deepEqual(await rulesOf(2, "--no-shipping"), []);
    const { merchant } = await shell.json(
      ...["init", "--name", "B", "--domain", "b.example", "--country", "DE", "--no-cod"],
    );
    assert.deepEqual(merchant.shipping[0].countries, ["DE"]);
    assert.equal((await rulesOf(3, "--shipping", "IN+NP=80"))[0].price, 80);
  }));
