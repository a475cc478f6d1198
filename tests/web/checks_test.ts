import assert from "node:assert/strict";
import { ROOT } from "../support/root.ts";

/** The checks that every request passes, in their order. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  // Counted before all other work, for the key if there is a valid one.
  "src/web/app.ts": [
    "key",
    "limit",
    "key still valid",
    "host",
    "readable",
    "method",
    "key required",
    "scope",
    "body",
    "answer",
  ],
  "src/web/checkout_page/app.ts": ["host", "readable", "method", "limit", "origin", "answer"],
  // No foreign host and no foreign form reaches a person's cookie.
  "src/web/dashboard/app.ts": [
    "host",
    "own host",
    "readable",
    "origin",
    "method",
    "person",
    "role",
    "password",
    "download",
    "answer",
  ],
};

for (const [path, order] of Object.entries(ORDERS)) {
  Deno.test(`every request to ${path} passes its checks in this order: ${order.join(", ")}`, async () => {
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    const [, checks = ""] = /^ {4}checks: \[\n(.*?)^ {4}\],/ms.exec(text) ?? [];
    const named = [...checks.matchAll(/^ {6}\["([a-z ]+)", /gm)].map(([, name]) => name);
    assert.deepEqual(named, order);
    // Each in a line of its own.
    assert.equal(checks.trim().split("\n").length, order.length);
  });
}
