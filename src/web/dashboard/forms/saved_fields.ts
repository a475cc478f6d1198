import type { FormField } from "./fields.tsx";

/**
 * Fields of a form that another person was faster with: those that differ from what is saved show
 * both.
 *
 * @param entered the fields with what was entered
 * @param saved the same fields with what is saved
 */
export function besideSaved(
  entered: readonly FormField[],
  saved: readonly FormField[],
): FormField[] {
  return entered.map((field, i) => {
    const text = valueText(saved[i]);
    return field.kind === "hidden" || text === valueText(field) ? field : { ...field, saved: text };
  });
}

/** The value of a field for people. */
function valueText(field: FormField | undefined): string {
  if (field === undefined) return "";
  switch (field.kind) {
    case "check":
      return field.isChecked === true ? "yes" : "no";
    case "select":
    case "radio":
      return field.options.find(({ value }) => value === field.value)?.label ?? "none";
    case "checks":
      return field.values.join(", ") || "none";
    case "file":
      return "";
    default:
      return field.value || "empty";
  }
}
