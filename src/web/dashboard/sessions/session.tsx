import type { CheckoutEvent } from "../../../domain/events.ts";
import type { Shortfall } from "../../../domain/session/order.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import type { SessionHolds } from "../../../domain/session/stored.ts";
import { orderWords } from "../../../things/order.ts";
import { STANDING_WORDS, type StandingWord } from "../../../things/provider_payment.ts";
import { paymentFailureText, shortId } from "../../../things/session.ts";
import { countryName } from "../../page/countries.ts";
import { type Fact, Facts } from "../parts/facts.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Badge, Banner, Columns, LinkButton, PageHead, Panel } from "../parts/panel.tsx";
import { PaymentBadge, SessionBadge, StateBadges } from "../parts/state.tsx";
import { type ActionsModel, type SessionAction, SessionActions } from "./actions.tsx";
import { History } from "./history.tsx";
import { type FormattedSession, Receipt } from "./receipt.tsx";
import { canRefund, refundPath } from "./refund_form.tsx";
import type { RefundResultWord } from "../forms/refund_result.tsx";
import { DisputesPanel, RefundsPanel } from "./refunds.tsx";

/** One session, with its order if it has one. */
export interface SessionModel extends ActionsModel {
  readonly shopId: string;
  readonly lastActiveAt: number;
  readonly events: readonly CheckoutEvent[];
  readonly holds: SessionHolds;
  /** The action that was just done. */
  readonly done: DoneWord | undefined;
  /** How the payment stands at its provider, if that was asked. */
  readonly standing: StandingWord | undefined;
}

const DONE = {
  paid: "The payment is recorded, and the order is placed.",
  collected: "The cash is recorded.",
  look: "The provider was asked.",
  release: "The payment is cancelled, and what it held is released.",
  cancel: "The order is cancelled.",
  expire: "The session has ended.",
  refund: "The refund is recorded.",
  refunded: "The refund is recorded as paid back.",
  "not-refunded": "The refund is recorded as not paid back: its money can be refunded again.",
} as const satisfies Readonly<Record<SessionAction | RefundResultWord | "refund", string>>;
type DoneWord = keyof typeof DONE;
/** Words of an address for what was just done. */
export const DONE_WORDS = Object.keys(DONE) as readonly DoneWord[];

/** The page of one session. */
export function sessionBody(model: SessionModel): DashboardBody {
  const { shopId, session, events, done, standing, mayRefund, formats } = model;
  const { order, state } = session;
  const section = order === null ? "sessions" : "orders";
  const title = order === null ? `Session ${shortId(session.id)}` : `Order ${order.number}`;
  return {
    title,
    section,
    children: (
      <>
        <PageHead
          title={title}
          note={
            <>
              {order === null
                ? (
                  <>
                    <SessionBadge state={state.session} /> <PaymentBadge state={state.payment} />
                  </>
                )
                : <StateBadges states={orderWords(session)} />}{" "}
              {session.livemode ? "" : <Badge tone="warn">Test</Badge>}{" "}
              <MomentText at={order?.placedAt ?? session.createdAt} formats={formats} />{" "}
              ({formats.timeZone})
            </>
          }
          back={{
            href: sectionPath(shopId, section),
            label: order === null ? "Sessions" : "Orders",
          }}
        >
          {mayRefund && canRefund(session)
            ? <LinkButton href={refundPath(session)}>Refund</LinkButton>
            : ""}
          <SessionActions model={model} />
        </PageHead>
        {done === undefined ? "" : (
          <Banner tone="good">
            {DONE[done]}
            {standing === undefined ? "" : ` ${STANDING_WORDS[standing]}.`}
          </Banner>
        )}
        {order?.shortfall ? <Missing shortfall={order.shortfall} /> : ""}
        <Columns isWideFirst>
          <div class="stack">
            <Receipt session={session} formats={formats} />
            <DisputesPanel session={session} formats={formats} />
            <RefundsPanel model={model} />
            <History events={events} createdAt={session.createdAt} formats={formats} />
          </div>
          <div class="stack">
            <Panel title="Customer">
              <Facts facts={customerFacts(model)} />
            </Panel>
            <Panel title="Payment">
              <Facts facts={paymentFacts(model)} />
            </Panel>
            <Panel title={order === null ? "Session" : "Order and session"}>
              <Facts facts={sessionFacts(model)} />
            </Panel>
          </div>
        </Columns>
      </>
    ),
  };
}

function Missing({ shortfall: { coupons, units, coins } }: { readonly shortfall: Shortfall }) {
  const missing = [
    ...coupons.map((code) => `a use of coupon ${code}`),
    ...units.map(({ quantity, variantId }) => `${quantity} of variant ${variantId}`),
    ...(coins === 0 ? [] : [`${coins} coins`]),
  ];
  return (
    <Banner tone="warn">
      The payment came late, after its holds were released. Missing since:{" "}
      <bdi>{missing.join(", ")}</bdi>
    </Banner>
  );
}

function customerFacts({ shopId, session }: SessionModel): Fact[] {
  const { customer, buyer, choices: { address }, countryCode } = session;
  return [
    {
      term: "Verified phone",
      value: customer === null
        ? "None"
        // The customer of a test is not the shop's.
        : customer.phone === "" || !session.livemode
        ? customer.phone || "Erased"
        : <a href={pathWithin(shopId, "customers", customer.id)}>{customer.phone}</a>,
    },
    { term: "Buyer", value: texts([buyer.name, buyer.email]) },
    {
      term: "Address",
      value: address === null ? "None yet" : texts([
        address.name,
        address.line1,
        address.line2,
        `${address.postalCode} ${address.city}`,
        address.state,
        countryName("en", address.countryCode),
        address.phone,
        address.email,
      ]),
    },
    { term: "Country", value: address === null ? countryName("en", countryCode) : undefined },
  ];
}

/** Texts below each other; undefined for none. */
function texts(all: readonly (string | null)[]) {
  const known = all.filter((text) => text !== null && text !== "");
  if (known.length === 0) return undefined;
  return known.map((text) => (
    <span class="under">
      <bdi>{text}</bdi>
    </span>
  ));
}

function paymentFacts({ session, formats }: FormattedSession): Fact[] {
  const { payment, collected, choices, currencyCode } = session;
  const moment = (at: number) => <MomentText at={at} formats={formats} />;
  const method = payment?.method ?? choices.method;
  const methods = { PREPAID: "Prepaid", COD: "Cash on delivery" };
  return [
    { term: "Method", value: method === null ? "Not chosen" : methods[method] },
    ...(payment === null ? [] : [
      { term: "State", value: <PaymentBadge state={payment.status} /> },
      { term: "Amount", value: formats.amount(payment.amount, payment.currencyCode) },
      {
        term: "Taken by",
        value: payment.dueAt === null ? "Payment provider" : "Transfer, confirmed by hand",
      },
      { term: "Started", value: moment(payment.startedAt) },
      { term: "Due", value: payment.dueAt === null ? undefined : moment(payment.dueAt) },
      { term: "Why", value: texts([payment.failure && paymentFailureText(payment.failure)]) },
      { term: "Reference", value: texts([payment.reference]) },
      { term: "Id", value: <code>{payment.id}</code> },
    ]),
    {
      term: "Cash",
      value: collected === null ? undefined : (
        <>
          {formats.amount(collected.amount, currencyCode)}, {moment(collected.at)}
        </>
      ),
    },
  ];
}

function sessionFacts({ session, lastActiveAt, holds, formats }: SessionModel): Fact[] {
  const { order, reference, note, attributes, createdAt, recovery } = session;
  const moment = (at: number) => <MomentText at={at} formats={formats} />;
  const cancellation = order?.cancellation ?? null;
  const held = [
    ...holds.coupons.map((code) => `coupon ${code}`),
    ...holds.stock.map(({ variantId, units }) => `${units} of variant ${variantId}`),
  ];
  return [
    {
      term: "Cancelled",
      value: cancellation === null ? undefined : (
        <>
          {moment(cancellation.at)} {texts([
            cancellation.reason,
            coinsText(cancellation),
          ])}
        </>
      ),
    },
    { term: "Id", value: <code>{session.id}</code> },
    { term: "Created", value: moment(createdAt) },
    { term: "Last active", value: moment(lastActiveAt) },
    {
      term: "Left",
      value: recovery.idleAt === null ? undefined : <>Reported as idle {moment(recovery.idleAt)}</>,
    },
    { term: order === null ? "Holds" : "Used", value: held.join(", ") || undefined },
    { term: "Reference", value: texts([reference]) },
    { term: "Note", value: texts([note]) },
    {
      term: "Attributes",
      value: texts(Object.entries(attributes).map(([name, value]) => `${name}: ${value}`)),
    },
  ];
}

function coinsText(
  { coinsReturned, coinsTakenBack, coinsOwed }: NonNullable<
    NonNullable<CheckoutSession["order"]>["cancellation"]
  >,
): string {
  if (coinsReturned + coinsTakenBack + coinsOwed === 0) return "";
  const owed = coinsOwed === 0 ? "" : `, ${coinsOwed} owed by the customer`;
  return `${coinsReturned} coins returned, ${coinsTakenBack} taken back${owed}`;
}
