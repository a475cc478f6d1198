import {
  composeOtp,
  isKeyedOtp,
  OTP_ENTROPY_BYTES,
  OTP_WINDOW_MS,
  TEST_OTP,
} from "../../domain/session/otp.ts";
import type { PhoneOrigin } from "../../domain/session/otp_numbers.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { sendOtp, verifyOtp } from "../../domain/steps/otp.ts";
import { testCustomer } from "../../domain/steps/test_mode.ts";
import { dayAt } from "../../domain/values/calendar.ts";
import type { Deps } from "../deps.ts";
import { ServerSecret, type ServerSecretDeps } from "../secrets/server_secret.ts";
import type { Checkout, StepCall } from "./checkout.ts";
import type { PricedCustomer } from "./context.ts";

/** Reads a phone number as E.164, in the session's country. */
export type PhoneIn = (countryCode: string) => string;

/** The phone number that gets a code. */
export interface OtpTarget {
  readonly phoneIn: PhoneIn;
  readonly originOf: (phone: string) => PhoneOrigin;
}

const SALT_BYTES = 16;

/** Dependencies of {@link Otp}. */
export interface OtpDeps extends ServerSecretDeps, Pick<Deps, "newId" | "otpDaily"> {
  readonly checkout: Checkout;
}

/** Verifies phone numbers by one-time codes. */
export class Otp {
  readonly #deps: OtpDeps;
  readonly #secret: ServerSecret;

  constructor(deps: OtpDeps) {
    this.#deps = deps;
    this.#secret = new ServerSecret(deps, "code");
  }

  /**
   * Sends a code.
   *
   * @param target `phoneIn` accepts national numbers of the session's country
   * @throws {AppError} `error.otp-number-not-allowed`, `error.otp-country-not-allowed`,
   *   `error.otp-rate-limited`, `error.otp-daily-limit`, `error.unavailable` where the secret of
   *   codes is locked, and the errors of `phoneIn`
   */
  async send(call: StepCall, { phoneIn, originOf }: OtpTarget): Promise<CheckoutSession> {
    const { store, randomBytes, otpDaily: limit } = this.#deps;
    return await this.#deps.checkout.run(call, sendOtp, {
      input: async ({ merchantId, countryCode, livemode }, now, { merchant }) => {
        const phone = phoneIn(countryCode);
        const day = dayAt(now, merchant.timeZone);
        const { customers } = store;
        const [phoneSentAt, sentToday, key] = livemode
          ? await Promise.all([
            customers.otpSends(merchantId, phone, now - OTP_WINDOW_MS),
            customers.otpsSince(merchantId, day.start),
            this.#keyForNew(),
          ])
          : [[], 0, null];
        return {
          phone,
          code: livemode ? composeOtp(randomBytes(OTP_ENTROPY_BYTES)) : TEST_OTP,
          salt: randomBytes(SALT_BYTES).toHex(),
          key,
          phoneSentAt,
          origin: originOf(phone),
          shop: { limit, day, sentToday },
        };
      },
    });
  }

  /**
   * Verifies a code and attaches the customer with this phone number to the session.
   *
   * @param phoneIn as for {@link send}
   * @throws {AppError} `error.otp-invalid`, `error.otp-expired`, `error.otp-too-many-attempts`
   */
  async verify(call: StepCall, phoneIn: PhoneIn, otp: string): Promise<CheckoutSession> {
    const { store, newId } = this.#deps;
    let customer: PricedCustomer | null = null;
    return await this.#deps.checkout.run(call, verifyOtp, {
      input: async (session, now) => {
        const phone = phoneIn(session.countryCode);
        if (!session.livemode) {
          const known = testCustomer(session, phone, { now, newId });
          customer = { id: known.id };
          return { phone, otp, key: null, known };
        }
        const stored = store.customers.byPhone(session.merchantId, phone);
        customer = { phone, stored };
        const { challenge } = session.otp;
        const isKeyed = challenge !== null && isKeyedOtp(challenge);
        const key = isKeyed ? await this.#secret.find() : null;
        return { phone, otp, key, known: (await stored)?.customer ?? null };
      },
      needs: () => ({ customer }),
    });
  }

  /**
   * The key of a code that is sent now; null while a program of an earlier version runs, which makes
   * codes without one and cannot check one with it.
   *
   * @throws {AppError} `error.unavailable` if the key is locked, or cannot be made now: no code is made
   *   without it
   */
  async #keyForNew(): Promise<Uint8Array | null> {
    const known = await this.#secret.find();
    if (known !== null) return known;
    const isEarlier = await this.#deps.store.shared?.presence.hasEarlier() ?? false;
    return isEarlier ? null : await this.#secret.findOrMake();
  }
}
