import { AppError } from "../../../domain/errors.ts";
import type { FormField } from "./fields.tsx";
import { FormState } from "./form_state.ts";

/**
 * The fields of a form. Where another person has saved the thing since it was loaded, those that
 * differ from what is saved show both.
 *
 * @param form what was entered, and the name of the thing as it is saved, which the form carries as
 *   `seen`
 */
export function fieldsBesideSaved(
  { entered, seen }: { readonly entered: FormState; readonly seen: string },
  fieldsOf: (entered: FormState) => FormField[],
): FormField[] {
  const fields = fieldsOf(entered);
  const isStale = entered.isRefused && entered.text("seen") !== seen;
  if (!isStale) return fields;
  return besideSaved(fields, namedFields(fieldsOf(new FormState(undefined))));
}

/** The refusal of a form whose thing was saved since it was loaded. */
export function changedSinceLoaded(thing: string): AppError {
  return new AppError(
    "error.conflict",
    `This ${thing} was changed since you loaded it. Where it differs from what you entered, you ` +
      "see what is saved now. Save again to replace that",
  );
}

/** A field with a name and a label. */
type NamedField = Exclude<FormField, { kind: "hidden" | "login" | "group" }>;

/** The fields of a form and of its groups; the label of one in groups begins with theirs. */
export function namedFields(
  fields: readonly FormField[],
  groups: readonly string[] = [],
): NamedField[] {
  return fields.flatMap((field) => {
    if (field.kind === "hidden" || field.kind === "login") return [];
    if (field.kind === "group") return namedFields(field.fields, [...groups, field.label]);
    const label = groups.length === 0 ? field.label : `${groups.join(", ")}: ${field.label}`;
    return [{ ...field, label }];
  });
}

function besideSaved(
  entered: readonly FormField[],
  saved: readonly NamedField[],
): FormField[] {
  return entered.map((field) => {
    if (field.kind === "hidden" || field.kind === "login") return field;
    if (field.kind === "group") return { ...field, fields: besideSaved(field.fields, saved) };
    const text = valueText(saved.find(({ name }) => name === field.name));
    return text === valueText(field) ? field : { ...field, saved: text };
  });
}

/** The value of a field for people. */
function valueText(field: NamedField | undefined): string {
  if (field === undefined) return "empty";
  switch (field.kind) {
    case "check":
      return field.isChecked === true ? "yes" : "no";
    case "select":
    case "radio":
      return field.options.find(({ value }) => value === field.value)?.label ?? "none";
    case "checks":
      return field.options.filter(({ value }) => field.values.includes(value))
        .map(({ label }) => label).join(", ") || "none";
    case "file":
      return "";
    default:
      return field.value || "empty";
  }
}
