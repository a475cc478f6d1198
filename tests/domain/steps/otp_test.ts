import { deepEqual, equal, throws } from "node:assert/strict";
import { hashOtp, type OtpChallenge } from "../../../src/domain/session/otp.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { type OtpEntry, sendOtp, verifyOtp } from "../../../src/domain/steps/otp.ts";
import { aCustomer, NOW, uuid } from "../../support/builders.ts";
import { CODE, COINS, coupon, percent } from "../../support/shop.ts";
import {
  at,
  FIRST_ID,
  inForce,
  keepsAndRefuses,
  refuses,
  sessionIn,
  shopAs,
  told,
  UNHINDERED,
  verified,
} from "./cases.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PHONE = "+919876543210";

const KEY = new Uint8Array(32).fill(7);

const send = { phone: PHONE, code: "012345", salt: "pepper", key: KEY, ...UNHINDERED };

/** A code that waits to be entered, sent at {@link NOW}. */
function waiting(over: Partial<OtpChallenge> = {}): Pick<CheckoutSession, "otp"> {
  const challenge = {
    phone: PHONE,
    salt: "pepper",
    hash: hashOtp("pepper", "012345", KEY),
    expiresAt: NOW + 5 * MINUTE,
    triesLeft: 5,
    ...over,
  };
  return { otp: { challenge, sentAt: [NOW] } };
}

function entry(over: Partial<OtpEntry> = {}): OtpEntry {
  return { phone: PHONE, otp: "012345", key: KEY, known: null, ...over };
}

const KNOWN = { known: aCustomer() };

Deno.test("sendOtp() keeps the code's hash, tells the code, and counts the send", () => {
  const context = shopAs();
  const before = sessionIn(context);
  const decision = sendOtp(before, send, context);
  deepEqual(decision.session.otp, waiting().otp);
  equal(JSON.stringify(decision.session).includes("012345"), false);
  deepEqual(decision.effects, [{
    kind: "otp.sent",
    merchantId: before.merchantId,
    phone: PHONE,
    at: NOW,
    quietSince: NOW - 30 * SECOND,
    since: NOW - 60 * MINUTE,
    limit: 5,
    shopSince: Date.UTC(2026, 0, 2),
    shopLimit: 5000,
  }]);
  deepEqual(told(decision), ["otp.requested"]);
  const { phone, otp, expires_at } = decision.events[0]!.data;
  deepEqual([phone, otp, expires_at], [PHONE, "012345", "2026-01-02T03:09:05.000Z"]);
  deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
  equal(decision.session.version, before.version + 1);
});

Deno.test("sendOtp() again replaces the code and gives all tries anew", () => {
  const context = shopAs({ now: NOW + 30 * SECOND });
  const before = sessionIn(context, waiting({ triesLeft: 0 }));
  const { session } = sendOtp(before, { ...send, code: "654321", salt: "salt" }, context);
  deepEqual(session.otp, {
    challenge: {
      phone: PHONE,
      salt: "salt",
      hash: hashOtp("salt", "654321", KEY),
      expiresAt: NOW + 30 * SECOND + 5 * MINUTE,
      triesLeft: 5,
    },
    sentAt: [NOW, NOW + 30 * SECOND],
  });
});

Deno.test("sendOtp() forgets sends that are an hour old", () => {
  const context = shopAs({ now: NOW + 60 * MINUTE });
  const { session } = sendOtp(sessionIn(context, waiting()), send, context);
  deepEqual(session.otp.sentAt, [NOW + 60 * MINUTE]);
});

/** When codes were sent before, by the session and to the phone, and the seconds to wait. */
const LIMITS: readonly [string, readonly number[], readonly number[], number][] = [
  ["30 s after the session's last", [NOW - 29_001], [], 1],
  ["30 s after the phone's last", [], [NOW - 10 * SECOND], 20],
  ["an hour after the session's fifth last", [50, 40, 30, 20, 10].map(ago), [], 600],
  ["an hour after the phone's fifth last", [], [59, 40, 30, 20, 10].map(ago), 60],
  ["at the later of both", [NOW - 10 * SECOND], [50, 40, 30, 20, 10].map(ago), 600],
];

function ago(minutes: number): number {
  return NOW - minutes * MINUTE;
}

for (const [when, sentAt, phoneSentAt, retryAfterSeconds] of LIMITS) {
  Deno.test(`sendOtp() sends the next code ${when}`, () => {
    const context = shopAs();
    const before = sessionIn(context, { otp: { challenge: null, sentAt } });
    throws(() => sendOtp(before, { ...send, phoneSentAt }, context), {
      code: "error.otp-rate-limited",
      message: `Another code can be sent in ${retryAfterSeconds} s`,
      retryAfterSeconds,
    });
    const later = shopAs({ now: NOW + retryAfterSeconds * SECOND });
    equal(sendOtp(before, { ...send, phoneSentAt }, later).refusal, undefined);
  });
}

Deno.test("verifyOtp() attaches a customer who is known, with the coins", () => {
  const before = sessionIn(shopAs({ rules: { coin: COINS } }), waiting());
  const context = shopAs({ rules: { coin: COINS }, coins: 500 });
  const decision = verifyOtp(before, entry(KNOWN), context);
  deepEqual(decision.session.customer, verified().customer);
  deepEqual(decision.session.priced.coins, {
    available: 500,
    redeemable: 500,
    used: 0,
    processing: 0,
  });
  deepEqual(decision.session.otp, { challenge: null, sentAt: [NOW] });
  deepEqual([decision.effects, told(decision)], [[], ["session.updated"]]);
  deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
  equal(decision.session.version, before.version + 1);
});

Deno.test("verifyOtp() adds a customer who is new", () => {
  const context = shopAs({ rules: { coin: COINS } });
  const decision = verifyOtp(sessionIn(context, waiting()), entry(), context);
  deepEqual(decision.session.customer, { id: FIRST_ID, phone: PHONE });
  const customer = aCustomer({ id: uuid(901), createdAt: NOW });
  deepEqual(decision.effects, [{ kind: "customer.add", customer }]);
  equal(decision.session.priced.coins.available, 0);
});

Deno.test("verifyOtp() lets automatic coupons with a limit per customer apply", () => {
  const context = shopAs({ coupons: [coupon("ONCE", percent(10), { usageLimitPerCustomer: 1 })] });
  const before = sessionIn(context, waiting());
  deepEqual(inForce(before), []);
  const { session } = verifyOtp(before, entry(KNOWN), context);
  deepEqual(inForce(session), [["ONCE", 6_980, null]]);
});

Deno.test("verifyOtp() lets a code rest that this customer has used up", () => {
  const once = coupon("ONCE", percent(10), { ...CODE, usageLimitPerCustomer: 1 });
  const choices = { codes: [{ couponId: once.id, enteredAt: NOW, previousCode: null }] };
  const before = sessionIn(shopAs({ coupons: [once] }), { ...waiting(), choices });
  deepEqual(inForce(before), [["ONCE", 6_980, null]]);
  const context = shopAs({ coupons: [once], usage: [[once, { used: 1, usedByCustomer: 1 }]] });
  deepEqual(inForce(verifyOtp(before, entry(KNOWN), context).session), []);
});

Deno.test("verifyOtp() drops the coins of another customer, and keeps those of the same", () => {
  const context = shopAs({ rules: { coin: COINS }, coins: 500 });
  const other = {
    customer: { id: uuid<ReturnType<typeof aCustomer>["id"]>(51), phone: "+14155552671" },
  };
  const verify = (owner: Pick<CheckoutSession, "customer">) => {
    const before = sessionIn(context, { ...waiting(), ...owner, choices: { coins: 300 } });
    return verifyOtp(before, entry(KNOWN), context).session;
  };
  const changed = verify(other);
  deepEqual([changed.customer, changed.choices.coins], [verified().customer, 0]);
  deepEqual([changed.priced.coins.available, changed.priced.coins.used], [500, 0]);
  const same = verify(verified());
  deepEqual([same.choices.coins, same.priced.coins.used], [300, 300]);
});

Deno.test("verifyOtp() refuses when no code waits, and a code for another phone", () => {
  const context = shopAs();
  const verify = (session: CheckoutSession, phone: string) => () =>
    verifyOtp(session, entry({ phone }), context);
  const message = "The code is wrong";
  refuses(verify(sessionIn(context), PHONE), "error.otp-invalid", message);
  refuses(verify(sessionIn(context, waiting()), "+14155552671"), "error.otp-invalid", message);
});

Deno.test("verifyOtp() takes a code once", () => {
  const context = shopAs();
  const { session } = verifyOtp(sessionIn(context, waiting()), entry(KNOWN), context);
  const again = () => verifyOtp(session, entry(KNOWN), context);
  refuses(again, "error.otp-invalid", "The code is wrong");
});

Deno.test("verifyOtp() counts the try of a wrong code, without an event", () => {
  const context = shopAs();
  const before = sessionIn(context, waiting());
  const decision = verifyOtp(before, entry({ otp: "012346" }), context);
  keepsAndRefuses(decision, "error.otp-invalid", "The code is wrong");
  deepEqual(decision.session, {
    ...before,
    ...waiting({ triesLeft: 4 }),
    ...at("IN_PROGRESS", "DRAFT"),
    version: before.version + 1,
  });
  deepEqual(decision.events, []);
});

Deno.test("verifyOtp() refuses even the right code after five wrong ones", () => {
  const context = shopAs();
  let session = sessionIn(context, waiting());
  for (let wrong = 1; wrong <= 5; wrong++) {
    const decision = verifyOtp(session, entry({ otp: `99999${wrong}` }), context);
    equal(decision.refusal?.code, "error.otp-invalid");
    session = decision.session;
  }
  equal(session.otp.challenge?.triesLeft, 0);
  const message = "Too many wrong codes: ask for a new one";
  refuses(() => verifyOtp(session, entry(), context), "error.otp-too-many-attempts", message);
});

Deno.test("verifyOtp() takes the fifth try if it is right", () => {
  const context = shopAs();
  const { session } = verifyOtp(sessionIn(context, waiting({ triesLeft: 1 })), entry(), context);
  equal(session.customer?.phone, PHONE);
});

Deno.test("verifyOtp() takes a code for five minutes", () => {
  const verify = (now: number) => {
    const context = shopAs({ now });
    return verifyOtp(sessionIn(context, waiting()), entry(), context).session.customer?.phone;
  };
  equal(verify(NOW + 5 * MINUTE - 1), PHONE);
  const message = "The code has expired: ask for a new one";
  refuses(() => verify(NOW + 5 * MINUTE), "error.otp-expired", message);
});

Deno.test("sendOtp() and verifyOtp() do not touch a cart that is being paid", () => {
  const context = shopAs({ coupons: [coupon("SAVE10", percent(10), CODE)] });
  const frozen = sessionIn(context, { ...waiting(), ...at("IN_PROGRESS", "PENDING") });
  const message = "A payment is pending: wait for its result or cancel it";
  refuses(() => sendOtp(frozen, send, context), "error.invalid-state", message);
  refuses(() => verifyOtp(frozen, entry(), context), "error.invalid-state", message);
});
