import { PASSWORD_LENGTH } from "../../../domain/people/person.ts";
import type { FormField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";

/** The fields of a new password. */
export function newPasswordFields(entered: FormState): FormField[] {
  return [{
    kind: "password",
    name: "password",
    label: "New password",
    hint: `At least ${PASSWORD_LENGTH.min} characters. A sentence is good.`,
    autocomplete: "new-password",
    isRequired: true,
    ...entered.errorOf("password"),
  }, {
    kind: "password",
    name: "again",
    label: "New password, again",
    autocomplete: "new-password",
    isRequired: true,
    ...entered.errorOf("again"),
  }];
}
