/**
 * Every state that a session can be in, and every PAID that may come in then: it ends in an order
 * or in exactly one record, whatever is logged, and also after a restart.
 */
import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import { ALL_STATES, cellOf } from "../../../src/domain/session/lifecycle.ts";
import type { UnexpectedPayment } from "../../../src/domain/session/payment.ts";
import type { ApiKey } from "../../../src/domain/shop/api_key.ts";
import { callerOf } from "../../../src/domain/caller.ts";
import { createLogger, LOG_LEVELS, type LogLevel } from "../../../src/process/log/log.ts";
import { sessionViews } from "../../../src/schema/api/view.ts";
import type { ReportedResult } from "../../../src/service/checkout/payment_reports.ts";
import { createServices } from "../../../src/service/services.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import type { Store } from "../../../src/store/store.ts";
import { withPath } from "../../store/support.ts";
import type { World } from "../../support/app.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { Checkout, paid } from "./checkout.ts";
import { ADDRESS, withShop } from "./shop.ts";
import { reach, type Reached, resultOf, WAYS } from "./unexpected_cases.ts";
import { noCalls } from "../../support/payments/no_calls.ts";
import { plainSecrets } from "../../support/secrets.ts";

/**
 * By state, where need be with the way there, and by result: o an order, or its prepaid part; else the reason of the record: s the state,
 * m the amount or a second charge, u a used reference, n not a payment of this session.
 *
 * The columns: the same result as the one that may have come before, another reference, amount or
 * currency, a reference that paid another order, an earlier payment, an unknown one.
 */
const EXPECTED = `
                               same reference amount currency used older unknown
  INITIATED/DRAFT              n    n         n      n        n    n     n
  IN_PROGRESS/DRAFT            n    n         n      n        n    n     n
  IN_PROGRESS/PENDING          o    o         m      m        u    n     n
  IN_PROGRESS/PENDING:released o    o         m      m        u    n     n
  IN_PROGRESS/PENDING:replaced o    o         m      m        u    n     n
  IN_PROGRESS/PAID             o    m         m      m        m    n     n
  IN_PROGRESS/FAILED           s    s         m      m        s    n     n
  IN_PROGRESS/FAILED:cancelled s    s         m      m        s    n     n
  COMPLETED/DRAFT              n    n         n      n        n    n     n
  COMPLETED/PAID               o    m         m      m        m    n     n
  COMPLETED/PAID:part          o    m         m      m        m    n     n
  COMPLETED/PAID:late          o    m         m      m        m    n     n
  ABANDONED/DRAFT              n    n         n      n        n    n     n
  ABANDONED/PENDING            o    o         m      m        u    n     n
  ABANDONED/PENDING:expired    o    o         m      m        u    n     n
  ABANDONED/FAILED             s    s         m      m        s    n     n
  ABANDONED/FAILED:cancelled   s    s         m      m        s    n     n
`;

const [COLUMNS = [], ...ROWS] = EXPECTED.trim().split("\n").map((row) => row.trim().split(/\s+/));

const REASONS: Readonly<Record<string, UnexpectedPayment["reason"]>> = {
  s: "error.invalid-state",
  m: "error.payment-mismatch",
  u: "error.payment-reference-used",
  n: "error.payment-not-found",
};

Deno.test("the table has every state that can be reached, by every way there", () => {
  assert.deepEqual(ROWS.map(([name]) => name), Object.keys(WAYS));
  const cells = new Set(ROWS.map(([name = ""]) => name.split(":")[0]));
  const reachable = ALL_STATES.map(cellOf).filter((cell) => cells.has(cell));
  assert.deepEqual([...cells], reachable);
  assert.equal(reachable.length, 10);
});

/** A cell of the table: its session, what came in, and what that must have come to. */
interface Case extends Reached {
  readonly name: string;
  readonly result: ReportedResult;
  /** Null for an order. */
  readonly reason: UnexpectedPayment["reason"] | null;
}

/** Reports a result over HTTP; the code of the refusal, or null. */
async function report({ checkout, result }: Case): Promise<string | null> {
  const { paymentId, ...data } = result;
  const { status, json } = await checkout.send(`POST /payment/${paymentId}/result`, data);
  return status === 200 ? null : json.error.code;
}

/** The stored outcome of a result. */
async function outcomeOf(store: Store, { checkout, result, reason, name }: Case): Promise<void> {
  const stored = await store.sessions.find(checkout.id);
  const records =
    (await store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: false }, { limit: 1000 }))
      .filter(({ sessionId }) => sessionId === checkout.id);
  const events = (await store.sessions.events(checkout.id))
    .filter(({ type }) => type === "payment.unexpected");
  if (reason === null) {
    assert.equal(stored?.state.payment, "PAID", name);
    assert.deepEqual([records, events], [[], []], name);
    return;
  }
  const { amount, currency, paymentId, reference } = result;
  assert.equal(records.length, 1, name);
  const [{ id, message, at, keyId, ...record } = assert.fail()] = records;
  assert.deepEqual(record, {
    merchantId: stored?.merchantId,
    livemode: true,
    sessionId: checkout.id,
    paymentId,
    reference,
    amount: typeof amount === "string" ? amount : amount?.toFixed(2),
    currencyCode: currency?.toUpperCase(),
    reason,
    count: 1,
    resolution: null,
  }, name);
  assert.equal(keyId, checkout.world.key.id, name);
  assert.ok(message.length > 0 && at >= NOW);
  assert.deepEqual(events.map(({ data }) => data["unexpected"]), [{
    id,
    payment_id: paymentId,
    reference,
    amount: record.amount,
    currency_code: record.currencyCode,
    reason,
    message,
  }], name);
}

/** Every result of a row, twice each. */
async function runRow(world: World, row: string, letters: readonly string[]): Promise<Case[]> {
  const used = await Checkout.open(world);
  await used.step("PUT /address", ADDRESS);
  const { payment } = await used.step("POST /payment");
  const [call, data] = paid(payment);
  await used.step(call, { ...data, reference: "pay_USED" });
  const cases: Case[] = [];
  for (const [i, column] of COLUMNS.entries()) {
    const reached = await reach(world, row);
    const reason = REASONS[letters[i]!] ?? null;
    const one = {
      ...reached,
      name: `${row} ${column}`,
      reason,
      result: resultOf(column, reached),
    };
    const before = await one.checkout.stored();
    assert.equal(await report(one), reason, one.name);
    if (reason !== null) assert.deepEqual(await one.checkout.stored(), before, one.name);
    await outcomeOf(world.store, one);
    world.clock.advance(1000);
    assert.equal(await report(one), reason, `${one.name}, again`);
    await outcomeOf(world.store, one);
    cases.push(one);
  }
  return cases;
}

/** The same results once more, told to services that know nothing but the store. */
async function afterRestart(
  store: Store,
  { key, cases }: { readonly key: ApiKey; readonly cases: readonly Case[] },
): Promise<void> {
  let ids = 500_000;
  const { payments } = createServices({
    store,
    secrets: plainSecrets(store),
    callProvider: noCalls,
    now: () => NOW + 3_600_000,
    monotonicMs: () => 0,
    newId: () => uuid(ids++),
    randomBytes: (length) => new Uint8Array(length),
    wait: () => Promise.resolve(),
    warn: () => {},
    views: sessionViews,
    onEvents: () => {},
    sessionTtlMs: 86_400_000,
    paymentTtlMs: 1_800_000,
    otpDaily: 5000,
    retentionMs: Infinity,
    orderRetentionMs: Infinity,
  });
  for (const one of cases) {
    const call = { caller: callerOf(key), sessionId: one.checkout.id, alsoCommit: () => [] };
    const code = await payments.reportResult(call, one.result).then(() => null, (error) => {
      assert.ok(error instanceof AppError, String(error));
      return error.code;
    });
    assert.equal(code, one.reason, `${one.name}, after a restart`);
    await outcomeOf(store, one);
  }
}

/** A log of a level, and how many characters it wrote. */
function logOf(level: LogLevel) {
  let written = 0;
  const logger = createLogger({
    level,
    format: "json",
    now: () => NOW,
    write: (text) => {
      written += text.length;
      return Promise.resolve();
    },
  });
  return { level, logger, written: () => written };
}

for (const [row = "", ...letters] of ROWS) {
  Deno.test(`a PAID for ${row} is an order or one record, at every log level`, async () => {
    const logs = LOG_LEVELS.map(logOf);
    const warn = (message: string, fields: Readonly<Record<string, unknown>>) => {
      for (const { logger } of logs) logger.warn(message, fields);
    };
    await withShop(async (world) => {
      const cases = await runRow(world, row, letters);
      for (const { level, logger, written } of logs) {
        await logger.flush();
        assert.equal(written() > 0, level !== "error" && level !== "silent", level);
      }
      await afterRestart(world.store, { key: world.key, cases });
    }, { rules: WAYS[row]?.rules ?? {}, warn });
  });
}

Deno.test("a PAID is an order or one record for another process over the same file", () =>
  withPath(async (path) => {
    const [row = "", ...letters] = ROWS.find(([name]) => name === "ABANDONED/PENDING") ?? [];
    let left: Parameters<typeof afterRestart>[1] | undefined;
    await withShop(async (world) => {
      left = { key: world.key, cases: await runRow(world, row, letters) };
    }, { db: path });
    const store = await openSqliteStore(path);
    await afterRestart(store, left ?? assert.fail());
    await store.close();
  }));
