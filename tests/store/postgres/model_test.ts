/** The model test of checkouts on PostgreSQL. With `-- --whole`, as many rows as on SQLite. */
import fc from "fast-check";
import { modelProperty } from "../../service/checkout/model/property.ts";
import { runs } from "../../support/arbitraries.ts";
import { IS_WHOLE } from "../../support/few.ts";
import { lacksPostgres } from "../../support/postgres.ts";
import { startServer } from "./support.ts";

const isMissing = await lacksPostgres();
const server = isMissing ? null : await startServer();

/** A command is some 20 round trips. */
const RUNS = IS_WHOLE ? 80 : 3;

Deno.test({
  name: "postgres: steps, repeats and clock jumps in any order leave all that is stored adding up",
  ignore: isMissing,
  fn: async () => {
    const name = await server!.freshDatabase(server!.template);
    const open = async () => {
      await server!.empty(name);
      return await server!.open(name);
    };
    await fc.assert(modelProperty(new Set(), open), runs(RUNS, RUNS));
  },
});
