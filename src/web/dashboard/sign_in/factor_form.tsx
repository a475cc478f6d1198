import type { FormField, LineField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { PageHead } from "../parts/panel.tsx";
import { PASSKEY_SCRIPT } from "../assets/script.ts";
import { type EnteredPasskey, PasskeyForm } from "./passkey_form.tsx";
import { SIGN_IN_PATH } from "./sign_in.tsx";

/** Path of the second step of a sign-in. */
export const FACTOR_STEP_PATH = "/sign-in/factor";
/** Page of a person's own second factor. */
export const OWN_FACTOR_PATH = "/account/factor";
/** The page for a person who must set a factor up before they see a shop. */
export const REQUIRED_FACTOR_PATH = `${OWN_FACTOR_PATH}?done=required`;

/** Hint of a field that takes a code of either kind. */
export const CODE_HINT = "The 6 digits that your authenticator app shows, or a recovery code.";

/** The field of a code of the app. */
export function codeField(
  more: Pick<LineField, "label" | "hint" | "error"> & Partial<LineField>,
): FormField {
  return {
    kind: "text",
    name: "code",
    autocomplete: "one-time-code",
    maxlength: 40,
    isRequired: true,
    ...more,
  };
}

/** The second step of a sign-in. */
export function factorStepBody({ login, entered, passkey, next }: {
  readonly login: string;
  readonly entered: FormState;
  /** Null where the person has no passkey. */
  readonly passkey: EnteredPasskey | null;
  /** Path to go to afterwards. */
  readonly next: string;
}): DashboardBody {
  return {
    title: "Second factor",
    script: PASSKEY_SCRIPT,
    children: (
      <>
        <PageHead
          title="Second factor"
          note={
            <>
              For <bdi>{login}</bdi>, within 10 minutes.
            </>
          }
        />
        {passkey === null ? "" : <PasskeyForm {...passkey} next={next} />}
        <ActionForm
          action={FACTOR_STEP_PATH}
          submit={passkey === null ? "Sign in" : "Sign in with the code"}
          kind={passkey === null ? "main" : "quiet"}
          error={entered.error}
          cancel={SIGN_IN_PATH}
          fields={[
            { kind: "hidden", name: "next", value: next },
            codeField({
              label: "Code",
              hint: CODE_HINT,
              isFirst: passkey === null,
              ...entered.errorOf("code"),
            }),
          ]}
        />
        <p class="soft">
          Lost both? Ask the operator: <code>checkoutctl dashboard factor reset LOGIN</code>
        </p>
      </>
    ),
  };
}
