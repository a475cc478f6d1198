import manifest from "../../deno.json" with { type: "json" };
import { BY_NAME, type Calls, callsIn } from "../command/calls.ts";
import { COMMIT, IS_SINGLE_FILE } from "./commit.ts";

/** The program's version (semver). */
export const VERSION: string = manifest.version;

/**
 * The version of a program, as a line and as JSON. The commit is 12 hexadecimal digits, followed by
 * `-modified` for changed sources, or `unknown`.
 *
 * @param program name of the program
 * @param schemas schema versions that it uses
 */
export function programVersion(
  program: string,
  { sqlite, postgres }: { readonly sqlite: number; readonly postgres: number },
) {
  return {
    text: `${program} ${VERSION} (commit ${COMMIT}, schema ${sqlite}, PostgreSQL's ${postgres})`,
    fields: {
      program,
      version: VERSION,
      commit: COMMIT,
      schema_version: sqlite,
      postgres_schema_version: postgres,
    },
  };
}

/** The folder of the scripts, from the root of the sources. */
const SCRIPTS = "bin";

/**
 * The calls of both programs, in the way this one was called.
 *
 * @param folder of the scripts, which set it in `CHECKOUT_CALLED`
 */
export function ownCalls(folder: string | undefined, isSingleFile = IS_SINGLE_FILE): Calls {
  return isSingleFile ? BY_NAME : callsIn(folder || SCRIPTS);
}
