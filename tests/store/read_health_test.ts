import assert from "node:assert/strict";
import { AppError } from "../../src/domain/errors.ts";
import { DatabaseDamaged } from "../../src/store/errors.ts";
import { ReadHealth } from "../../src/store/sqlite/read/read_health.ts";
import type { ReadOutage } from "../../src/store/store.ts";
import { isUnavailable } from "./support.ts";

const DAMAGED = 11;
const NOT_A_DATABASE = 26;
const IO_READ = 266;
const SHORT_READ = 522;
const BUSY = 5;

function sqliteError(errcode: number): Error {
  return Object.assign(new Error(`SQLite says ${errcode}\nand more`), { errcode });
}

/** The health of reads at a time, over a disk that has an error or none. */
function aHealth() {
  const world: { now: number; disk: unknown } = { now: 5000, disk: undefined };
  const told: [string, ReadOutage][] = [];
  const damaged: DatabaseDamaged[] = [];
  const health = new ReadHealth({
    now: () => world.now,
    onReadsFailing: (failing) => told.push(["failing", failing]),
    onReadsRecovered: (failed) => told.push(["recovered", failed]),
  }, { onDamaged: (reason) => damaged.push(reason), systemError: () => world.disk });
  return { world, told, damaged, health };
}

function retryOf(error: unknown): number | undefined {
  assert.ok(error instanceof AppError && isUnavailable(error), String(error));
  return error.retryAfterSeconds;
}

Deno.test("ReadHealth leaves errors that are not of the disk as they are", () => {
  const { health, told, damaged } = aHealth();
  for (const error of [sqliteError(BUSY), new Error("a defect"), "text", undefined]) {
    assert.equal(health.errorOf(error), error);
  }
  assert.deepEqual([told, damaged, health.failing], [[], [], null]);
});

Deno.test("ReadHealth answers a failed read with 503 and tells once, until none has failed for 10 s", () => {
  const { world, health, told, damaged } = aHealth();
  assert.equal(retryOf(health.errorOf(sqliteError(IO_READ))), 10);
  const failing = { since: 5000, reason: `SQLite says ${IO_READ}` };
  assert.deepEqual(told, [["failing", failing]]);
  world.now = 9000;
  assert.equal(retryOf(health.errorOf(sqliteError(IO_READ))), 10);
  assert.equal(told.length, 1);
  assert.throws(() => health.confirm(), {
    message: `Reads are failing since 1970-01-01T00:00:05.000Z: SQLite says ${IO_READ}`,
  });
  world.now = 18_999;
  health.check();
  assert.deepEqual(health.failing, failing);
  world.now = 19_000;
  health.check();
  assert.deepEqual(told.slice(1), [["recovered", failing]]);
  health.confirm();
  health.check();
  assert.equal(told.length, 2);
  assert.equal(damaged.length, 0);
});

for (const errcode of [DAMAGED, NOT_A_DATABASE, SHORT_READ]) {
  Deno.test(`ReadHealth ends writes by result code ${errcode}, if the system reads the file`, () => {
    const { health, told, damaged } = aHealth();
    const cause = sqliteError(errcode);
    assert.equal(retryOf(health.errorOf(cause)), 5);
    assert.deepEqual(damaged.map(({ found }) => found), [`SQLite says ${errcode}`]);
    assert.equal(damaged[0]?.cause, cause);
    assert.deepEqual([told, health.failing], [[], null]);
  });

  Deno.test(`ReadHealth takes result code ${errcode} as a failed read, if the system cannot read either`, () => {
    const { world, health, told, damaged } = aHealth();
    world.disk = new Error("EIO: i/o error, read");
    assert.equal(retryOf(health.errorOf(sqliteError(errcode))), 10);
    assert.deepEqual(told, [["failing", { since: 5000, reason: "EIO: i/o error, read" }]]);
    assert.equal(damaged.length, 0);
  });
}
