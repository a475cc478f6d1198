/** With `-- --whole`, 100 rounds of each race and a minute of crossing batches. */
import assert from "node:assert/strict";
import { IS_WHOLE } from "../../support/few.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { ROOT } from "../../support/root.ts";
import { putMerchant } from "../support.ts";
import type { RaceResult } from "./racer.ts";
import { PROCESSES, type Race, RACERS } from "./race.ts";
import { ALL_RACES, type RaceName } from "./races.ts";
import { startServer, type TestDatabase } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer({ deadlock_timeout: "100ms" });

const ROUNDS = IS_WHOLE ? 100 : 10;
/** Deadlocks, of which there are many without locks, take their time. */
const NAIVE_ROUNDS = 10;
const CROSSING_MS = IS_WHOLE ? 60_000 : 3000;
/** Rounds whose commits cross in the batches of all processes. */
const CROSSING_ROUNDS = 10;

/** A process of racers. */
async function startRacers(database: string, first: number, mode: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "--no-prompt", "--lock=deno.lock"],
      ...["--allow-net=127.0.0.1", "--allow-env", "--allow-read"],
      `${ROOT}tests/store/postgres/racer.ts`,
      server!.url(database),
      mode,
    ],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const said = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const input = child.stdin.getWriter();
  assert.equal((await said.read()).value, "ready\n");
  return {
    run: async (name: RaceName, rounds: readonly number[]): Promise<RaceResult> => {
      await input.write(new TextEncoder().encode(JSON.stringify([name, rounds, first])));
      return JSON.parse((await said.read()).value ?? "");
    },
    close: async () => {
      await input.close();
      await said.cancel();
      await child.status;
    },
  };
}

/** Processes of racers on a database of their own. */
interface Field extends AsyncDisposable {
  readonly database: TestDatabase;
  /** Runs rounds of a race at once, by all processes. */
  run(name: RaceName, rounds: readonly number[]): Promise<RaceResult>;
}

async function startField(mode = ""): Promise<Field> {
  const database = await server!.database();
  await database.store.commit([putMerchant]);
  const racers = await Promise.all(
    Array.from(
      { length: PROCESSES },
      (_, i) => startRacers(database.name, i * RACERS / PROCESSES, mode),
    ),
  );
  return {
    database,
    run: async (name, rounds) => {
      const results = await Promise.all(racers.map(({ run }) => run(name, rounds)));
      return {
        stood: results.reduce((sum, { stood }) => sum + stood, 0),
        refused: results.reduce((sum, { refused }) => sum + refused, 0),
        failed: results.flatMap(({ failed }) => failed),
      };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(racers.map(({ close }) => close()));
      await database[Symbol.asyncDispose]();
    },
  };
}

async function setUp({ store }: TestDatabase, { setup }: Race, rounds: readonly number[]) {
  for (const round of rounds) await store.commit(setup(round));
}

/** Runs rounds of a race one after another; returns the results of each. */
async function race(
  { database, run }: Field,
  name: RaceName,
  rounds = ROUNDS,
): Promise<RaceResult[]> {
  const results: RaceResult[] = [];
  for (let round = 0; round < rounds; round++) {
    await setUp(database, ALL_RACES[name], [round]);
    results.push(await run(name, [round]));
  }
  return results;
}

/** Asserts that so many rounds stored what they may, and that `db check` finds nothing. */
async function assertSound(database: TestDatabase, race: Race, rounds: number): Promise<void> {
  assert.equal(Number(await database.sql(race.stored)), race.expected * rounds);
  for (let round = 0; round < rounds; round++) await database.store.commit(race.end?.(round) ?? []);
  assert.deepEqual((await database.check()).findings, []);
}

for (const [name, all] of Object.entries(ALL_RACES) as [RaceName, Race][]) {
  const { expected } = all;
  Deno.test({
    name: `postgres: ${RACERS} racers in ${PROCESSES} processes have exactly ${expected}: ${name}`,
    ignore: isMissing,
    fn: async () => {
      await using field = await startField();
      for (const round of await race(field, name)) {
        assert.deepEqual(round, { stood: expected, refused: RACERS - expected, failed: [] });
      }
      await assertSound(field.database, all, ROUNDS);
    },
  });
}

Deno.test({
  name: `postgres: batches of ${PROCESSES} processes cross for ${CROSSING_MS / 1000} s`,
  ignore: isMissing,
  fn: async () => {
    const name = "everything at once, each in another order";
    await using field = await startField();
    const { database, run } = field;
    let rounds = 0;
    const setUpNext = async () => {
      const next = Array.from({ length: CROSSING_ROUNDS }, () => rounds++);
      await setUp(database, ALL_RACES[name], next);
      return next;
    };
    const until = performance.now() + CROSSING_MS;
    for (let next = await setUpNext(); performance.now() < until;) {
      const [result, following] = await Promise.all([run(name, next), setUpNext()]);
      assert.deepEqual(result, { stood: RACERS * CROSSING_ROUNDS, refused: 0, failed: [] });
      next = following;
    }
    await assertSound(database, ALL_RACES[name], rounds - CROSSING_ROUNDS);
  },
});

Deno.test({
  name: "postgres: no race ended in a deadlock",
  ignore: isMissing,
  fn: async () => {
    const log = await Deno.readTextFile(`${server!.folder}/log`);
    const deadlocks = log.split("\n").filter((line) => /deadlock detected/.test(line)).length;
    assert.equal(deadlocks, 0, log);
  },
});

const NAIVE: readonly RaceName[] = [
  "uses of a coupon by a customer",
  "one-time codes of a phone number",
  "one-time codes with a pause between them",
  "last units of two variants, named in both orders",
];

for (const name of NAIVE) {
  Deno.test({
    name: `postgres: statements without locks before them fail: ${name}`,
    ignore: isMissing,
    fn: async () => {
      await using field = await startField("naive");
      const wrong = (await race(field, name, NAIVE_ROUNDS)).filter(({ stood, failed }) =>
        stood !== ALL_RACES[name].expected || failed.length > 0
      );
      assert.notEqual(wrong.length, 0);
    },
  });
}
