import { advance } from "../../../domain/session/lifecycle.ts";
import { wasCancelled } from "../../../domain/session/order.ts";
import { isAwaited } from "../../../domain/session/payment.ts";
import { amountLeft } from "../../../domain/session/refundable.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import { MAX_REFERENCE } from "../../../domain/values/limits.ts";
import { currencyOf, formatMajor } from "../../../domain/values/money.ts";
import { MAX_REASON } from "../../../schema/api/order.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { FormField } from "../forms/fields.tsx";
import type { Forms, FormState } from "../forms/form_state.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import { ReleaseAction } from "../forms/release_action.tsx";
import { pathWithin } from "../links.ts";
import { disputedField } from "./refund_form.tsx";

/** Actions on a session. */
export const SESSION_ACTIONS = [
  "paid",
  "collected",
  "look",
  "cancel",
  "release",
  "expire",
] as const;
/** One of {@link SESSION_ACTIONS}. */
export type SessionAction = (typeof SESSION_ACTIONS)[number];

/** Input of the actions on a session's page. */
export interface ActionsModel {
  readonly session: CheckoutSession;
  /** Those that the person may do. */
  readonly allowed: readonly SessionAction[];
  /** True if the person refunds money in this shop. */
  readonly mayRefund: boolean;
  /** True if the person records what became of refunds by hand. */
  readonly mayReport: boolean;
  /** True if the provider of the payment can no longer be called. */
  readonly isOutOfReach: boolean;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}

/** The actions that a session is open for. */
export function possibleActions(session: CheckoutSession): SessionAction[] {
  const { state, payment, order, collected } = session;
  const isPlaced = order !== null && !wasCancelled(order);
  const possible: Readonly<Record<SessionAction, boolean>> = {
    paid: payment?.status === "PENDING" && payment.dueAt !== null,
    collected: isPlaced && collected === null && leftOf(session) > 0,
    look: Boolean(payment?.atProvider) && payment?.status !== "PAID",
    cancel: isPlaced,
    release: isAwaited(payment) && state.session !== "COMPLETED",
    expire: advance(state, "session.expire") !== null,
  };
  return SESSION_ACTIONS.filter((action) => possible[action]);
}

function leftOf({ amountPaid, priced: { totals } }: CheckoutSession): number {
  return totals.totalPayable - amountPaid;
}

/** A button for each action that is possible and allowed; also for one that was just refused. */
export function SessionActions({ model }: { readonly model: ActionsModel }) {
  const { session, allowed, forms } = model;
  const possible = possibleActions(session);
  const shown = allowed.filter((action) =>
    possible.includes(action) || forms.of(actionPath(session, action)).isRefused
  );
  return shown.map((action) => {
    const Action = ACTIONS[action];
    return <Action model={model} />;
  });
}

/** Path that an action is posted to. */
function actionPath({ merchantId, id }: CheckoutSession, action: SessionAction): string {
  return pathWithin(merchantId, "sessions", id, action);
}

const ACTIONS = {
  paid: Paid,
  collected: Collected,
  look: Look,
  cancel: Cancel,
  release: Release,
  expire: Expire,
} as const;

function Paid({ model: { session, forms, formats } }: { readonly model: ActionsModel }) {
  const action = actionPath(session, "paid");
  const entered = forms.of(action);
  const amount = formats.amount(session.payment?.amount ?? 0, session.currencyCode);
  return (
    <ConfirmedAction
      prefix="paid"
      open="Mark as paid"
      title={`Mark ${amount} as paid?`}
      kind="main"
      consequences={`Check first that all of ${amount} has arrived. The order is placed, and this cannot be undone.`}
      action={action}
      submit="Mark as paid"
      error={entered.error}
      fields={[{
        kind: "text",
        name: "reference",
        label: "Reference of the transfer",
        hint: "Empty for one made of the payment's id",
        maxlength: MAX_REFERENCE,
        ...entered.field("reference"),
      }]}
    />
  );
}

function Collected({ model: { session, forms, formats } }: { readonly model: ActionsModel }) {
  const action = actionPath(session, "collected");
  const entered = forms.of(action);
  const left = Math.max(leftOf(session), 0);
  const currency = currencyOf(session.currencyCode);
  return (
    <ConfirmedAction
      prefix="collected"
      open="Record cash"
      title="Record the cash received"
      kind="main"
      consequences={`Once per order, and at most the ${
        formats.amount(left, currency.code)
      } that are due. The customer earns coins on it. This cannot be undone.`}
      action={action}
      submit="Record cash"
      error={entered.error}
      fields={[{
        kind: "text",
        name: "amount",
        label: `Amount in ${currency.code}`,
        inputmode: "decimal",
        isRequired: true,
        ...entered.field("amount", formatMajor(left, currency)),
      }]}
    />
  );
}

function Look({ model: { session, forms } }: { readonly model: ActionsModel }) {
  const action = actionPath(session, "look");
  return (
    <ActionForm
      action={action}
      submit="Ask the provider"
      kind="quiet"
      prefix="look"
      error={forms.of(action).error}
    />
  );
}

function Cancel(
  { model: { session, forms, formats, mayRefund } }: { readonly model: ActionsModel },
) {
  const action = actionPath(session, "cancel");
  const entered = forms.of(action);
  const { currencyCode, order } = session;
  const left = amountLeft(session);
  const amount = formats.amount(left, currencyCode);
  const refund = left === 0
    ? "Nothing is left to refund."
    : mayRefund
    ? "The money goes back only if you refund it."
    : `It moves no money: an owner can refund ${amount}.`;
  return (
    <ConfirmedAction
      prefix="cancel"
      open="Cancel order"
      title={`Cancel order ${order?.number ?? ""}?`}
      consequences={`Stock, coupon uses and coins go back. ${refund} This cannot be undone.`}
      action={action}
      submit="Cancel the order"
      error={entered.error}
      fields={[{
        kind: "text",
        name: "reason",
        label: "Reason",
        hint: "Kept with the order, and sent to your backend",
        isRequired: true,
        maxlength: MAX_REASON,
        ...entered.field("reason"),
      }, ...(left > 0 && mayRefund ? refundFields(session, amount, entered) : [])]}
    />
  );
}

function refundFields(session: CheckoutSession, amount: string, entered: FormState): FormField[] {
  return [{
    kind: "check",
    name: "refund",
    label: `Refund ${amount}`,
    isChecked: entered.text("refund") === "on",
    ...entered.errorOf("refund"),
  }, ...disputedField(session, entered)];
}

function Release({ model: { session, forms } }: { readonly model: ActionsModel }) {
  const action = actionPath(session, "release");
  return <ReleaseAction action={action} prefix="release" error={forms.of(action).error} />;
}

function Expire({ model: { session, forms } }: { readonly model: ActionsModel }) {
  const action = actionPath(session, "expire");
  const isOrdered = advance(session.state, "session.expire")?.session === "COMPLETED";
  return (
    <ConfirmedAction
      prefix="expire"
      open="End session"
      title="End this session?"
      consequences={isOrdered
        ? "Its prepaid part is paid, so its order is placed. This cannot be undone."
        : "The customer loses the cart, and what it holds is released. This cannot be undone."}
      action={action}
      submit="End the session"
      error={forms.of(action).error}
    />
  );
}
