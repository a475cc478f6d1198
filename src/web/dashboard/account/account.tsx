import { PASSKEY_SCRIPT } from "../assets/script.ts";
import type { Forms } from "../forms/form_state.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { MomentText } from "../parts/moment_text.tsx";
import { Badge, Banner, PageHead, Panel } from "../parts/panel.tsx";
import { ListTable } from "../parts/table.tsx";
import { OWN_FACTOR_PATH } from "../sign_in/factor_form.tsx";
import { EmailPanel, type OwnEmail } from "./email.tsx";
import { ACCOUNT_PATHS } from "./paths.ts";
import { ownProofFields, type Prover } from "../sign_in/password_form.tsx";
import { newPasswordFields } from "../sign_in/password_fields.ts";

/** Path of the form that ends a sign-in. */
export function endSignInPath(id: string): string {
  return `${ACCOUNT_PATHS.page}/sign-ins/${id}/end`;
}

/** A browser in which the person is signed in. */
export interface ListedSignIn {
  readonly id: string;
  readonly isThis: boolean;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** Empty if it is not known. */
  readonly address: string;
}

/** A person's own account. */
export interface AccountModel {
  readonly person: { readonly login: string; readonly hasFactor: boolean };
  /** Asked for the factor with a new password; null for none to be asked. */
  readonly prover: Prover | null;
  readonly signIns: readonly ListedSignIn[];
  readonly email: OwnEmail;
  /** The change that was just made. */
  readonly done: string | undefined;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}

/** Sentences of what was done. */
const DONE: Readonly<Record<string, string>> = {
  password: "The password is changed, and other browsers are signed out.",
  ended: "The sign-in has ended.",
  sent: "A link is on its way to the address. Open it in this browser.",
  verified: "The e-mail address is verified. News of your account go there.",
  removed: "The e-mail address is removed.",
};

/** A person's password and sign-ins. */
export function accountBody(
  { person: { login, hasFactor }, prover, signIns, email, done, forms, formats }: AccountModel,
): DashboardBody {
  const sentence = done === undefined ? undefined : DONE[done];
  const entered = forms.of(ACCOUNT_PATHS.password);
  return {
    title: "Your account",
    ...prover !== null && { script: PASSKEY_SCRIPT },
    children: (
      <>
        <PageHead
          title="Your account"
          note={
            <>
              Your login is <bdi>{login}</bdi>
            </>
          }
        />
        {sentence === undefined ? "" : <Banner tone="good">{sentence}</Banner>}
        <Panel
          title="Sign-ins"
          note={`Browsers in which you are signed in. Times in ${formats.timeZone}`}
        >
          <SignIns signIns={signIns} forms={forms} formats={formats} />
        </Panel>
        <Panel
          title="Second factor"
          link={{ href: OWN_FACTOR_PATH, label: hasFactor ? "Manage" : "Set up" }}
        >
          {hasFactor
            ? (
              <p>
                <Badge tone="good">On</Badge> Signing in takes your authenticator app or a passkey.
              </p>
            )
            : <p>Off. With it a stolen password is not enough to sign in.</p>}
        </Panel>
        <EmailPanel email={email} forms={forms} formats={formats} />
        <Panel title="Change the password" note="Other browsers are signed out.">
          <ActionForm
            action={ACCOUNT_PATHS.password}
            submit="Change password"
            error={entered.error}
            prefix="password"
            fields={[
              { kind: "login", value: login },
              {
                kind: "password",
                name: "current",
                label: "Current password",
                autocomplete: "current-password",
                isRequired: true,
                ...entered.errorOf("current"),
              },
              ...newPasswordFields(entered),
              ...(prover === null ? [] : ownProofFields(prover, "A new password needs it too")),
            ]}
          />
        </Panel>
      </>
    ),
  };
}

function SignIns(
  { signIns, forms, formats }: Pick<AccountModel, "signIns" | "forms" | "formats">,
) {
  return (
    <>
      <ListTable
        caption="Sign-ins"
        rows={signIns}
        empty=""
        columns={[
          {
            title: "Address",
            kind: "main",
            cell: ({ address, isThis }) => (
              <>
                {address || "not known"} {isThis ? <Badge tone="good">This browser</Badge> : ""}
              </>
            ),
          },
          {
            title: "Signed in",
            cell: ({ createdAt }) => <MomentText at={createdAt} formats={formats} />,
          },
          {
            title: "Last page",
            cell: ({ lastSeenAt }) => <MomentText at={lastSeenAt} formats={formats} />,
          },
          {
            title: "Actions",
            kind: "actions",
            cell: ({ id, isThis }) =>
              isThis ? "" : (
                <ConfirmedAction
                  open="End"
                  title="End the sign-in"
                  consequences="That browser is signed out at once."
                  prefix={`end-${id}`}
                  action={endSignInPath(id)}
                  submit="End"
                  error={forms.of(endSignInPath(id)).error}
                />
              ),
          },
        ]}
      />
      {signIns.length < 3 ? "" : (
        <ConfirmedAction
          open="End all others"
          title="End all other sign-ins"
          consequences="All browsers but this one are signed out at once."
          prefix="others"
          action={ACCOUNT_PATHS.others}
          submit="End all others"
          error={forms.of(ACCOUNT_PATHS.others).error}
        />
      )}
    </>
  );
}
