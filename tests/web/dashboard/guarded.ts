/** Headers of every page of the dashboard. */
import assert from "node:assert/strict";
import type { Seen } from "./dashboard.ts";

/** Requires the headers that keep a page private and its scripts its own. */
export function requireGuarded({ headers }: Pick<Seen, "headers">): void {
  const expected = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  };
  for (const [name, value] of Object.entries(expected)) {
    assert.equal(headers.get(name), value, name);
  }
  const policy = headers.get("content-security-policy") ?? "";
  assert.equal(
    policy,
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
}
