import type { DailyChange } from "./daily_limits.ts";
import type { MerchantId } from "./ids.ts";
import type { CountedMessage, MessageLimits } from "./message_limits.ts";
import type { LimitRefusal } from "./shop/limits.ts";

/** Refusals by the limits of a shop, and the limits that a commit keeps. */
export type LimitChange =
  /** Adds to a shop's refusals of an hour. */
  | {
    readonly kind: "limit.refused";
    readonly merchantId: MerchantId;
    readonly refusal: LimitRefusal;
    /** Its start. */
    readonly hour: number;
    readonly count: number;
  }
  | DailyChange
  /** Deletes counts of hours before a time. */
  | { readonly kind: "limit.purge"; readonly before: number }
  /** Counts a message. Refused at a limit, and if it is counted. */
  | {
    readonly kind: "message.sent";
    readonly message: CountedMessage;
    readonly limits: MessageLimits;
  }
  /** Deletes counted messages from before a time. */
  | { readonly kind: "message.purge"; readonly before: number };
