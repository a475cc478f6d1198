import type { FormField, LineField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { LinkButton, PageHead, Panel } from "../parts/panel.tsx";

/** Name of the field with the person's own password, in a form that asks for it again. */
export const OWN_PASSWORD = "own_password";
/** Path of the form that asks for the password before an export. */
export const PASSWORD_PATH = "/password";

/** The fields that ask for the person's own password. */
export function ownPasswordFields(
  login: string,
  more: Pick<LineField, "hint" | "error" | "isFirst"> = {},
): FormField[] {
  return [{ kind: "login", value: login }, {
    kind: "password",
    name: OWN_PASSWORD,
    label: "Your password",
    autocomplete: "current-password",
    isRequired: true,
    ...more,
  }];
}

/** Asks for the password again, and keeps what was entered in the form before. */
export function passwordAgainBody({ action, values, entered, login }: {
  readonly action: string;
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly entered: FormState;
  readonly login: string;
}): DashboardBody {
  return {
    title: "Enter your password",
    children: (
      <>
        <PageHead
          title="Enter your password"
          note="This gives access or money, or takes out data of persons, and you entered your password more than 5 minutes ago."
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
              ...ownPasswordFields(login, { isFirst: true, ...entered.errorOf(OWN_PASSWORD) }),
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
        <PageHead title="Download" note="For the next 5 minutes your password is not asked for." />
        <div class="actions">
          <LinkButton href={path} isMain>Download CSV</LinkButton>
          <LinkButton href={list}>Back to the list</LinkButton>
        </div>
      </>
    ),
  };
}
