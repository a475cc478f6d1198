import {
  type CountedMessage,
  messageLimitsAt,
  refusedByCount,
  type RefusedMessage,
  refusedNumber,
} from "../../domain/message_limits.ts";
import { type LimitRefusal, limitSubject } from "../../domain/shop/limits.ts";
import type { PhoneOrigin } from "../../domain/session/otp_numbers.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { CommitRefused, type Store } from "../../store/store.ts";
import { MAX_ATTEMPTS } from "../commit.ts";
import type { Deps } from "../deps.ts";

/** A message to be sent. */
export interface GuardedMessage extends Omit<CountedMessage, "recipient" | "at"> {
  /** Phone number in E.164, or e-mail address. */
  readonly to: string;
  /** True for a one-time code. */
  readonly isCode: boolean;
}

/** Dependencies of {@link MessageGuard}. */
export interface MessageGuardDeps extends Pick<Deps, "now"> {
  readonly store: Pick<Store, "customers" | "commit">;
  /** Loads the finder of origins of numbers in E.164. */
  readonly phoneOrigins: () => Promise<(phone: string) => PhoneOrigin>;
  /** Counts what is refused (default: nothing). */
  readonly onRefused?: (merchantId: Merchant["id"], refusal: LimitRefusal) => void;
}

/** Keeps messages within the limits of their shop: each costs it money. */
export class MessageGuard {
  readonly #deps: MessageGuardDeps;

  constructor(deps: MessageGuardDeps) {
    this.#deps = deps;
  }

  /**
   * Counts a message, once for all of its attempts.
   *
   * @returns why it must not be sent; null if it may be
   */
  async admit(message: GuardedMessage, merchant: Merchant): Promise<string | null> {
    const refused = await this.#refused(message, merchant);
    if (refused === null) return null;
    this.#deps.onRefused?.(merchant.id, refused.refusal);
    return refused.reason;
  }

  async #refused(
    { to, isCode, ...message }: GuardedMessage,
    merchant: Merchant,
  ): Promise<RefusedMessage | null> {
    const { store, now, phoneOrigins } = this.#deps;
    if (message.kind === "sms") {
      const refused = refusedNumber((await phoneOrigins())(to), merchant);
      if (refused !== null) return refused;
    }
    // Its own limits are checked where the customer asks for it and learns of a refusal.
    if (isCode) return null;
    const recipient = limitSubject(merchant.id, [to.toLowerCase()]);
    for (let attempt = 1;; attempt++) {
      const at = now();
      const counted = { ...message, recipient, at };
      const limits = messageLimitsAt(merchant, at);
      const counts = await store.customers.messageCounts(counted, limits);
      const refused = refusedByCount(message, counts, limits);
      if (refused !== null || counts.isCounted) return refused;
      try {
        await store.commit([{ kind: "message.sent", message: counted, limits }]);
        return null;
      } catch (error) {
        // Another server has counted a message at the same time.
        if (!(error instanceof CommitRefused) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
}
