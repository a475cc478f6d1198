import { ConfirmedAction } from "./form.tsx";

/** The button that releases what an unpaid payment holds. */
export function ReleaseAction({ action, prefix, error }: {
  readonly action: string;
  readonly prefix: string;
  readonly error: string | undefined;
}) {
  return (
    <ConfirmedAction
      prefix={prefix}
      open="Release"
      title="Release what the unpaid payment holds?"
      consequences="The payment is cancelled; stock, coupon uses and coins go back. If it is paid all the same, the money is listed as a payment without an order."
      action={action}
      submit="Release"
      error={error}
    />
  );
}
