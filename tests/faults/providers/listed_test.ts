/** Money that only the list of a provider has: one record, also by two processes at once. */
import assert from "node:assert/strict";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "../../store/postgres/support.ts";
import { Field } from "./field.ts";
import { onPostgres, onSqlite, type Place } from "./places.ts";
import { finish } from "./settled.ts";
import { begin } from "./table.ts";

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await startServer();
const HOUR_MS = 3_600_000;

/** A customer tries twice at one link of Razorpay's, and both banks pay. */
function paidTwice(place: Place): Promise<void> {
  return Field.run(place, "one", async (field) => {
    const shop = field.shopOf("razorpay");
    const paying = await begin(field, shop, 1);
    const row = await field.payment(paying.id);
    const server = field.server();
    const lingering = shop.bank.lingers!(row);
    await shop.bank.act(row, "pay", server.services);
    lingering.arrive();
    await finish(field, [paying.paymentId]);
    const { payment } = await field.session(paying.id);
    assert.equal(payment?.status, "PAID");
    const processes = [server, field.restart(server)];
    for (let hours = 0; hours < 2; hours++) {
      field.clock.advance(HOUR_MS);
      await Promise.all(processes.map(({ services }) => services.providerFindings.listDue()));
    }
    const filter = { ...NO_UNEXPECTED_FILTER, merchantId: shop.merchantId };
    const records = await field.store.payments.unexpected(filter, { limit: 10 });
    assert.deepEqual(
      records.map((one) => [one.paymentId, one.reference === payment.reference]),
      [[paying.paymentId, false]],
    );
    const events = await field.store.sessions.events(paying.id);
    assert.equal(events.filter(({ type }) => type === "payment.unexpected").length, 1);
  });
}

Deno.test("SQLite: a link that was paid twice is an order and one record", () =>
  onSqlite(paidTwice));

Deno.test({
  name: "PostgreSQL: a link that was paid twice is an order and one record",
  ignore: isMissing,
  fn: () => onPostgres(postgres!, paidTwice),
});
