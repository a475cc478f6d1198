import { z } from "zod";
import type { DroppedReport } from "../../maintenance.ts";
import type { PgConnection } from "../connection/client.ts";
import { WRITE_FUNCTION } from "../write/function.ts";
import { otherClients } from "./other_clients.ts";

/** Write functions of other versions of the program. */
const OTHERS = `
  SELECT oid::regprocedure::text AS signature FROM pg_proc
  WHERE pronamespace = to_regnamespace(current_schema())
    AND proname ~ '^checkoutd_write_[0-9a-f]{16}$' AND proname <> $1`;
const signatureSchema = z.object({ signature: z.string() });

/**
 * Drops the write functions of other versions while no other program is connected. A server that
 * connects meanwhile creates its own again.
 */
export async function dropUnused(connection: PgConnection): Promise<DroppedReport> {
  const signatures = (await connection.query(OTHERS, [WRITE_FUNCTION]))
    .map((row) => signatureSchema.parse(row).signature);
  if (signatures.length === 0) return { dropped: 0, left: 0, usedBy: null };
  const usedBy = await otherClients(connection);
  if (usedBy !== null) return { dropped: 0, left: signatures.length, usedBy };
  await connection.query(`DROP FUNCTION IF EXISTS ${signatures.join(", ")}`);
  return { dropped: signatures.length, left: 0, usedBy };
}
