import assert from "node:assert/strict";
import { withDb } from "./db_support.ts";
import { tamper } from "../store/maintenance/support.ts";

Deno.test("doctor finds shops with links that cannot be paid, or do not deliver at home", () =>
  withDb(async (shell) => {
    const found = async (rules: string) => {
      tamper(shell.path, `UPDATE merchants SET rules = json_set(rules, ${rules})`);
      const { findings } = JSON.parse((await shell.run("doctor", "--json")).out);
      return findings.filter(({ topic }: { topic: string }) => topic.startsWith("shops that"))
        .map((one: { level: string; topic: string; found: string }) =>
          `${one.level} ${one.topic}: ${one.found}`
        );
    };
    const none = "'$.cod', json('null'), '$.checkout.manual', json('null')";
    assert.deepEqual(await found(`${none}, '$.checkout.cartLinks', json('false')`), []);
    assert.deepEqual(
      await found(
        `${none}, '$.checkout.cartLinks', json('true'),
         '$.shipping', json('[{"countries":["US"],"postalPrefixes":[],"options":[]}]')`,
      ),
      [
        "action shops that cannot be paid: Customers have no way to pay in 2 shops: demo-store.example, other.example",
        "action shops that do not deliver: No shipping rule is for the shop's own country in 2 " +
        "shops: demo-store.example, other.example",
      ],
    );
    assert.deepEqual(
      await found(`'$.cod', json('{}'), '$.shipping[0].countries[0]', 'IN'`),
      [],
    );
  }));
