/**
 * A payment at a provider ends as one order or one unexpected record: in every order of the reasons
 * to ask for it, and after an end of the process at every point. With `-- --whole` in full.
 */
import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { report, rounds } from "../figures.ts";
import { SEED } from "../../support/seed.ts";
import { ROOT } from "../../support/root.ts";
import { IS_WHOLE } from "../../support/few.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "../../store/postgres/support.ts";
import { Field } from "./field.ts";
import { onPostgres, onSqlite, type Place } from "./places.ts";
import { FAILURES } from "../../support/payments/failures.ts";
import { crash, isPassed } from "./crashes.ts";
import {
  cancelledBefore,
  defect,
  failedEnd,
  failedLook,
  failedStart,
  hanging,
  lateStart,
  longWait,
} from "./failures.ts";
import { pointOfCommit, POINTS, SITES, sitesIn } from "./points.ts";
import { verify } from "./settled.ts";
import { together } from "./together.ts";
import { begin, COURSES, ROWS, storm, take } from "./table.ts";

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await startServer();

/** Where tests run; in the short form each place has a third of the cases. */
const PLACES = [
  { engine: "sqlite", form: "one" },
  { engine: "sqlite", form: "two" },
  { engine: "postgres", form: "two" },
  // The one above has all that can go wrong here.
  { engine: "postgres", form: "one", isLong: true },
] as const;

/** The parts of a test. */
interface Run {
  readonly field: Field;
  /** True for a case of this place. */
  readonly has: (n: number) => boolean;
  readonly random: (below: number) => number;
}

/** Registers a test in each place, or in the first of each engine. */
function test(name: string, run: (run: Run) => Promise<object>, { isBrief = false } = {}): void {
  for (const [part, { engine, form, ...place }] of PLACES.entries()) {
    if (!IS_WHOLE && ("isLong" in place || (isBrief && part > 0))) continue;
    const where = `${engine}, ${form === "one" ? "one process" : "two processes"}`;
    const has = (n: number) => IS_WHOLE || n % 3 === part;
    const inField = (place: Place) =>
      Field.run(place, form, async (field) => {
        const counted = await run({ field, has, random: randomOf(SEED) });
        report(`${where}: ${name}`, { ...counted, ...await verify(field) });
      });
    Deno.test({
      name: `${where}: ${name}`,
      ignore: engine === "postgres" && isMissing,
      fn: () => engine === "sqlite" ? onSqlite(inField) : onPostgres(postgres!, inField),
    });
  }
}

const TIMES = rounds({ short: 1, whole: 20 });

/** Numbers below others, from a seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

test("each order of return, hook, timer and operator has one end", async ({ field, has }) => {
  let n = 0;
  for (const [i, row] of ROWS.entries()) {
    if (!has(i)) continue;
    const some = (i / 3 | 0) % COURSES.length;
    for (const course of IS_WHOLE ? COURSES : [COURSES[some]!]) {
      for (const [s, shop] of field.shops.entries()) {
        if (!IS_WHOLE && s !== (course === "lingering" ? 1 : row.at % 3)) continue;
        await take(await begin(field, shop, n), row, { course, n });
        n++;
      }
    }
  }
  return {};
});

test("30 that ask at once have one end", async ({ field, has }) => {
  let n = 0;
  for (const [c, course] of COURSES.entries()) {
    for (const [s, shop] of field.shops.entries()) {
      if (has(c + s) && (IS_WHOLE || n < 6)) await storm(await begin(field, shop, n++), course);
    }
  }
  return {};
});

test("a provider that fails at any call has one end", async ({ field }) => {
  for (const shop of field.shops.filter(({ bank }) => bank.kind !== "demo")) {
    for (const failure of FAILURES) {
      for (const at of [failedStart, failedLook, failedEnd]) await at(field, shop, failure);
    }
    for (const why of ["down", "waiting"] as const) await longWait(field, shop, why);
    await lateStart(field, shop);
    await cancelledBefore(field, shop);
    await defect(field, shop);
  }
  await hanging(field);
  return {};
}, { isBrief: true });

test(
  "customers who change their mind while it is asked have one end",
  async ({ field, random }) => {
    for (let n = 0; n < (IS_WHOLE ? 300 : 12); n++) {
      await together(field, field.shops[n % field.shops.length]!, random);
    }
    return {};
  },
  { isBrief: true },
);

test("a process that ends at any point leaves one end", async ({ field, has, random }) => {
  const missed: string[] = [];
  let crashes = 0;
  for (const [p, point] of POINTS.entries()) {
    for (const [i, side] of (["before", "after"] as const).entries()) {
      for (const [s, shop] of field.shops.entries()) {
        if (!isPassed(point, shop.bank.kind) || !has(2 * p + i + s)) continue;
        for (let n = 0; n < TIMES; n++) {
          const isReached = await crash({ field, shop, random }, { point, side });
          if (!isReached) missed.push(`${shop.bank.kind}: ${side} ${point}`);
          crashes++;
        }
      }
    }
  }
  assert.deepEqual(missed, []);
  return { crashes };
});

Deno.test("every commit and call of the source has its point", async () => {
  const read = (path: string) => Deno.readTextFile(`${ROOT}/${path}`);
  const folder = "src/service/checkout";
  const files = Array.from(Deno.readDirSync(`${ROOT}/${folder}`), ({ name }) => `${folder}/${name}`)
    .filter((path) => path.includes("/provider_"));
  assert.deepEqual(files.filter((path) => SITES[path] === undefined), []);
  for (const [path, sites] of Object.entries(SITES)) {
    assert.deepEqual(sitesIn(await read(path)), sites.map(([site]) => site), path);
  }
  const changes = await read("src/domain/payment_change.ts");
  const kinds = [...changes.matchAll(/"(at-provider\.\w+)"/g)].map(([, kind]) => kind);
  const unseen = kinds.filter((kind) => pointOfCommit([{ kind } as Change]) === null);
  assert.deepEqual([unseen, kinds.length > 4], [[], true]);
});
