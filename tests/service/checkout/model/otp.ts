/** One-time codes: when they are sent, and what entering one comes to. */
import { equal, match } from "node:assert/strict";
import type { SessionId } from "../../../../src/domain/ids.ts";
import { EDITED } from "./model.ts";
import { edit, kept, needsOf, type Scene, step, taken } from "./request.ts";
import { LIMITS, OTP_DAILY } from "./shop.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/** Sends a code, unless too many were sent by the session, to the phone, or by the shop today. */
export async function sendOtp(scene: Scene, phone: string): Promise<void> {
  const { model, session, real: { world } } = scene;
  const toPhone = model.phoneSentAt.get(phone) ?? [];
  const isTooSoon = [session.otpSentAt, toPhone].some((times) =>
    times.filter((at) => at > model.now - HOUR).length >= 5 ||
    times.some((at) => at > model.now - 30 * SECOND)
  );
  const today = Math.floor((model.now - 4 * HOUR) / DAY) * DAY + 4 * HOUR;
  const sentToday = [...model.phoneSentAt.values()].flat().filter((at) => at >= today).length;
  const code = await edit(scene, ["POST", "/otp", { phone }]);
  if (code === null) return;
  const isLimitReached = sentToday >= OTP_DAILY && "error.otp-daily-limit";
  equal(code, isTooSoon ? "error.otp-rate-limited" : isLimitReached || "");
  if (code !== "") return;
  const events = await world.store.sessions.events(session.id as SessionId);
  const otp = String(events.findLast(({ type }) => type === "otp.requested")?.data["otp"]);
  match(otp, /^\d{6}$/);
  session.challenge = { phone, code: otp, expiresAt: model.now + 300 * SECOND, triesLeft: 5 };
  session.otpSentAt.push(model.now);
  model.phoneSentAt.set(phone, [...toPhone, model.now]);
}

/** Enters the code that was sent, or another one. */
export async function verifyOtp(scene: Scene, phone: string, isRight: boolean): Promise<void> {
  const { model, session } = scene;
  const { challenge } = session;
  const right = challenge?.code ?? "000000";
  const otp = isRight ? right : right === "000000" ? "000001" : "000000";
  const outcome = await step(scene, EDITED, ["POST", "/otp/verify", { phone, otp }]);
  if (outcome === null) return;
  if (challenge === null || challenge.phone !== phone) {
    equal(outcome.code, "error.otp-invalid");
  } else if (challenge.triesLeft === 0) {
    equal(outcome.code, "error.otp-too-many-attempts");
  } else if (model.now >= challenge.expiresAt) {
    equal(outcome.code, "error.otp-expired");
  } else if (!isRight) {
    equal(outcome.code, "error.otp-invalid");
    // The try is kept, and that is a change of the session.
    challenge.triesLeft -= 1;
    kept(scene, EDITED[session.cell]!);
  } else {
    equal(outcome.code, "");
    session.challenge = null;
    session.phone = phone;
    model.addCustomer(phone);
    taken(scene, EDITED[session.cell]!, outcome.data);
    equal(outcome.data.coin.coin_available, model.available(phone));
    // Coupons that this customer has used up are no longer offered.
    equal(model.obstacles(needsOf(scene)).filter((one) => LIMITS[one]?.each === 1).join(), "");
  }
}
