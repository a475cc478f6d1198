/** docs/testing.md: its commands are run, and its amounts are paid. */
import assert from "node:assert/strict";
import { TEST_COINS } from "../../src/domain/steps/test_mode.ts";
import { Checkout } from "../web/api/checkout.ts";
import { ADDRESS, withShop } from "../web/api/shop.ts";
import { priced, testing } from "../web/test_mode/testing.ts";
import { readRoot } from "../support/root.ts";
import { withCommands } from "./commands.ts";
import { codes, table } from "./pages.ts";
import { withProject } from "./project_folder.ts";

const PAGE = "docs/testing.md";

Deno.test("docs/testing.md: a key and an endpoint for tests are made, and tests listed", () =>
  withCommands("docs/testing.md", (shown) =>
    withProject(async (project) => {
      await project.typed("bin/checkoutctl db migrate");
      await project.typed(
        `bin/checkoutctl merchant create --name "Hill House" --domain hill-house.example --country IN --currency INR`,
      );
      const [key = "", hook = ""] = shown.lines(2, { in: "Set up" });
      assert.match(await project.typed(key), /^Secret +ck_test_/m);
      assert.match(await project.typed(hook), /^Events +all, of tests$/m);
      for (const line of shown.lines(2, { in: "Looking at tests" })) await project.typed(line);
    })));

Deno.test("docs/testing.md: the results of payments are the program's", () =>
  withShop(async (world) => {
    const tests = await testing(world);
    const rows = table(await readRoot(PAGE), "Amount ends in");
    const states: string[] = [];
    for (const [, example = "", result = ""] of rows) {
      const price = (Number(example) - 60).toFixed(2);
      const checkout = await Checkout.open(tests, { items: priced(price) });
      await checkout.step("PUT /address", ADDRESS);
      const { payment, payment_state: state } = await checkout.step("POST /payment");
      assert.equal(payment.amount, Number(example));
      assert.ok([...codes(result), "PENDING"].includes(state), `${example}: ${state}`);
      states.push(state);
    }
    assert.deepEqual(states, ["PAID", "FAILED", "PENDING", "PENDING"]);
    assert.ok((await readRoot(PAGE)).includes(`begins with ${TEST_COINS} coins`));
  }));
