import type { CheckoutSession } from "../../../domain/session/session.ts";
import type { StoredCustomer } from "../../../domain/session/stored.ts";
import { type CoinMovement, isErased } from "../../../domain/shop/customer.ts";
import { MAX_CORRECTION_REASON } from "../../../domain/values/limits.ts";
import { ERASED } from "../../../things/customer.ts";
import { KeyFigures } from "../parts/facts.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, PageHead, Panel } from "../parts/panel.tsx";
import { PaymentBadge, SessionBadge } from "../parts/state.tsx";
import { ListTable } from "../parts/table.tsx";
import { movementReason, movementText } from "./coin_text.ts";

/** One customer. */
export interface CustomerModel extends Pick<StoredCustomer, "customer" | "balances" | "debt"> {
  readonly shopId: string;
  /** Name of the shop's coins; null if it has none. */
  readonly coinName: string | null;
  /** The last entries of the ledger, latest first. */
  readonly movements: readonly CoinMovement[];
  /** Sessions of these entries that are stored: the ledger outlives sessions. */
  readonly known: ReadonlySet<string>;
  /** Number of all entries. */
  readonly movementCount: number;
  /** The last sessions, latest first. */
  readonly sessions: readonly CheckoutSession[];
  readonly hasMoreSessions: boolean;
  /** True after a change of the coins. */
  readonly isSaved: boolean;
  readonly mayWrite: boolean;
  readonly entered: FormState;
  readonly formats: DashboardFormats;
}

/** Limits of a correction of coins. */
export const CORRECTION = { coins: 999_999_999, reason: MAX_CORRECTION_REASON } as const;

/** Path that a correction of a customer's coins is posted to. */
export function coinsPath(shopId: string, customerId: string): string {
  return pathWithin(shopId, "customers", customerId, "coins");
}

/** The page of one customer. */
export function customerBody(model: CustomerModel): DashboardBody {
  const { shopId, customer, balances, debt, coinName, isSaved, mayWrite, movementCount, formats } =
    model;
  const { whole } = formats;
  const hasCoins = coinName !== null || movementCount > 0;
  const phone = isErased(customer) ? ERASED : customer.phone;
  return {
    title: `Customer ${phone}`,
    section: "customers",
    children: (
      <>
        <PageHead
          title={phone}
          note={
            <>
              Since <MomentText at={customer.createdAt} formats={formats} />, times in{" "}
              {formats.timeZone}
            </>
          }
          back={{ href: sectionPath(shopId, "customers"), label: "Customers" }}
        />
        {isSaved
          ? <Banner tone="good">The coins are changed. The ledger has the entry.</Banner>
          : ""}
        {hasCoins
          ? (
            <KeyFigures
              figures={[
                {
                  label: "Available",
                  value: whole(balances.AVAILABLE),
                  note: coinName ?? undefined,
                },
                { label: "Held by payments", value: whole(balances.PROCESSING) },
                { label: "Spent", value: whole(balances.USED) },
                ...(debt === 0 ? [] : [
                  { label: "Debt", value: whole(debt), note: "Paid by coins that come" },
                ]),
              ]}
            />
          )
          : ""}
        <Sessions model={model} />
        {hasCoins ? <Ledger model={model} /> : ""}
        {hasCoins && mayWrite ? <Correction model={model} /> : ""}
      </>
    ),
  };
}

function Sessions({ model: { shopId, customer, sessions, hasMoreSessions, formats } }: {
  readonly model: CustomerModel;
}) {
  return (
    <Panel
      title="Sessions"
      note={hasMoreSessions ? `The last ${formats.whole(sessions.length)}` : undefined}
      {...hasMoreSessions && {
        link: {
          href: withQuery(sectionPath(shopId, "sessions"), { phone: customer.phone }),
          label: "All sessions",
        },
      }}
    >
      <ListTable
        caption="Sessions"
        rows={sessions}
        empty="No sessions. Those of this number appear here as long as they are kept."
        columns={[
          {
            title: "Session",
            kind: "main",
            cell: ({ id, order }) => (
              <a href={pathWithin(shopId, "sessions", id)}>
                {order === null ? `…${id.slice(-8)}` : order.number}
              </a>
            ),
          },
          {
            title: "Created",
            cell: ({ createdAt }) => <MomentText at={createdAt} formats={formats} />,
          },
          { title: "State", cell: ({ state }) => <SessionBadge state={state.session} /> },
          { title: "Payment", cell: ({ state }) => <PaymentBadge state={state.payment} /> },
          {
            title: "Total",
            kind: "number",
            cell: ({ priced, currencyCode }) =>
              formats.amount(priced.totals.totalPayable, currencyCode),
          },
        ]}
      />
    </Panel>
  );
}

function Ledger({ model: { shopId, movements, known, movementCount, formats } }: {
  readonly model: CustomerModel;
}) {
  const isCut = movements.length < movementCount;
  return (
    <Panel
      title="Ledger"
      note={isCut
        ? `The last ${formats.whole(movements.length)} of ${formats.whole(movementCount)} entries`
        : "Latest first"}
    >
      <ListTable
        caption="Ledger"
        rows={movements}
        empty="No entries yet. Coins that are earned, spent, given or taken appear here."
        columns={[
          { title: "Time", cell: ({ at }) => <MomentText at={at} formats={formats} /> },
          {
            title: "Entry",
            cell: movementText,
          },
          { title: "Coins", kind: "number", cell: ({ coins }) => formats.whole(coins) },
          {
            title: "Reason",
            kind: "text",
            cell: ({ reason }) => <bdi>{movementReason(reason)}</bdi>,
          },
          {
            title: "Session",
            cell: ({ sessionId }) =>
              sessionId === null
                ? ""
                : known.has(sessionId)
                ? (
                  <a href={pathWithin(shopId, "sessions", sessionId)}>
                    {`…${sessionId.slice(-8)}`}
                  </a>
                )
                : `…${sessionId.slice(-8)}`,
          },
        ]}
      />
    </Panel>
  );
}

function Correction({ model: { shopId, customer, balances, entered, formats } }: {
  readonly model: CustomerModel;
}) {
  return (
    <Panel
      title="Give or take coins"
      note="At once, without the customer being told. An opposite entry reverses it."
    >
      <ActionForm
        action={coinsPath(shopId, customer.id)}
        submit="Add to the ledger"
        error={entered.error}
        prefix="coins"
        fields={[
          {
            kind: "radio",
            name: "direction",
            label: "Entry",
            ...entered.field("direction", "give"),
            options: [
              { value: "give", label: "Give coins" },
              {
                value: "take",
                label: "Take coins back",
                hint: `At most the ${formats.whole(balances.AVAILABLE)} that are available`,
              },
            ],
          },
          {
            kind: "text",
            name: "coins",
            label: "Coins",
            inputmode: "numeric",
            isRequired: true,
            ...entered.field("coins"),
          },
          {
            kind: "text",
            name: "reason",
            label: "Reason",
            hint: "Kept in the ledger",
            isRequired: true,
            maxlength: CORRECTION.reason,
            ...entered.field("reason"),
          },
        ]}
      />
    </Panel>
  );
}
