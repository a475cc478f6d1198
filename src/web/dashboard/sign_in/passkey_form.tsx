import type { PasskeyOptions } from "../../../service/people/passkey_challenges.ts";
import type { FormField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";

/** Path of the form that signs in with a passkey. */
export const PASSKEY_PATH = "/sign-in/passkey";
/** Name of the field with the answer of a passkey. */
export const PASSKEY = "passkey";

/** The field that the script fills with the answer of a passkey when its form is sent. */
export function passkeyField(name: string, options: PasskeyOptions): FormField {
  return { kind: "hidden", name, value: "", passkey: JSON.stringify(options) };
}

/** The form of a passkey, and what was entered. */
export interface EnteredPasskey {
  readonly options: PasskeyOptions;
  readonly entered: FormState;
}

/** The form that signs in with a passkey. */
export function PasskeyForm({ options, entered, next, kind = "main" }: EnteredPasskey & {
  /** Path to go to afterwards. */
  readonly next: string;
  readonly kind?: "main" | "quiet";
}) {
  return (
    <ActionForm
      action={PASSKEY_PATH}
      submit="Sign in with a passkey"
      kind={kind}
      error={entered.error}
      prefix="passkey"
      fields={[{ kind: "hidden", name: "next", value: next }, passkeyField(PASSKEY, options)]}
    />
  );
}
