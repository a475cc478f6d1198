import { z } from "zod";
import { parseRow } from "./parse.ts";

const foundIdSchema = z.object({ id: z.string(), name: z.string() });

/** Decodes an id with the name of its thing. */
export function foundIdFromRow(row: unknown): z.infer<typeof foundIdSchema> {
  return parseRow(foundIdSchema, row, { table: "ids", keyColumns: ["id"] });
}
