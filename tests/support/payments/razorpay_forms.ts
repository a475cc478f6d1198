/** A request for a payment link. */
export type AskedLink = Readonly<Record<string, unknown>> & {
  readonly amount: number;
  readonly currency: string;
  readonly reference_id: string;
  readonly expire_by: number;
};

/** Fields of a payment that are the same in all: those of Razorpay's example. */
export const ATTEMPT = {
  entity: "payment",
  method: "upi",
  international: false,
  amount_refunded: 0,
  refund_status: null,
  invoice_id: null,
  description: null,
  card_id: null,
  bank: null,
  wallet: null,
  vpa: "success@razorpay",
  email: "void@razorpay.com",
  contact: "+919999999999",
  notes: [],
  fee: null,
  tax: null,
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
  acquirer_data: { rrn: null },
} as const;

/** An answer of the double. */
export interface RazorpayAnswer {
  readonly status: number;
  readonly json: unknown;
}

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  amount: (value) => Number.isSafeInteger(value),
  currency: (value) => typeof value === "string" && /^[A-Z]{3}$/.test(value),
  accept_partial: isBoolean,
  reference_id: (value) => typeof value === "string" && value.length <= 40,
  description: (value) => typeof value === "string" && value.length <= 2048,
  expire_by: (value) => Number.isSafeInteger(value),
  callback_url: (value) => typeof value === "string" && URL.canParse(value),
  callback_method: (value) => value === "get",
  notify: (value) => typeof value === "object",
  reminder_enable: isBoolean,
  notes: (value) => typeof value === "object",
};

/** Least amounts that the double asks for; the true ones beyond rupees are not published. */
const LEAST: Readonly<Record<string, number>> = { INR: 100, MYR: 100, USD: 50 };
/** In seconds. */
const [MINUTE, DAY] = [60, 24 * 60 * 60] as const;

/** Why a request for a link is refused, in Razorpay's words; null if it is not. */
export function wrongLink(asked: AskedLink, now: number): string | null {
  const wrong = Object.entries(asked).find(([name, value]) => FIELDS[name]?.(value) !== true);
  if (wrong !== undefined) return `${wrong[0]}: wrong input fields sent.`;
  const { amount, currency, expire_by } = asked;
  const least = LEAST[currency] ?? 1;
  if (amount < least) {
    return `amount: amount should be minimum ${(least / 100).toFixed(2)} for ${currency}.`;
  }
  if (expire_by < now + 15 * MINUTE) {
    return "expire_by: timestamp must be atleast 15 minutes in future.";
  }
  return expire_by > now + 184 * DAY ? "expire_by: must not exceed six months." : null;
}

/** An error in Razorpay's form. */
export function refusal(description: string) {
  const none = { source: "NA", step: "NA", reason: "NA", metadata: {} };
  return { error: { code: "BAD_REQUEST_ERROR", description, ...none } };
}

/** A final refusal. */
export function refused(description: string): RazorpayAnswer {
  return { status: 400, json: refusal(description) };
}

/** A list. */
export function collection(items: readonly unknown[]): RazorpayAnswer {
  return { status: 200, json: { entity: "collection", count: items.length, items } };
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}
