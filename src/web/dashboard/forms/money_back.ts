/** Parts of every form that gives money back. */
import { AppError } from "../../../domain/errors.ts";
import { refundAllowance } from "../../../domain/refund_allowance.ts";
import type { RefundAllowance } from "../../../domain/refund_change.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import type { ShopCall } from "../page.ts";
import type { FormField } from "./fields.tsx";
import type { FormState } from "./form_state.ts";

/** The limit of a person's refunds today; null for none, and for money of a test. */
export function allowanceOf(
  { role, person, shop, now }: ShopCall,
  { livemode }: Pick<CheckoutSession, "livemode">,
): RefundAllowance | null {
  const allowance = refundAllowance({ role, personId: person.id }, shop, now);
  return livemode ? allowance : null;
}

/** Shows refusals of a refund beside the fields that they are about. */
export async function besideRefund<T>(
  form: URLSearchParams,
  fields: { readonly amount: string },
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    if (code === "error.refund-exceeded" && error.field === undefined) {
      throw new AppError(code, message, { field: fields.amount, cause: error });
    }
    if (code !== "error.payment-disputed") throw error;
    // A browser sends no box that is not checked, and an older form has none.
    if (!form.has("disputed")) form.set("disputed", "");
    throw new AppError(code, message, { field: "disputed", cause: error });
  }
}

/** The box without which disputed money is not refunded. */
export function disputedBox(entered: FormState): FormField {
  return {
    kind: "check",
    name: "disputed",
    label: "Refund although the customer's bank disputes the payment",
    hint: "The bank may take the money back too: it could go back twice",
    isChecked: entered.text("disputed") === "on",
    ...entered.errorOf("disputed"),
  };
}
