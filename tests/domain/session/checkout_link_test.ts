import { equal } from "node:assert/strict";
import { linkEndsAt } from "../../../src/domain/session/checkout_link.ts";

Deno.test("linkEndsAt() is a day after the link was made, and a day after a manual payment was due", () => {
  const day = 86_400_000;
  const createdAt = 10 * day;
  equal(linkEndsAt({ createdAt }), 11 * day);
  equal(linkEndsAt({ createdAt }, { dueAt: null, status: "PAID" }), 11 * day);
  equal(linkEndsAt({ createdAt }, { dueAt: 13 * day, status: "PENDING" }), 14 * day);
  equal(linkEndsAt({ createdAt }, { dueAt: 13 * day, status: "FAILED" }), 11 * day);
  // Due before the link was made.
  equal(linkEndsAt({ createdAt }, { dueAt: 9 * day, status: "PAID" }), 11 * day);
});
