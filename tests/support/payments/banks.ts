/** Providers as their customers and banks see them: one for each kind. */
import type { ProviderPayment } from "../../../src/domain/session/provider_payment.ts";
import type { ProviderKind, ProviderSecrets } from "../../../src/domain/shop/provider.ts";
import type { ProviderRequest, ProviderTransport } from "../../../src/payments/provider.ts";
import type { Services } from "../../../src/service/services.ts";
import { type Failure, Failures } from "./failures.ts";
import { RAZORPAY_HOOK_SECRET, RazorpayDouble } from "./razorpay_double.ts";
import type { RazorpayAttempt } from "./razorpay_ledger.ts";
import { StripeDouble, stripeHook } from "./stripe_double.ts";

/**
 * Acts of a customer or a bank on a payment with a page: it is paid; declined; begun by a slow way;
 * the slow money arrives, or is sent back; it is paid while the provider cannot be asked; it is paid
 * with less, or in another currency.
 */
export type Act = "pay" | "fail" | "submit" | "settle" | "bounce" | "late" | "other";

type Page = Pick<ProviderPayment, "paymentId" | "reference">;

type Hook = { readonly headers: Headers; readonly body: string };

/** A provider. */
export interface Bank {
  readonly kind: ProviderKind;
  readonly secrets: ProviderSecrets | undefined;
  readonly send: ProviderTransport;
  /** Failure of all calls from now on, or of those with a method; null for none. */
  fail(failure: Failure | null, method?: ProviderRequest["method"]): void;
  /** @param through the process that serves the demo provider's page */
  act(page: Page, act: Act, through: Pick<Services, "demoBook">): Promise<void>;
  /** Begins at the page what the bank answers after the page's end; null if it cannot be. */
  readonly lingers: ((page: Page) => { readonly arrive: () => void }) | null;
  /** How often each payment was charged, by its id, and how many pages it has. */
  books(): Promise<ReadonlyMap<string, { readonly charges: number; readonly pages: number }>>;
  /** Null for the demo provider, which gives back at once. */
  readonly ledger: BankLedger | null;
  /** Null for a provider without hooks. */
  readonly hook: ((page: Page) => Hook) | null;
}

/** What was given back of charges, and what banks dispute. */
interface BankLedger {
  /** Amounts of the refunds that have not failed, oldest first. */
  givenBack(charge: string): readonly number[];
  /** Someone refunds in the provider's dashboard; the refund's reference. */
  refundElsewhere(charge: string, amount: number, currency?: string): string;
  /** Another program takes money at the account, unless the marks are ours; its charge. */
  chargeElsewhere(amount: number, currency: string, marks?: Record<string, string>): string;
  /** State of the next refunds. */
  next(state: "done" | "pending"): void;
  settle(refund: string, state: "done" | "failed"): void;
  /** Keeps a fee of each payment that is taken from now on; before, no fee is known. */
  keep(fee: number): void;
  /** A customer disputes a charge; the dispute's reference. */
  dispute(charge: string, amount: number): string;
  decide(dispute: string, status: "won" | "lost"): void;
}

/** A provider that is called: a double of it. */
export interface CalledBank extends Bank {
  readonly secrets: ProviderSecrets & { readonly hookSecret: string };
  act(page: Page, act: Act): Promise<void>;
  readonly ledger: BankLedger;
  /** Requests that arrived. */
  readonly requests: readonly ProviderRequest[];
  /** The page of the latest payment; without a reference if there is none. */
  latest(): Page;
  hook(page: Page, secret?: string): Hook;
  /** A hook about a refund of a charge. */
  refundHook(charge: string): Hook;
}

/** A page of which the test knows no payment. */
function pageOf(reference: string | undefined): Page {
  return { paymentId: "", reference: reference ?? null };
}

type Books = Map<string, { charges: number; pages: number }>;

function counted(books: Books, paymentId: string, charges: number): void {
  const { charges: more, pages } = books.get(paymentId) ?? { charges: 0, pages: 0 };
  books.set(paymentId, { charges: charges + more, pages: pages + 1 });
}

const STRIPE_FAULTS = {
  down: "down",
  busy: "limited",
  slow: "slow",
  "broken after": "error",
  cut: "cut",
} as const;

export function stripeBank(now: () => number): CalledBank {
  const key = "sk_live_double";
  const hookSecret = "whsec_double";
  const double = new StripeDouble(now, { [key]: { account: "acct_double" } });
  const { ledger } = double.books;
  const failures = new Failures();
  const acts = {
    pay: ["pay"],
    late: ["pay"],
    submit: ["submit"],
    settle: ["settle"],
    bounce: ["bounce"],
    fail: ["submit", "bounce"],
    other: ["pay"],
  } as const;
  return {
    kind: "stripe",
    secrets: { key, hookSecret },
    send: (request) => {
      const failure = failures.of(request);
      if (failure !== null) double.faults.push(STRIPE_FAULTS[failure]);
      return double.send(request);
    },
    fail: (failure, method) => failures.set(failure, method),
    act: ({ reference }, act) => {
      const over = act === "other" ? { currency: "usd" } : {};
      for (const one of acts[act]) double.books.act(reference ?? "", one, over);
      return Promise.resolve();
    },
    lingers: null,
    books: () => {
      const books: Books = new Map();
      for (const { form, payment_status } of double.books.pages.values()) {
        counted(books, form.client_reference_id ?? "", Number(payment_status === "paid"));
      }
      return Promise.resolve(books);
    },
    ledger: {
      givenBack: (charge) => ledger.givenBack(charge),
      refundElsewhere: (charge, amount, currency) =>
        ledger.refundElsewhere(charge, amount, null, currency?.toLowerCase()),
      chargeElsewhere: (amount, currency, marks) =>
        ledger.chargeElsewhere("acct_double live", amount, currency.toLowerCase(), marks),
      next: (state) => void (ledger.refundStatus = state === "done" ? "succeeded" : "pending"),
      settle: (refund, state) =>
        ledger.settleRefund(refund, state === "done" ? "succeeded" : "failed"),
      keep: (fee) => void (ledger.fee = { amount: fee, currency: "inr" }),
      dispute: (charge, amount) => ledger.dispute(charge, amount),
      decide: (dispute, status) => ledger.settleDispute(dispute, status),
    },
    requests: double.requests,
    latest: () => pageOf([...double.books.pages.keys()].at(-1)),
    hook: ({ reference }, secret = hookSecret) =>
      stripeHook({
        type: "checkout.session.completed",
        reference: reference ?? "",
        secret,
        at: now(),
      }),
    refundHook: (charge) =>
      stripeHook({
        type: "charge.refunded",
        object: { id: "ch_1", object: "charge", payment_intent: charge },
        secret: hookSecret,
        at: now(),
      }),
  };
}

const RAZORPAY_FAILURES = {
  down: "down",
  busy: "busy",
  slow: "lost",
  "broken after": "broken after",
  cut: "cut",
} as const;

const RAZORPAY_ATTEMPTS = {
  pay: "captured",
  late: "captured",
  other: "captured",
  submit: "authorized",
  fail: "failed",
} as const;

export function razorpayBank(now: () => number): CalledBank {
  const key = "rzp_live_Double12345678:SecretOfTheDouble1234567";
  const double = new RazorpayDouble(now, key);
  const { books } = double;
  const { ledger } = books;
  const failures = new Failures();
  const attempts = new Map<string, RazorpayAttempt>();
  return {
    kind: "razorpay",
    secrets: { key, hookSecret: RAZORPAY_HOOK_SECRET },
    send: (request) => {
      const failure = failures.of(request);
      double.failure = failure && RAZORPAY_FAILURES[failure];
      return double.send(request);
    },
    fail: (failure, method) => failures.set(failure, method),
    act: ({ paymentId, reference }, act) => {
      const begun = attempts.get(paymentId);
      if (act === "settle") books.capture(begun!);
      else if (act === "bounce") begun!.status = "refunded";
      else {
        const less = act === "other" ? { amount: 100 } : {};
        attempts.set(paymentId, books.attempt(reference ?? "", RAZORPAY_ATTEMPTS[act], less));
      }
      return Promise.resolve();
    },
    lingers: ({ reference }) => {
      const attempt = books.attempt(reference ?? "", "created");
      return { arrive: () => books.capture(attempt) };
    },
    books: () => {
      const found: Books = new Map();
      for (const id of books.linkIds()) {
        const { reference_id, order_id } = books.findLink(id)!;
        const { items } = books.listAttempts(order_id ?? "").json as { items: RazorpayAttempt[] };
        counted(found, reference_id, items.filter(({ captured }) => captured).length);
      }
      return Promise.resolve(found);
    },
    ledger: {
      givenBack: (charge) =>
        ledger.refunds
          .filter(({ payment_id, status }) => payment_id === charge && status !== "failed")
          .map(({ amount }) => amount),
      refundElsewhere: (charge, amount, currency) =>
        ledger.refundElsewhere(charge, amount, currency),
      chargeElsewhere: (amount, currency, marks = {}) =>
        ledger.add({ amount, currency, status: "captured", notes: marks }).id,
      next: (state) => void (ledger.refundStatus = state === "done" ? "processed" : "pending"),
      settle: (refund, state) => {
        const row = ledger.refunds.find(({ id }) => id === refund)!;
        row.status = state === "done" ? "processed" : "failed";
      },
      keep: (fee) => void (ledger.fee = { amount: fee }),
      dispute: (charge, amount) => ledger.dispute(charge, { amount }).id,
      decide: (dispute, status) => {
        ledger.disputes.find(({ id }) => id === dispute)!.status = status;
      },
    },
    requests: double.requests,
    latest: () => pageOf(books.linkIds().at(-1)),
    hook: ({ reference }, secret) => double.hook("payment_link.paid", reference ?? "", secret),
    refundHook: (charge) =>
      double.hookOf("refund.created", { refund: { entity: { payment_id: charge } } }),
  };
}
