/** Races through HTTP on one server. With `-- --whole`, 100 rounds of each. */
import assert from "node:assert/strict";
import { raceField } from "../races/field.ts";
import { RACE_NAMES, RACERS, runRace } from "../races/races.ts";
import { openStoreOf, testOnEngines } from "../support/engines.ts";
import { IS_WHOLE } from "../support/few.ts";
import { runCtl, startServer } from "../support/process.ts";

const ROUNDS = IS_WHOLE ? 100 : 2;

testOnEngines(
  `${RACERS} racers over HTTP have exactly what there is, in every race`,
  (engine) =>
    engine.withFolder(async (folder) => {
      await using stack = new AsyncDisposableStack();
      const store = stack.adopt(await openStoreOf(folder), (store) => store.close());
      const server = await startServer(folder);
      const field = await raceField([server.url], store);
      for (const name of RACE_NAMES) await runRace(field, name, ROUNDS);
      const { code, output } = await server.end("SIGTERM");
      assert.equal(code, 0, output);
      const checked = await runCtl(folder, "--json", "db", "check");
      assert.deepEqual(JSON.parse(checked.stdout).findings, [], checked.stderr);
    }),
);
