/** docs/kept.md: its times are the program's. */
import assert from "node:assert/strict";
import { IDEMPOTENCY_LIFETIME_MS } from "../../src/domain/idempotency.ts";
import { MESSAGES_KEPT_MS } from "../../src/domain/message_limits.ts";
import { INVITATION_MS } from "../../src/domain/people/invitation.ts";
import { SIGN_IN_LINK_MS, SIGNED_IN_MS } from "../../src/domain/people/sign_in.ts";
import { OTP_KEPT_MS, OTP_LIFETIME_MS } from "../../src/domain/session/otp.ts";
import { RETURN_LIFETIME_MS } from "../../src/domain/session/payment_return.ts";
import { REFUSED_LATELY_MS } from "../../src/domain/shop/limits.ts";
import { readRoot } from "../support/root.ts";
import { section, table } from "./pages.ts";

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The times that a cell names, in milliseconds. */
function times(cell: string): number[] {
  const numbers = cell.replace("five", "5");
  return [...numbers.matchAll(/(\d+) (minute|hour|day)s?/g)].map(([, count, unit]) =>
    Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
  );
}

Deno.test("docs/kept.md: the times are the program's", async () => {
  const page = await readRoot("docs/kept.md");
  const rows = [
    ...table(section(page, "Personal data"), "Data"),
    ...table(section(page, "Other records"), "Record"),
  ];
  const kept = (begins: string) => {
    const row = rows.find(([name = ""]) => name.startsWith(begins));
    assert.ok(row, begins);
    return times(row[1] ?? "");
  };
  assert.deepEqual(kept("One-time codes in events"), [OTP_LIFETIME_MS]);
  assert.deepEqual(kept("Phones that codes were sent to"), [OTP_KEPT_MS]);
  assert.deepEqual(kept("Answers under"), [IDEMPOTENCY_LIFETIME_MS]);
  assert.deepEqual(kept("Codes of `return_url`"), [RETURN_LIFETIME_MS]);
  assert.deepEqual(kept("Messages sent"), [MESSAGES_KEPT_MS]);
  assert.deepEqual(kept("Refusals"), [REFUSED_LATELY_MS]);
  assert.deepEqual(kept("[Sign-ins]"), [SIGNED_IN_MS]);
  assert.deepEqual(kept("Sign-in links"), [SIGN_IN_LINK_MS, INVITATION_MS]);
});
