import type { PlacedOrder } from "../../../../domain/session/order.ts";
import type { RefundState } from "../../../../domain/session/refund.ts";
import { wasCancelled } from "../../../../domain/session/order.ts";
import { Amounts } from "../../../page/amounts.tsx";
import { Lines } from "../../../page/lines.tsx";
import { BackLink } from "../back_link.tsx";
import { AddressLines, Contact } from "../steps/address/part.tsx";
import { dateText, type View } from "../view.ts";

/** Time for which the page of an order shows who ordered, and where it goes. */
const PERSON_SHOWN_MS = 30 * 60_000;

/** The page of a placed order. */
export function Done({ view, order }: { readonly view: View; readonly order: PlacedOrder }) {
  const { model: { merchant, session }, texts, formats } = view;
  const { done } = texts.outcomes;
  const { lines, totals } = session.priced;
  const due = totals.codOrder ? totals.totalPayable - session.amountPaid : 0;
  return (
    <div class="single">
      <div class="sheet">
        {wasCancelled(order) ? <h1 tabindex={-1}>{done.cancelled}</h1> : (
          <>
            <Tick />
            <h1 tabindex={-1}>{done.title}</h1>
            <p class="lead">{done.text(merchant.name)}</p>
          </>
        )}
        <dl class="facts">
          <div>
            <dt>{done.number}</dt>
            <dd>
              <bdi class="code">{order.number}</bdi>
            </dd>
          </div>
          <div>
            <dt>{done.placed}</dt>
            <dd>{dateText(view, order.placedAt)}</dd>
          </div>
          <Person view={view} order={order} />
        </dl>
        <Lines lines={lines} formats={formats} texts={texts} />
        <Amounts totals={totals} formats={formats} texts={texts} />
        <dl class="amounts dues">
          {session.amountPaid === 0 ? "" : (
            <div>
              <dt>{done.paid}</dt>
              <dd>{formats.amount(session.amountPaid)}</dd>
            </div>
          )}
          {([["refunded", ["DONE"]], ["refundPending", ["REQUESTED", "PENDING"]]] as const)
            .map(([label, states]) => ({ label, amount: refundedIn(order, states) }))
            .filter(({ amount }) => amount > 0)
            .map(({ label, amount }) => (
              <div>
                <dt>{done[label]}</dt>
                <dd>{formats.amount(amount)}</dd>
              </div>
            ))}
          {due <= 0 || wasCancelled(order) ? "" : (
            <div>
              <dt>{done.due}</dt>
              <dd>{formats.amount(due)}</dd>
            </div>
          )}
        </dl>
      </div>
      <BackLink view={view} isButton />
    </div>
  );
}

/** Money of refunds in these states. */
function refundedIn({ refunds }: PlacedOrder, states: readonly RefundState[]): number {
  return refunds.filter(({ state }) => states.includes(state))
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Contact and address, for half an hour: the link may be seen by others later. */
function Person({ view, order }: { readonly view: View; readonly order: PlacedOrder }) {
  const { model: { session: { choices: { address }, buyer }, now }, texts } = view;
  if (address === null || now - order.placedAt >= PERSON_SHOWN_MS) return null;
  const { done } = texts.outcomes;
  return (
    <>
      <div>
        <dt>{done.contact}</dt>
        <dd>
          <Contact email={buyer.email} phone={address.phone} />
        </dd>
      </div>
      <div>
        <dt>{done.address}</dt>
        <dd>
          <AddressLines address={address} view={view} />
        </dd>
      </div>
    </>
  );
}

function Tick() {
  return (
    <span class="mark tick">
      <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
        <path
          d="m5 12.5 4.5 4.5L19 7.5"
          stroke="currentColor"
          stroke-width="2.25"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
    </span>
  );
}
