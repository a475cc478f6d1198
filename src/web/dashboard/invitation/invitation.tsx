import { MAX_LOGIN, MAX_PERSON_NAME } from "../../../domain/people/person.ts";
import type { FormField } from "../forms/fields.tsx";
import type { Forms, FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { Banner, PageHead, Panel } from "../parts/panel.tsx";
import { SIGN_IN_SCRIPT } from "../assets/script.ts";
import { newPasswordFields } from "../sign_in/password_fields.ts";

/** Paths of accepting an invitation. */
export const INVITATION_PATHS = {
  page: "/invitation",
  accept: "/invitation/accept",
  signIn: "/invitation/sign-in",
  account: "/invitation/account",
  accepted: "/invitation/accepted",
} as const;

/** Accepts an invitation; the script moves the token from the address into the forms. */
export function invitationBody({ login, forms }: {
  /** Login of the person who is signed in; null without one. */
  readonly login: string | null;
  readonly forms: Forms;
}): DashboardBody {
  const { accept, signIn, account } = INVITATION_PATHS;
  const states = {
    accept: forms.of(accept),
    signIn: forms.of(signIn),
    account: forms.of(account),
  };
  const link = Object.values(states).map((state) => state.text("link")).join("");
  return {
    title: "Accept an invitation",
    script: SIGN_IN_SCRIPT,
    children: (
      <>
        <PageHead
          title="Accept an invitation"
          note="Your link works once, within 7 days. The owner who sent it then confirms your login, and your access begins."
        />
        {login === null && states.accept.error !== undefined
          ? <Banner tone="bad">{states.accept.error}</Banner>
          : ""}
        {login === null ? "" : (
          <Panel title={`You are signed in as ${login}`}>
            <ActionForm
              action={accept}
              submit={`Accept as ${login}`}
              error={states.accept.error}
              prefix="accept"
              fields={[linkField(states.accept, link)]}
            />
          </Panel>
        )}
        <Panel title={login === null ? "With your account" : "With another account"}>
          <SignInForm entered={states.signIn} link={link} />
        </Panel>
        <Panel title="With a new account">
          <AccountForm entered={states.account} link={link} />
        </Panel>
      </>
    ),
  };
}

interface InvitationForm {
  readonly entered: FormState;
  /** The link of whichever form was refused. */
  readonly link: string;
}

function SignInForm({ entered, link }: InvitationForm) {
  return (
    <ActionForm
      action={INVITATION_PATHS.signIn}
      submit="Sign in and accept"
      error={entered.error}
      prefix="sign-in"
      fields={[
        linkField(entered, link),
        {
          kind: "text",
          name: "login",
          label: "Login",
          autocomplete: "username",
          isRequired: true,
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
  );
}

function AccountForm({ entered, link }: InvitationForm) {
  return (
    <ActionForm
      action={INVITATION_PATHS.account}
      submit="Make an account and accept"
      error={entered.error}
      prefix="account"
      fields={[
        linkField(entered, link),
        {
          kind: "text",
          name: "login",
          label: "Login",
          hint: "An e-mail address or a short name; it cannot be changed.",
          autocomplete: "username",
          isRequired: true,
          maxlength: MAX_LOGIN,
          ...entered.field("login"),
        },
        {
          kind: "text",
          name: "name",
          label: "Name",
          autocomplete: "name",
          maxlength: MAX_PERSON_NAME,
          ...entered.field("name"),
        },
        ...newPasswordFields(entered),
      ]}
    />
  );
}

function linkField(entered: FormState, link: string): FormField {
  return {
    kind: "text",
    name: "link",
    label: "Link",
    hint: "If it is empty, paste the whole link, or what follows # in it.",
    autocomplete: "off",
    isRequired: true,
    value: link,
    ...entered.errorOf("link"),
  };
}

/** Shown until the owner confirms. */
export function acceptedBody({ login }: { readonly login: string }): DashboardBody {
  return {
    title: "Invitation accepted",
    children: (
      <>
        <PageHead title="Invitation accepted" />
        <p>
          Tell the owner who invited you that your login is{" "}
          <strong>
            <bdi>{login}</bdi>
          </strong>. Your access begins when they confirm it on their People page.
        </p>
        <p>
          <a href="/">To the start page</a>
        </p>
      </>
    ),
  };
}
