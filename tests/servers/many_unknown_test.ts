import assert from "node:assert/strict";
import { raceField, type RaceRequest, send } from "../races/field.ts";
import { anUnexpected } from "../store/contract/payments.ts";
import { checkPostgres } from "../store/postgres/support.ts";
import { EFFECTS } from "../../src/process/machine/effects.ts";
import { MANY_UNKNOWN_PAYMENTS } from "../../src/domain/session/payment.ts";
import { withCluster } from "../support/cluster.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";

const RESULTS = 30;

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

/** A PAID result of a payment and a session that no shop has. */
function guess(n: number): RaceRequest {
  const path = `/session/${EFFECTS.newId()}/payment/${EFFECTS.newId()}/result`;
  const data = { status: "PAID", amount: 1, reference: `guess ${n}` };
  return { method: "POST", path, data };
}

Deno.test({
  name: `servers: ${RESULTS} results of unknown payments at once, past a day's many, are one event`,
  ignore: isMissing,
  fn: () =>
    withCluster(postgres!, {}, async ({ urls, store, databaseUrl }) => {
      const field = await raceField(urls, store);
      const { merchantId } = field.shop;
      const [key] = await store.keys.of(merchantId);
      const before = MANY_UNKNOWN_PAYMENTS - RESULTS / 2;
      await store.commit(Array.from({ length: before }, (_, n) => ({
        kind: "unexpected.add",
        isUnknown: true,
        unexpected: anUnexpected({
          id: EFFECTS.newId(),
          merchantId,
          keyId: key!.id,
          at: Date.now(),
          reference: `before ${n}`,
        }),
      })));
      const answers = await Promise.all(
        Array.from({ length: RESULTS }, (_, n) => send(field, n, guess(n))),
      );
      assert.deepEqual([...new Set(answers.map(({ code }) => code))], ["error.session-not-found"]);
      assert.equal(await store.payments.openCount(merchantId, true), before + RESULTS);
      const events = (await store.webhooks.eventsAfter(0, 999)).map(({ event }) => event);
      assert.deepEqual(events.map(({ type, data }) => [type, data["key_id"]]), [
        ["payment.many-unknown", key!.id],
      ]);
      assert.deepEqual((await checkPostgres(databaseUrl)).findings, []);
    }),
});
