import type { Person } from "../../../domain/people/person.ts";
import type { FormField, LineField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { CODE_HINT, codeField } from "./factor_form.tsx";
import { LinkButton, PageHead, Panel } from "../parts/panel.tsx";

/** Name of the field with the person's own password, in a form that asks for it again. */
export const OWN_PASSWORD = "own_password";
/** Name of the field with a code of the person's second factor, in such a form. */
export const OWN_CODE = "own_code";
/** Path of the form that asks for the password before an export. */
export const PASSWORD_PATH = "/password";

/** A person who proves who they are: by the second factor, or by the password without one. */
export type Prover = Pick<Person, "login" | "hasFactor">;

/** The fields that ask a person to prove who they are. */
export function ownProofFields(
  { login, hasFactor }: Prover,
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

/** Asks for the password again, or for the second factor, and keeps what the form before has. */
export function passwordAgainBody({ action, values, entered, person }: {
  readonly action: string;
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly entered: FormState;
  readonly person: Prover;
}): DashboardBody {
  const { login, hasFactor } = person;
  const title = hasFactor ? "Enter a code" : "Enter your password";
  return {
    title,
    children: (
      <>
        <PageHead
          title={title}
          note={`This gives access or money, or takes out data of persons, and you entered ${
            hasFactor ? "a code" : "your password"
          } more than 5 minutes ago.`}
        />
        <Panel title={`Signed in as ${login}`}>
          <ActionForm
            action={action}
            submit="Go on"
            error={entered.error}
            prefix="again"
            cancel="/"
            fields={[
              ...values.map(([name, value]) => ({ kind: "hidden", name, value }) as const),
              ...ownProofFields(person, {
                isFirst: true,
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
