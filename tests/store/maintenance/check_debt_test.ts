import assert from "node:assert/strict";
import { addDebt, check, look, tamper, withPopulated } from "./support.ts";

Deno.test("check() takes a debt of coins as the ledger has it", () =>
  withPopulated(async (path) => {
    await addDebt(path, 70);
    assert.equal(look(path, "SELECT debt FROM customers WHERE debt > 0")?.["debt"], 70);
    assert.deepEqual((await check(path)).findings, []);
  }));

for (
  const [what, sql] of [
    ["another debt than the ledger's", "UPDATE customers SET debt = 71 WHERE debt > 0"],
    ["a debt that was dropped", "UPDATE customers SET debt = 0"],
  ] as const
) {
  Deno.test(`check() finds by ledger ${what}, and nothing else`, () =>
    withPopulated(async (path) => {
      await addDebt(path, 70);
      tamper(path, sql);
      const { findings } = await check(path);
      assert.deepEqual(findings.map((one) => one.check), ["ledger"]);
      assert.match(findings[0]!.message, /^Balance available less debt must be -70, the sum of/);
    }));
}
