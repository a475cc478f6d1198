import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { Banner, PageHead } from "../parts/panel.tsx";
import { SIGN_IN_PATH } from "./sign_in.tsx";

/** Page that sends a link by e-mail to a person who has forgotten the password. */
export const FORGOT_PATH = "/sign-in/forgot";

/** The form, and its answer, which is the same for every login. */
export function forgotBody({ entered, isAsked }: {
  readonly entered: FormState;
  readonly isAsked: boolean;
}): DashboardBody {
  return {
    title: "Get a link by e-mail",
    children: (
      <>
        <PageHead
          title="Get a link by e-mail"
          back={{ href: SIGN_IN_PATH, label: "Sign in" }}
          note="With the link you choose a new password. A second factor stays as it is."
        />
        {isAsked
          ? (
            <Banner tone="good">
              If this login has a verified e-mail address, and mail can be sent to it, a link is on
              its way. It works for 15 minutes. If none comes, ask the operator or an owner of your
              shop for a link.
            </Banner>
          )
          : (
            <ActionForm
              action={FORGOT_PATH}
              submit="Send a link"
              error={entered.error}
              fields={[{
                kind: "text",
                name: "login",
                label: "Login",
                autocomplete: "username",
                isRequired: true,
                isFirst: true,
                ...entered.field("login"),
              }]}
            />
          )}
      </>
    ),
  };
}
