import manifest from "../../deno.json" with { type: "json" };
import { BY_NAME, type Calls, callsIn } from "../command/calls.ts";
import { COMMIT, IS_SINGLE_FILE } from "./commit.ts";

/** The program's version (semver). */
export const VERSION: string = manifest.version;

/** What `--version` tells of a program. */
export interface ProgramVersion {
  /** One line for people. */
  readonly text: string;
  /** The same for programs. */
  readonly fields: {
    readonly program: string;
    readonly version: string;
    /** 12 hexadecimal digits, `-modified` behind them for changed sources, or `unknown`. */
    readonly commit: string;
    readonly schema_version: number;
  };
}

/**
 * Tells a program's version.
 *
 * @param program its name
 * @param schemaVersion the version of the tables that it works with
 */
export function programVersion(program: string, schemaVersion: number): ProgramVersion {
  return {
    text: `${program} ${VERSION} (commit ${COMMIT}, schema ${schemaVersion})`,
    fields: { program, version: VERSION, commit: COMMIT, schema_version: schemaVersion },
  };
}

/** Where the scripts are, from the root of the sources. */
const SCRIPTS = "bin";

/**
 * How to call either program: as this one was called.
 *
 * @param folder of the scripts, as they say it of themselves in `CHECKOUT_CALLED`
 */
export function ownCalls(folder: string | undefined, isSingleFile = IS_SINGLE_FILE): Calls {
  return isSingleFile ? BY_NAME : callsIn(folder || SCRIPTS);
}
