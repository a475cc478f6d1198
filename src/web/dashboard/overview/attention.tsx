import type { Alarm } from "../../../domain/alarm.ts";
import type { Attention } from "../../../domain/shop/attention.ts";
import type { LimitRefusal } from "../../../domain/shop/limits.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { Badge, Panel } from "../parts/panel.tsx";
import { alarmProblems, obstacleProblems, type ShopProblem, unusualProblems } from "./obstacles.ts";

/** Problems of a shop that need attention, the most urgent first. */
export function AttentionPanel({ shopId, attention, alarms, formats, now }: {
  readonly shopId: string;
  readonly attention: Partial<Attention>;
  readonly alarms: readonly Alarm[];
  readonly formats: DashboardFormats;
  readonly now: number;
}) {
  const problems = [
    ...alarmProblems(shopId, alarms, formats, now),
    ...obstacleProblems(shopId, attention),
    ...paymentProblems(shopId, attention, formats, now),
    ...disputeProblems(shopId, attention, formats, now),
    ...refundProblems(shopId, attention, formats, now),
    ...endpointProblems(shopId, attention, formats),
    ...stockProblems(shopId, attention, formats),
    ...keyProblems(shopId, attention, formats, now),
    ...unusualProblems(shopId, attention, formats),
    ...refusedProblems(shopId, attention, formats),
  ];
  if (problems.length === 0) {
    return (
      <p class="calm">
        <Badge tone="good">All good</Badge> Nothing needs attention
      </p>
    );
  }
  return (
    <Panel title="Needs attention">
      <ul class="problems">
        {problems.map(({ tone, badge, href, title, detail }) => (
          <li>
            <Badge tone={tone}>{badge}</Badge>
            <div>
              {href === undefined ? <strong>{title}</strong> : <a href={href}>{title}</a>}
              {detail === undefined ? "" : <span class="soft">{detail}</span>}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function paymentProblems(
  shopId: string,
  { unexpectedPayments: unexpected = 0, awaited }: Partial<Attention>,
  { whole, relative }: DashboardFormats,
  now: number,
): ShopProblem[] {
  const problems: ShopProblem[] = [];
  if (unexpected > 0) {
    problems.push({
      tone: "bad",
      badge: "Payment",
      href: sectionPath(shopId, "unexpected"),
      title: unexpected === 1
        ? "1 payment without an order"
        : `${whole(unexpected)} payments without an order`,
      detail: "Money may have arrived: place the order by hand, or pay it back",
    });
  }
  if (awaited !== undefined && awaited.firstDueAt !== null) {
    const isDue = awaited.firstDueAt <= now;
    const when = relative(awaited.firstDueAt, now);
    problems.push({
      tone: isDue ? "bad" : "warn",
      badge: "Transfer",
      href: withQuery(sectionPath(shopId, "sessions"), { payment: "PENDING" }),
      title: awaited.count === 1
        ? "1 transfer to be confirmed"
        : `${whole(awaited.count)} transfers to be confirmed`,
      detail: isDue ? `The first was due ${when}` : `The first is due ${when}`,
    });
  }
  return problems;
}

/** Most disputes that are named; the others follow once these are decided. */
const MAX_DISPUTES = 5;

function disputeProblems(
  shopId: string,
  { disputes = [] }: Partial<Attention>,
  { amount, whole, relative, day }: DashboardFormats,
  now: number,
): ShopProblem[] {
  return disputes.slice(0, MAX_DISPUTES).map((dispute, i) => {
    const { evidenceDueAt: due, sessionId } = dispute;
    const others = disputes.length - MAX_DISPUTES;
    return {
      tone: "bad",
      badge: "Dispute",
      href: pathWithin(shopId, "sessions", sessionId),
      title: dispute.amount === 0
        ? "The customer's bank has a question about a payment"
        : `${amount(dispute.amount, dispute.currencyCode)} disputed by the customer's bank`,
      detail: [
        due === null
          ? "No evidence can be sent"
          : `Evidence is due ${relative(due, now)}, on ${day(due)}`,
        ...(i === MAX_DISPUTES - 1 && others > 0 ? [`and ${whole(others)} other disputes`] : []),
      ].join("; "),
    };
  });
}

function refundProblems(
  shopId: string,
  { refunds }: Partial<Attention>,
  { whole, relative }: DashboardFormats,
  now: number,
): ShopProblem[] {
  if (refunds === undefined) return [];
  const { byHand, failed, unanswered } = refunds;
  const problems = ([
    ["FAILED", failed, "failed", "The money did not go back"],
    [
      "PENDING",
      unanswered,
      "without an answer",
      "The provider has not ended them, or its key is deleted: look there",
    ],
    ["REQUESTED", byHand, "to pay back", "Pay, and enter the reference"],
  ] as const).map(([state, { count, oldestAt }, what, todo]) =>
    oldestAt === null ? null : {
      tone: state === "FAILED" ? "bad" as const : "warn" as const,
      badge: state === "REQUESTED" ? "To refund" : "Refund",
      href: withQuery(sectionPath(shopId, "refunds"), { state }),
      title: `${count === 1 ? "1 refund" : `${whole(count)} refunds`} ${what}`,
      detail: `${todo}. The first was asked for ${relative(oldestAt, now)}`,
    }
  );
  return problems.filter((problem) => problem !== null);
}

function endpointProblems(
  shopId: string,
  { endpoints = [] }: Partial<Attention>,
  { whole }: DashboardFormats,
): ShopProblem[] {
  return endpoints.map(({ id, kind, url, isDisabled, waiting, failed }) => ({
    tone: isDisabled ? "warn" : "bad",
    badge: kind === "webhook" ? "Webhook" : "Channel",
    href: kind === "webhook" ? pathWithin(shopId, "webhooks", id) : sectionPath(shopId, "webhooks"),
    title: <bdi>{url}</bdi>,
    detail: [
      isDisabled ? "Disabled" : "",
      waiting === 0 ? "" : `${whole(waiting)} ${waiting === 1 ? "delivery" : "deliveries"} waiting`,
      failed === 0 ? "" : `${whole(failed)} given up in the last 7 days`,
    ].filter((text) => text !== "").join(", "),
  }));
}

function stockProblems(
  shopId: string,
  { lowStock: { count, lowest } = { count: 0, lowest: [] } }: Partial<Attention>,
  { whole }: DashboardFormats,
): ShopProblem[] {
  if (count === 0) return [];
  const names = lowest.map(({ product, variant, available }) => (
    <li>
      <bdi>{variant === "Default Title" ? product : `${product}, ${variant}`}</bdi>:{" "}
      {available <= 0 ? "sold out" : `${whole(available)} left`}
    </li>
  ));
  return [{
    tone: "warn",
    badge: "Stock",
    href: sectionPath(shopId, "products"),
    title: count === 1 ? "1 variant is low on stock" : `${whole(count)} variants are low on stock`,
    detail: <ul>{names}</ul>,
  }];
}

function keyProblems(
  shopId: string,
  { keys = [] }: Partial<Attention>,
  { relative }: DashboardFormats,
  now: number,
): ShopProblem[] {
  return keys.map(({ name, expiresAt }) => ({
    tone: "warn",
    badge: "API key",
    href: sectionPath(shopId, "keys"),
    title: <bdi>{name}</bdi>,
    detail: `Expires ${relative(expiresAt ?? now, now)}`,
  }));
}

/** What a limit refuses. */
const REFUSED: Readonly<Record<LimitRefusal, string>> = {
  cartsPerLink: "Carts by one link from one address",
  cartsPerAddress: "Carts from one address",
  carts: "Carts by links",
  codesPerAddress: "One-time codes to one address",
  wrongCouponsPerAddress: "Coupon codes after wrong ones from one address",
  wrongCoupons: "Coupon codes after wrong ones",
  messagesPerRecipient: "Messages to one recipient",
  messagesPerAddress: "Messages by orders of one address",
  messagesDaily: "Messages of a day",
  unverifiedSmsPerOrder: "Further SMS of an order to a phone that is not verified",
  unverifiedSms: "SMS to phones that are not verified",
  messageNumber: "SMS to satellite, premium and similar numbers",
  messageCountry: "SMS to other countries",
  maxQuantity: "Carts with too many units of a variant",
  holdsPerPhone: "Orders beyond the unpaid units of one phone",
  holdsPerDelivery: "Orders beyond the unpaid units of one delivery address",
  holdsPerClient: "Orders beyond the unpaid units of one address",
  holdsPercentPerClient: "Orders beyond the part of the stock for one address",
  refundsDaily: "Refunds beyond the limit of a day",
  coinsDaily: "Coins beyond the limit of a day",
};

function refusedProblems(
  shopId: string,
  { refused = [] }: Partial<Attention>,
  { whole }: DashboardFormats,
): ShopProblem[] {
  const all = refused.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return [];
  const counts = refused.map(({ refusal, count }) => (
    <li>
      {REFUSED[refusal]}: {whole(count)}
    </li>
  ));
  return [{
    tone: "warn",
    badge: "Limits",
    href: sectionPath(shopId, "overview"),
    title: `${whole(all)} ${all === 1 ? "action" : "actions"} refused by limits in the last 7 days`,
    detail: <ul>{counts}</ul>,
  }];
}
