/** With `-- --whole`, 100 rounds of each race. */
import assert from "node:assert/strict";
import { rounds } from "../faults/figures.ts";
import { raceField } from "../races/field.ts";
import { RACE_NAMES, RACERS, runRace } from "../races/races.ts";
import { checkPostgres } from "../store/postgres/support.ts";
import { withCluster } from "../support/cluster.ts";
import { lacksPostgres, postgresServer } from "../support/postgres.ts";

const ROUNDS = rounds({ short: 1, whole: 100 });

const isMissing = await lacksPostgres();
const postgres = isMissing ? null : await postgresServer();

Deno.test({
  name: `servers: ${RACERS} racers at three servers have exactly what there is, in every race`,
  ignore: isMissing,
  fn: () =>
    withCluster(postgres!, {}, async ({ urls, store, databaseUrl }) => {
      const field = await raceField(urls, store);
      for (const name of RACE_NAMES) await runRace(field, name, ROUNDS);
      assert.deepEqual((await checkPostgres(databaseUrl)).findings, []);
      const log = await Deno.readTextFile(`${postgres!.folder}/log`);
      assert.doesNotMatch(log, /deadlock detected/);
    }),
});
