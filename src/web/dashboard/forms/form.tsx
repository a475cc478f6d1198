import type { Child } from "hono/jsx";
import { FieldInput, type FormField } from "./fields.tsx";

/** The refusal of a field of a filter. */
export interface FilterRefusal {
  readonly field: string;
  readonly message: string;
}

/** Narrows a list: a GET form, so that its address can be shared. */
export function FilterForm({ action, fields }: {
  /** Path of the list. */
  readonly action: string;
  readonly fields: readonly FormField[];
}) {
  const count = fields.filter(isSet).length;
  return (
    <details class="filter" open={count > 0}>
      <summary>{count === 0 ? "Filter" : `Filter: ${count} set`}</summary>
      <form method="get" action={action} role="search">
        {fields.map((field) => <FieldInput field={field} prefix="filter" />)}
        <div class="actions">
          <button class="button quiet" type="submit">Filter</button>
          {count === 0 ? "" : <a class="link" href={action}>Clear</a>}
        </div>
      </form>
    </details>
  );
}

function isSet(field: FormField): boolean {
  switch (field.kind) {
    case "hidden":
    case "login":
    case "group":
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
  /** Path of a link beside the button that leaves the form. */
  readonly cancel?: string;
}

/** Changes something: a POST form with one button. */
export function ActionForm({ cancel, ...options }: ActionFormOptions) {
  return (
    <PostForm {...options}>
      {cancel === undefined ? "" : <a class="link" href={cancel}>Cancel</a>}
    </PostForm>
  );
}

function PostForm(
  { action, submit, kind = "main", fields = [], error, prefix = "form", children }:
    & Omit<ActionFormOptions, "cancel">
    & { readonly children: Child },
) {
  const hasFile = fields.some((field) => field.kind === "file");
  return (
    <form
      class="action"
      method="post"
      action={action}
      enctype={hasFile ? "multipart/form-data" : undefined}
    >
      {error === undefined ? "" : <p class="banner bad" role="alert">{error}</p>}
      {fields.map((field) => <FieldInput field={field} prefix={prefix} />)}
      <div class="actions">
        <button class={kind === "main" ? "button" : `button ${kind}`} type="submit">
          {submit}
        </button>
        {children}
      </div>
    </form>
  );
}

/**
 * A change that cannot be undone, or that needs some fields: a button opens a window with the
 * consequences and the form. A refused form is shown in the page itself.
 */
export function ConfirmedAction(
  { open, title = open, consequences, prefix, kind = "danger", error, ...form }:
    & Omit<ActionFormOptions, "cancel" | "prefix">
    & {
      /** Text of the button that opens the window. */
      readonly open: string;
      /** Heading of the window (default: as the button). */
      readonly title?: string;
      readonly consequences: Child;
      /** Begins the ids of the window and its fields; unique in the page. */
      readonly prefix: string;
    },
) {
  const id = `${prefix}-window`;
  const isRefused = error !== undefined ||
    form.fields?.some((field) =>
        field.kind !== "hidden" && field.kind !== "login" && field.kind !== "group" &&
        field.error !== undefined
      ) === true;
  const contents = (
    <>
      <h2 id={`${id}-title`}>{title}</h2>
      <p>{consequences}</p>
      <PostForm {...form} kind={kind} error={error} prefix={prefix}>
        {isRefused ? "" : (
          <button
            class="button quiet"
            type="button"
            popovertarget={id}
            popovertargetaction="hide"
          >
            Cancel
          </button>
        )}
      </PostForm>
    </>
  );
  if (isRefused) return <div class="window shown">{contents}</div>;
  return (
    <>
      <button class="button quiet" type="button" popovertarget={id}>{open}</button>
      <div class="window" id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
        {contents}
      </div>
    </>
  );
}
