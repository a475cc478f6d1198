import assert from "node:assert/strict";
import { sessionFromRow, sessionToRow } from "../../src/schema/stored/session_row.ts";
import { aSession } from "./support.ts";

Deno.test("sessionFromRow() refuses a packed document that cannot be inflated", () => {
  const row = {
    ...sessionToRow(aSession(1), { extra: "{}", view: null }),
    packed: Uint8Array.of(1),
  };
  assert.throws(() => sessionFromRow(row).load(), /packed cannot be inflated: .+1001$/);
  assert.throws(() => sessionFromRow({ ...row, packed: "text" }).load(), /packed not a BLOB/);
});
