/** Requests under an `Idempotency-Key`, and their replays. */
import assert from "node:assert/strict";
import { aCart, type Answer, type World } from "../support/app.ts";

/** The header that names a request. */
export function named(key: string): Record<string, string> {
  return { "idempotency-key": key };
}

/** True for a replayed answer. */
export function isReplay({ headers }: Answer): boolean {
  return headers.get("idempotent-replayed") === "true";
}

/** Creates a session under a key, or gets the replay. */
export async function createdWith(
  { send }: World,
  key: string,
  secret?: string,
): Promise<Answer> {
  const own = secret === undefined ? {} : { secret };
  const answer = await send("POST", "/session", { body: aCart(), headers: named(key), ...own });
  assert.equal(answer.status, 201, answer.text);
  return answer;
}
