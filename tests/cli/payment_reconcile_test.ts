import assert from "node:assert/strict";
import { StripeDouble } from "../support/payments/stripe_double.ts";
import { createShop, withShell } from "./support.ts";

Deno.test("payment reconcile names an account that does not answer, and asks the others", async () => {
  const account = { account: "acct_one" };
  const double = new StripeDouble(() => 0, { sk_test_one: account, sk_live_one: account });
  await withShell(async (shell) => {
    await createShop(shell);
    for (const key of ["sk_test_one", "sk_live_one"]) {
      shell.files.set("stripe.key", `${key}\n`);
      const mode = key === "sk_test_one" ? ["--test"] : [];
      const shop = ["--merchant", "demo-store.example"];
      await shell.run("provider", "add", "stripe", ...shop, "--key", "@stripe.key", ...mode);
    }
    const reconcile = (...more: string[]) => shell.run("payment", "reconcile", ...more);
    assert.deepEqual([(await reconcile()).code, (await reconcile()).err], [0, ""]);
    double.revoke("sk_test_one");
    const { code, out, err } = await reconcile();
    assert.deepEqual([code, err], [1, "1 account without an answer\n"]);
    const [silent, asked] = out.split("\n");
    assert.match(silent!, /^stripe \S+: not asked: Stripe does not accept the key$/);
    assert.match(asked!, /^stripe \S+: 0 payments, 0 refunds, 0 disputes$/);
    const json = JSON.parse((await reconcile("--json")).out);
    assert.deepEqual(
      json.map(({ asked, cause }: { asked: boolean; cause: string | null }) => [asked, cause]),
      [[false, "Stripe does not accept the key"], [true, null]],
    );
  }, { callProvider: double.send });
});
