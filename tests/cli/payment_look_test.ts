import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../src/domain/filters.ts";
import {
  act,
  FEW,
  lookAtDue,
  MINUTE_MS,
  start,
  type Started,
  withProvider,
} from "../web/checkout_page/at_provider.ts";
import type { World } from "../support/app.ts";
import { type Shell, withShell } from "./support.ts";

/** Payments at the demo provider, and a command line on the same database. */
function withPayments(
  test: (
    shell: Shell,
    begin: () => Promise<Started & { readonly id: string }>,
    world: World,
  ) => Promise<void>,
): Promise<void> {
  return withProvider((world) =>
    withShell((shell) =>
      test(shell, async () => {
        const started = await start(world, { items: FEW });
        return { ...started, id: (await started.page.checkout.stored()).payment!.id };
      }, world), { ...world, firstId: 10_000 })
  );
}

Deno.test("payment look prints how a payment stands, and takes the provider's answer", () =>
  withPayments(async (shell, begin) => {
    const look = (id: string) => shell.run("payment", "look", id);
    const one = await begin();
    assert.deepEqual(await look(one.id), {
      code: 0,
      out: "The customer can still pay: nothing has changed\n",
      err: "",
    });
    await act(one, "pay");
    const { order_number: number, ...paid } = await shell.json("payment", "look", one.id);
    assert.deepEqual(paid, {
      payment_id: one.id,
      session_id: one.page.checkout.id,
      standing: "paid",
      result: "ordered",
    });
    assert.equal((await shell.json("session", "show", one.page.checkout.id)).order.number, number);
    const again = await look(one.id);
    assert.equal(again.out, `It is paid: nothing has changed, order ${number} stands\n`);

    const two = await begin();
    await act(two, "wait");
    assert.match((await look(two.id)).out, /^The customer has paid, and the bank is at work: /);
    shell.clock.advance(MINUTE_MS);
    assert.match((await look(two.id)).out, /^It is paid: order \S+ is placed\n$/);

    const three = await begin();
    await act(three, "fail");
    const failed = "It has failed, and nothing was charged: what it held is released\n";
    assert.equal((await look(three.id)).out, failed);
    assert.match((await look(three.id)).out, /charged: nothing has changed\n$/);

    const four = await begin();
    shell.clock.advance(60 * MINUTE_MS);
    assert.match((await look(four.id)).out, /^Its page has ended unpaid: what it held is released/);
  }));

Deno.test("payment look of money that is too late for its order says where it is", () =>
  withPayments(async (shell, begin, world) => {
    const { page, id, ...at } = await begin();
    await act({ page, ...at }, "late");
    for (const minutes of [31, 15]) {
      world.clock.advance(minutes * MINUTE_MS);
      await lookAtDue(world);
      await world.services.housekeeping.releaseAll();
    }
    // Its holds are released, and the customer pays again.
    await page.checkout.step("POST /payment");
    world.clock.advance(10 * MINUTE_MS);
    const { out } = await shell.run("payment", "look", id);
    assert.equal(out, "It is paid: it has no order, see payment list --open\n");
    const [record] = await shell.json("payment", "list", "--open");
    assert.equal(record.payment_id, id);
  }));

Deno.test("payment look of an unknown id is refused, and leaves no entry", () =>
  withPayments(async (shell, begin) => {
    const { page } = await begin();
    for (const id of [page.checkout.id, "x", "01998f5e-0000-7000-8000-000000000009"]) {
      const { code, err } = await shell.run("payment", "look", id);
      assert.equal(code, 1);
      assert.match(err, /No provider takes a payment with this id: /);
    }
    const { rows } = await shell.store.audit.list(NO_AUDIT_FILTER, { limit: 10 });
    assert.deepEqual(rows.filter(({ action }) => action === "payment.look"), []);
  }));
