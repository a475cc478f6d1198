/** POSTs that are sent again under their own keys. */
import { deepEqual, equal } from "node:assert/strict";
import { Happening } from "./happening.ts";
import type { Model } from "./model.ts";
import type { Posted } from "./posted.ts";
import type { Real } from "./request.ts";

const LIFETIME_MS = 24 * 3_600_000;

/** The last POST, and the last that began something, which may have come to nothing. */
export const repeat = new Happening("repeat()", async (model, real) => {
  await again(model, real, model.lastPost);
  await again(model, real, model.lastBegun);
}, ({ lastPost }) => lastPost !== null);

async function again(model: Model, { world, seen }: Real, posted: Posted | null): Promise<void> {
  if (posted === null || model.now - posted.at >= LIFETIME_MS) return;
  const { path, body, key, status, text } = posted;
  const secret = model.secret ?? world.secret;
  const headers = { "idempotency-key": key };
  const answer = await world.send("POST", path, { body, headers, secret });
  if (model.isStale(posted)) {
    deepEqual([answer.status, answer.json.error.code], [409, "error.idempotency-key-stale"]);
    seen.add("a stale replay");
    return;
  }
  deepEqual([answer.status, answer.text], [status, text]);
  equal(answer.headers.get("idempotent-replayed"), "true");
  seen.add("a replay");
}
