import { BY_NAME, type Calls, callsIn } from "../command/calls.ts";
import { IS_SINGLE_FILE } from "./commit.ts";

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
