/**
 * The points at which a process can end while a provider takes a payment: before and after each
 * commit, and before and after each call to the provider, whose answer is then lost.
 */
import type { Change } from "../../../src/domain/changes.ts";
import type { ProviderRequest } from "../../../src/payments/provider.ts";

/** Commits, and calls to a provider. */
export const POINTS = [
  "start",
  "call open",
  "refused",
  "page",
  "call look",
  "paid",
  "failed",
  "unexpected",
  "close",
  "look later",
  "look noted",
  "call end",
  "cancel",
  "release",
  "demo act",
  "account added",
  "account removed",
] as const;
export type Point = (typeof POINTS)[number];

/** Commits and calls of refunds, and of disputes. */
export const REFUND_POINTS = [
  "refund asked",
  "refund noted",
  "call refund",
  "call refunds",
  "refund settled",
  "refund found",
  "listed",
  "dispute put",
  "dispute noted",
] as const;
export type RefundPoint = (typeof REFUND_POINTS)[number];

/** Commits that are of an account's key alone. */
type Other = RefundPoint | "of a key alone";

/**
 * Each place of the source that commits or calls a provider, by file, function and call, in their
 * order. Points of other files come from steps of customers and of the timer.
 */
export const SITES: Readonly<Record<string, readonly (readonly [string, Point | Other])[]>> = {
  "src/service/checkout/provider_calls.ts": [],
  "src/service/checkout/provider_findings.ts": [
    ["look calls.reach", "call refunds"],
    ["list store.commit", "listed"],
    ["listSlice calls.reach", "call refunds"],
    ["lookAt store.commit", "dispute noted"],
  ],
  "src/service/checkout/provider_refunds.ts": [
    ["begin store.commit", "refund noted"],
    ["ask calls.reach", "call refund"],
    ["move store.commit", "refund settled"],
  ],
  "src/service/checkout/provider_hooks.ts": [
    ["leave settling.hasten", "look later"],
    ["look settling.hasten", "look later"],
  ],
  "src/service/checkout/provider_payments.ts": [
    ["lookOnce settling.hasten", "look later"],
    ["endForGood settling.settle", "failed"],
    ["lookDue settling.settle", "failed"],
    ["later settling.later", "look later"],
    ["later settling.settle", "failed"],
    ["look calls.reach", "call look"],
    ["look settling.settle", "paid"],
    ["endPage calls.reach", "call end"],
  ],
  "src/service/checkout/provider_starts.ts": [
    ["open calls.reach", "call open"],
    ["open settling.take", "refused"],
    ["open settling.take", "page"],
  ],
  "src/service/checkout/provider_settling.ts": [
    ["settle take", "failed"],
    ["settle close", "close"],
    ["paid take", "paid"],
    ["paid unexpectedPayments.record", "unexpected"],
    ["paid close", "close"],
    ["take close", "close"],
    ["later note", "look later"],
    ["hasten note", "look later"],
    ["close note", "close"],
    ["note store.commit", "close"],
  ],
  "src/service/checkout/unexpected_findings.ts": [
    [" isCommitted", "refund found"],
    [" isCommitted", "dispute put"],
  ],
  "src/service/checkout/unexpected_resolutions.ts": [
    ["resolve commitOrRefuse", "refund asked"],
    ["reportRefund commitOrRefuse", "refund settled"],
  ],
  "src/service/checkout/taking.ts": [[" steps.take", "paid"]],
  "src/service/checkout/payment_looks.ts": [["look store.commit", "look noted"]],
  "src/service/checkout/demo_book.ts": [["note store.commit", "demo act"]],
  "src/service/shop/providers.ts": [
    ["add commitOrRefuse", "account added"],
    ["replaceKey commitOrRefuse", "of a key alone"],
    ["remove commitOrRefuse", "account removed"],
    ["forgetOld store.commit", "of a key alone"],
  ],
};

/** The places of a source text, in the form of {@link SITES}. */
export function sitesIn(text: string): string[] {
  const found: string[] = [];
  let inside = "";
  for (const line of text.split("\n")) {
    inside = /^ {2}(?:async )?#?(\w+)(?:<.*>)?\($|^ {2}(?:async )?#?(\w+)(?:<.*>)?\(.*/.exec(line)
      ?.slice(1).find(Boolean) ?? inside;
    for (const [, call] of line.matchAll(CALL)) {
      found.push(`${inside} ${call!.replaceAll("#", "")}`);
    }
  }
  return found;
}

const CALL =
  /(?<![\w.#])(?:this\.#deps\.|this\.)?((?:store\.commit|commitOr\w+|isCommitted|#?calls\.reach|steps\.take|unexpectedPayments\.record|#?settling\.(?:take|settle|later|hasten))|(?<=this\.)#?(?:take|close|note))(?=[(<])/g;

/** The point of a commit of refunds or disputes; null for another one. */
function pointOfRefund(changes: readonly Change[]): RefundPoint | null {
  for (const change of changes) {
    switch (change.kind) {
      case "refund.add":
        return change.refund.origin === "OURS" ? "refund asked" : "refund found";
      case "refund.try":
        return "refund noted";
      case "refund.move":
        return "refund settled";
      case "dispute.put":
        return "dispute put";
      case "dispute.look":
        return "dispute noted";
      case "provider.listed":
        return "listed";
    }
  }
  return null;
}

/** The point of a commit; null for one that is no part of a payment at a provider. */
export function pointOfCommit(changes: readonly Change[]): Point | RefundPoint | null {
  const ofRefund = pointOfRefund(changes);
  if (ofRefund !== null) return ofRefund;
  const kinds = new Set(changes.map(({ kind }) => kind));
  const has = (...wanted: Change["kind"][]) => wanted.every((kind) => kinds.has(kind));
  if (has("at-provider.add")) return "start";
  if (has("at-provider.page")) return "page";
  if (has("reference.take")) return "paid";
  if (has("session.put", "at-provider.close")) return "failed";
  if (has("at-provider.close")) return "close";
  if (has("at-provider.look")) return "look later";
  if (has("at-provider.demo")) return "demo act";
  if (has("unexpected.add")) return "unexpected";
  if (has("provider.remove")) return "account removed";
  if (has("provider.add")) return "account added";
  const put = changes.find((change) => change.kind === "session.put");
  if (put === undefined) return has("audit.add") && kinds.size === 1 ? "look noted" : null;
  const { payment } = put.session;
  if (payment?.status === "PENDING" && payment.holds === "released") return "release";
  if (payment?.status !== "FAILED" || payment.atProvider === null) return null;
  if (payment.reference === null) return "cancel";
  return payment.reference === "refused" ? "refused" : "failed";
}

/** The point of a call to Stripe or Razorpay. */
export function pointOfCall(
  { method, url: { pathname } }: ProviderRequest,
): Point | RefundPoint {
  const isOfRefund = /\/(?:refunds?|disputes)(?:\/|$)/.test(pathname);
  if (isOfRefund) return method === "POST" ? "call refund" : "call refunds";
  if (/\/(?:expire|cancel)$/.test(pathname)) return "call end";
  const isOpen = /\/(?:sessions|payment_links)$/.test(pathname);
  return method === "POST" || isOpen ? "call open" : "call look";
}
