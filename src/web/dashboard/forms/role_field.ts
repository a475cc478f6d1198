import type { Role } from "../../../domain/people/role.ts";
import type { FieldOption } from "./fields.tsx";
import type { FormState } from "./form_state.ts";

const ROLE_OPTIONS = [
  {
    value: "viewer",
    label: "Viewer",
    hint: "Sees all but people and the audit log, changes nothing",
  },
  {
    value: "staff",
    label: "Staff",
    hint: "Also acts on sessions, orders, payments and deliveries",
  },
  {
    value: "owner",
    label: "Owner",
    hint:
      "Also changes products, coupons, customers, keys, webhooks, payment providers, and who has access",
  },
] as const satisfies readonly (FieldOption & { readonly value: Role })[];

/** Name of a role. */
export function roleText(role: Role): string {
  return ROLE_OPTIONS.find(({ value }) => value === role)?.label ?? role;
}

/** The field that chooses a role. */
export function roleField(entered: FormState, role: Role) {
  return {
    kind: "radio",
    name: "role",
    label: "Role",
    options: ROLE_OPTIONS,
    ...entered.field("role", role),
  } as const;
}
