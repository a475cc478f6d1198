import type { Child } from "hono/jsx";
import { FieldInput, type FormField } from "./fields.tsx";

/** Narrows a list: a GET form, so that its address can be shared. */
export function FilterForm({ action, fields }: {
  /** Path of the list. */
  readonly action: string;
  readonly fields: readonly FormField[];
}) {
  return (
    <form class="filter" method="get" action={action} role="search">
      {fields.map((field) => <FieldInput field={field} prefix="filter" />)}
      <div class="actions">
        <button class="button quiet" type="submit">Filter</button>
        {fields.some(isSet) ? <a href={action}>Clear</a> : ""}
      </div>
    </form>
  );
}

function isSet(field: FormField): boolean {
  switch (field.kind) {
    case "hidden":
    case "file":
      return false;
    case "checks":
      return field.values.length > 0;
    case "check":
      return field.isChecked === true;
    default:
      return (field.value ?? "") !== "";
  }
}

/** Looks of the button of a form. */
export type ButtonKind = "main" | "quiet" | "danger";

/** Options of {@link ActionForm}. */
export interface ActionFormOptions {
  /** Path that the form is posted to. */
  readonly action: string;
  /** Text of its button. */
  readonly submit: string;
  readonly kind?: ButtonKind;
  readonly fields?: readonly FormField[];
  /** A refusal that is about no single field. */
  readonly error?: string | undefined;
  /** Begins the ids of its fields, where a page has several forms (default: `form`). */
  readonly prefix?: string;
  /** A link back beside the button. */
  readonly cancel?: string;
}

/** Changes something: a POST form with one button. */
export function ActionForm(
  { action, submit, kind = "main", fields = [], error, prefix = "form", cancel }: ActionFormOptions,
) {
  const hasFile = fields.some((field) => field.kind === "file");
  return (
    <form method="post" action={action} enctype={hasFile ? "multipart/form-data" : undefined}>
      {error === undefined ? "" : <p class="banner bad" role="alert">{error}</p>}
      {fields.map((field) => <FieldInput field={field} prefix={prefix} />)}
      <div class="actions">
        <button class={kind === "main" ? "button" : `button ${kind}`} type="submit">
          {submit}
        </button>
        {cancel === undefined ? "" : <a href={cancel}>Cancel</a>}
      </div>
    </form>
  );
}

/** A change that cannot be undone: its form is unfolded first, with the consequences. */
export function ConfirmedAction({ open, consequences, ...form }: ActionFormOptions & {
  /** Text of the button that unfolds the form. */
  readonly open: string;
  readonly consequences: Child;
}) {
  return (
    <details class="confirm" open={form.error !== undefined || undefined}>
      <summary class="button quiet">{open}</summary>
      <div class="panel">
        <p>{consequences}</p>
        <ActionForm kind="danger" {...form} />
      </div>
    </details>
  );
}
