import type { DroppedReport } from "../../maintenance.ts";
import type { PgConnection } from "../connection/client.ts";
import { dropWriteFunctions } from "../schema/functions.ts";
import { runningPrograms } from "../schema/programs.ts";
import { readSchema } from "../schema/version.ts";
import { WRITE_FUNCTION } from "../write/function.ts";

/** Drops the write functions of other versions, but for those of programs that are running. */
export async function dropUnused(connection: PgConnection): Promise<DroppedReport> {
  const { version } = await readSchema(connection);
  const running = await runningPrograms(connection, version);
  const others = new Set(
    running.map(({ writes }) => writes).filter((one) => one !== WRITE_FUNCTION),
  );
  const dropped = await dropWriteFunctions(connection, [WRITE_FUNCTION, ...others]);
  return { schemaVersion: version, dropped, left: others.size };
}
