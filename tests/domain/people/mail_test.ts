/** Mails to people: their times and texts, and masked addresses. */
import assert from "node:assert/strict";
import { EMAIL_LINK_MS, isEmailLinkUsable, maskedEmail } from "../../../src/domain/people/email.ts";
import {
  isMailGivenUp,
  MAX_MAIL_TRIES,
  nextAttemptAt,
  PERSON_MAIL_KINDS,
  type PersonMail,
} from "../../../src/domain/people/mail.ts";
import { mailText } from "../../../src/domain/people/mail_text.ts";
import { aPersonMail } from "../../support/people.ts";

const MINUTE_MS = 60_000;
const NO = { link: undefined, shop: undefined };
const HOUR_MS = 60 * MINUTE_MS;

for (
  const [address, masked] of [
    ["anna@hill.example", "a…@h…"],
    ["a@b", "a…@b…"],
    ["Zoe.Rao+shop@mail.hill.example", "Z…@m…"],
  ] as const
) {
  Deno.test(`maskedEmail() shows one letter of each part: ${masked}`, () => {
    assert.equal(maskedEmail(address), masked);
  });
}

Deno.test("a link of an address works for 24 hours", () => {
  const link = { personId: aPersonMail().personId, address: "a@b", tokenHash: "", createdAt: 5 };
  assert.equal(isEmailLinkUsable(link, 5 + EMAIL_LINK_MS - 1), true);
  assert.equal(isEmailLinkUsable(link, 5 + EMAIL_LINK_MS), false);
  assert.equal(EMAIL_LINK_MS, 24 * HOUR_MS);
});

Deno.test("a mail is tried five times, after 1, 5, 30 and 120 minutes", () => {
  const pauses = [0, 1, 2, 3].map((tries) => nextAttemptAt({ tries }, 7) - 7);
  assert.deepEqual(pauses, [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS]);
  assert.equal(MAX_MAIL_TRIES, 5);
  const given = (over: Partial<PersonMail>, afterMs: number) => {
    const mail = aPersonMail(over);
    return isMailGivenUp(mail, mail.at + afterMs);
  };
  assert.deepEqual([given({ tries: 4 }, 3 * HOUR_MS), given({ tries: 5 }, 3 * HOUR_MS)], [
    false,
    true,
  ]);
  assert.deepEqual([given({}, 24 * HOUR_MS - 1), given({}, 24 * HOUR_MS)], [false, true]);
  const verify = { kind: "verify" } as const;
  assert.deepEqual([given(verify, HOUR_MS - 1), given(verify, HOUR_MS)], [false, true]);
});

for (const kind of PERSON_MAIL_KINDS) {
  Deno.test(`mailText() of ${kind} has a subject of one line, and says what to do`, () => {
    const facts = { by: "ben", address: "192.0.2.1", login: "cat" };
    const place = { origin: "https://dash.example", link: "https://dash.example/#x", shop: "Hill" };
    const { subject, text } = mailText({ kind, facts, at: 0 }, place);
    assert.match(subject, /^[A-Z][^\n]{10,70}$/);
    assert.match(text, /^\w[^]*\n\nIf [^]*\.\n$/);
    assert.doesNotMatch(text, /undefined/);
  });
}

Deno.test("mailText() says what happened, when and where; a link stands on a line of its own", () => {
  const at = Date.UTC(2026, 10, 28, 12, 0, 5);
  const origin = "https://dash.example";
  const news = mailText({ kind: "email", facts: { to: "a…@h…" }, at }, { origin, ...NO });
  assert.equal(news.subject, "Your e-mail address was changed");
  assert.match(news.text, /^News of your account go to a…@h… from now on/);
  assert.match(news.text, /\n\nAt Sat, 28 Nov 2026 12:00:05 GMT, at https:\/\/dash\.example\.\n$/);
  const removed = mailText({ kind: "email", facts: {}, at }, { origin, ...NO });
  assert.match(removed.text, /^Your account has no e-mail address any more/);
  const link = `${origin}/account/email/link#token`;
  const verify = mailText({ kind: "verify", facts: {}, at }, { origin, link, shop: undefined });
  assert.ok(verify.text.split("\n").includes(link), verify.text);
  assert.doesNotMatch(verify.text, /anna|GMT/);
});
