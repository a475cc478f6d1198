/** The page about refunds: its line for cron is run, on another folder. */
import assert from "node:assert/strict";
import type { AtProvider } from "../../src/domain/session/provider_payment.ts";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { aPayment } from "../support/builders.ts";
import { aPlacedOrder } from "../support/orders.ts";
import { readRoot } from "../support/root.ts";
import { addSession, aSession, COMPLETED } from "../store/support.ts";
import { blocks, section } from "./pages.ts";
import { withProject } from "./project_folder.ts";

const SHOP = "--name One --domain one.example --country IN --currency INR";

Deno.test("docs/refunds.md: cron compares books at night, and mails a difference alone", () =>
  withProject(async (project) => {
    const [shown] = blocks(section(await readRoot("docs/refunds.md"), "Reconcile"), "text");
    const [, command = ""] = /^\d+ \d+ \* \* \* {2}checkoutd {2}(.*)\n$/m.exec(shown?.text ?? "") ??
      [];
    const path = `${project.path}/var/checkout.db`;
    const nightly = command.replace("/usr/local/bin", `${project.path}/bin`)
      .replace("/var/lib/checkoutd/checkout.db", path);
    assert.ok(nightly.includes(`${project.path}/bin/checkoutctl --db ${path} `), nightly);
    const ctl = async (line: string) =>
      JSON.parse(await project.typed(`checkoutctl --json --db ${path} ${line}`));
    await project.typed(`mkdir -m 700 var; checkoutctl --db ${path} db migrate`);
    const { id: merchantId } = await ctl(`merchant create ${SHOP}`);
    const { provider_id: accountId } = await ctl(
      `provider add demo --test --merchant ${merchantId}`,
    );
    assert.deepEqual(await project.type(nightly), { code: 0, stdout: "", stderr: "" });
    // An order with money that the provider has never taken.
    const now = Date.now();
    const atProvider: AtProvider = {
      accountId,
      provider: "demo",
      page: null,
      returnUrl: null,
      expiresAt: now,
    };
    const paid = { status: "PAID", reference: "demo_1", startedAt: now, atProvider } as const;
    const order = aSession(1, {
      merchantId,
      livemode: false,
      createdAt: now,
      state: COMPLETED,
      payment: aPayment(paid),
      order: aPlacedOrder({ placedAt: now }),
    });
    const store = await openSqliteStore(path);
    await store.commit([addSession(order)]);
    await store.close();
    const { code, stdout, stderr } = await project.type(nightly);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^1 difference\n/);
  }));
