import assert from "node:assert/strict";
import { lacksPostgres } from "../../support/postgres.ts";
import { ROOT } from "../../support/root.ts";
import { putMerchant } from "../support.ts";
import type { RaceResult } from "./racer.ts";
import { PROCESSES, type Race, RACERS } from "./race.ts";
import { ALL_RACES, type RaceName } from "./races.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer({ deadlock_timeout: "100ms" });

const ROUNDS = 10;

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
    run: async (name: RaceName, round: number): Promise<RaceResult> => {
      await input.write(new TextEncoder().encode(JSON.stringify([name, round, first])));
      return JSON.parse((await said.read()).value ?? "");
    },
    close: async () => {
      await input.close();
      await said.cancel();
      await child.status;
    },
  };
}

/** Runs rounds of a race by all processes; returns the results of each round. */
async function race(name: RaceName, mode = "") {
  const { setup }: Race = ALL_RACES[name];
  await using database = await server!.database();
  await database.store.commit([putMerchant]);
  const racers = await Promise.all(
    Array.from(
      { length: PROCESSES },
      (_, i) => startRacers(database.name, i * RACERS / PROCESSES, mode),
    ),
  );
  const rounds: RaceResult[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await database.store.commit(setup(round));
    const results = await Promise.all(racers.map(({ run }) => run(name, round)));
    rounds.push({
      stood: results.reduce((sum, { stood }) => sum + stood, 0),
      refused: results.reduce((sum, { refused }) => sum + refused, 0),
      failed: results.flatMap(({ failed }) => failed),
    });
  }
  await Promise.all(racers.map(({ close }) => close()));
  return { rounds, stored: Number(await database.sql(ALL_RACES[name].stored)) };
}

for (const [name, { expected }] of Object.entries(ALL_RACES) as [RaceName, Race][]) {
  Deno.test({
    name: `postgres: ${RACERS} racers in ${PROCESSES} processes have exactly ${expected}: ${name}`,
    ignore: isMissing,
    fn: async () => {
      const { rounds, stored } = await race(name);
      for (const round of rounds) {
        assert.deepEqual(round, { stood: expected, refused: RACERS - expected, failed: [] });
      }
      assert.equal(stored, expected * ROUNDS);
    },
  });
}

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
      const { rounds } = await race(name, "naive");
      const wrong = rounds.filter(({ stood, failed }) =>
        stood !== ALL_RACES[name].expected || failed.length > 0
      );
      assert.notEqual(wrong.length, 0);
    },
  });
}
