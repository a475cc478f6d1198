import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { Banner, PageHead } from "../parts/panel.tsx";
import { PASSKEY_SCRIPT, SIGN_IN_SCRIPT } from "../assets/script.ts";
import { type EnteredPasskey, PasskeyForm } from "./passkey_form.tsx";
import { newPasswordFields } from "./password_fields.ts";

/** Paths of signing in and out. */
export const SIGN_IN_PATH = "/sign-in";
/** Page of a link; its token is behind a `#`, so that it is in no log. */
export const LINK_PATH = "/sign-in/link";

/** Sign-in with a password. */
export function signInBody({ entered, passkey, next, hasSignedOut }: {
  readonly entered: FormState;
  /** Null where no one has a passkey, or the dashboard's host is no name. */
  readonly passkey: EnteredPasskey | null;
  /** Path to go to afterwards. */
  readonly next: string;
  readonly hasSignedOut: boolean;
}): DashboardBody {
  return {
    title: "Sign in",
    script: PASSKEY_SCRIPT,
    children: (
      <>
        <PageHead title="Sign in" note="The dashboard of your shops." />
        {hasSignedOut ? <Banner tone="good">You are signed out.</Banner> : ""}
        <ActionForm
          action={SIGN_IN_PATH}
          submit="Sign in"
          error={entered.error}
          fields={[
            { kind: "hidden", name: "next", value: next },
            {
              kind: "text",
              name: "login",
              label: "Login",
              autocomplete: "username",
              isRequired: true,
              isFirst: true,
              ...entered.field("login"),
            },
            {
              kind: "password",
              name: "password",
              label: "Password",
              autocomplete: "current-password",
              isRequired: true,
              ...entered.errorOf("password"),
            },
          ]}
        />
        {passkey === null ? "" : <PasskeyForm {...passkey} next={next} kind="quiet" />}
        <p class="soft">
          Forgotten?{" "}
          <a href="/sign-in/forgot">Get a link by e-mail</a>. Or, and the first time here, ask the
          operator for one: <code>checkoutctl dashboard link --user LOGIN</code>, then{" "}
          <a href={LINK_PATH}>use it here</a>.
        </p>
      </>
    ),
  };
}

/** A link: chooses a password and signs in. The script moves the token from the address. */
export function linkBody({ entered }: { readonly entered: FormState }): DashboardBody {
  return {
    title: "Choose a password",
    script: SIGN_IN_SCRIPT,
    children: (
      <>
        <PageHead
          title="Choose a password"
          note="Your link works once, within 15 minutes. Other browsers are signed out."
        />
        <ActionForm
          action={LINK_PATH}
          submit="Save and sign in"
          error={entered.error}
          fields={[
            {
              kind: "text",
              name: "link",
              label: "Link",
              hint: "If it is empty, paste the whole link, or what follows # in it.",
              autocomplete: "off",
              isRequired: true,
              isFirst: true,
              ...entered.field("link"),
            },
            ...newPasswordFields(entered),
          ]}
        />
      </>
    ),
  };
}
