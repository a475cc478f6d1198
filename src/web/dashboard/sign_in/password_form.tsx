import type { Person } from "../../../domain/people/person.ts";
import type { PasskeyOptions } from "../../../service/people/passkey_challenges.ts";
import type { FormField, LineField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { CODE_HINT, codeField } from "./factor_form.tsx";
import { PASSKEY_SCRIPT } from "../assets/script.ts";
import { passkeyField } from "./passkey_form.tsx";
import { LinkButton, PageHead, Panel } from "../parts/panel.tsx";

/** Name of the field with the person's own password, in a form that asks for it again. */
export const OWN_PASSWORD = "own_password";
/** Name of the field with a code of the person's second factor, in such a form. */
export const OWN_CODE = "own_code";
/** Name of the field with the answer of a passkey of the person, in such a form. */
export const OWN_PASSKEY = "own_passkey";
/** Path of the form that asks for the password before an export. */
export const PASSWORD_PATH = "/password";

/** A person who proves who they are: by the second factor, or by the password without one. */
export interface Prover extends Pick<Person, "login" | "hasFactor"> {
  /** Options of the person's passkeys; null where none can be used. */
  readonly passkey: PasskeyOptions | null;
}

/** The fields that ask a person to prove who they are, in a form of its own use. */
export function ownProofFields({ passkey, ...person }: Prover, hint: string): FormField[] {
  return passkey === null ? ownCodeFields(person, { hint }) : [passkeyField(OWN_PASSKEY, passkey)];
}

/** The field of a code, or of the password of a person without a factor. */
function ownCodeFields(
  { login, hasFactor }: Omit<Prover, "passkey">,
  more: Pick<LineField, "hint" | "error" | "isFirst"> = {},
): FormField[] {
  if (hasFactor) return [codeField({ name: OWN_CODE, label: "Code", hint: CODE_HINT, ...more })];
  return [{ kind: "login", value: login }, {
    kind: "password",
    name: OWN_PASSWORD,
    label: "Your password",
    autocomplete: "current-password",
    isRequired: true,
    ...more,
  }];
}

/** Asks for the password again, or for a code or a passkey, and keeps what the form before has. */
export function passwordAgainBody({ action, values, entered, person }: {
  readonly action: string;
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly entered: FormState;
  readonly person: Prover;
}): DashboardBody {
  const { login, hasFactor, passkey } = person;
  const title = passkey !== null
    ? "Confirm that it is you"
    : hasFactor
    ? "Enter a code"
    : "Enter your password";
  const kept = values.map(([name, value]) => ({ kind: "hidden", name, value }) as const);
  const isByPasskey = entered.values.has(OWN_PASSKEY);
  return {
    title,
    script: PASSKEY_SCRIPT,
    children: (
      <>
        <PageHead
          title={title}
          note={`This gives access or money, or takes out data of persons, and you ${
            passkey !== null
              ? "showed a factor"
              : hasFactor
              ? "entered a code"
              : "entered your password"
          } more than 5 minutes ago.`}
        />
        <Panel title={`Signed in as ${login}`}>
          {passkey === null ? "" : (
            <ActionForm
              action={action}
              submit="Use a passkey"
              error={isByPasskey ? entered.error : undefined}
              prefix="passkey"
              fields={[...kept, passkeyField(OWN_PASSKEY, passkey)]}
            />
          )}
          <ActionForm
            action={action}
            submit="Go on"
            kind={passkey === null ? "main" : "quiet"}
            error={isByPasskey ? undefined : entered.error}
            prefix="again"
            cancel="/"
            fields={[
              ...kept,
              ...ownCodeFields(person, {
                isFirst: passkey === null,
                ...entered.errorOf(hasFactor ? OWN_CODE : OWN_PASSWORD),
              }),
            ]}
          />
        </Panel>
      </>
    ),
  };
}

/** Leads to an export once the password was entered: a download leaves its page in place. */
export function exportReadyBody(path: string): DashboardBody {
  const list = path.replace(".csv", "");
  return {
    title: "Download",
    children: (
      <>
        <PageHead title="Download" note="For the next 5 minutes you are not asked again." />
        <div class="actions">
          <LinkButton href={path} isMain>Download CSV</LinkButton>
          <LinkButton href={list}>Back to the list</LinkButton>
        </div>
      </>
    ),
  };
}
