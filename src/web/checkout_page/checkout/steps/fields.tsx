import type { Child } from "hono/jsx";
import type { ShownField } from "../../../page/texts/checkout_texts.ts";
import type { PagePart } from "../model.ts";
import { fieldOf, problemText } from "../problems.ts";
import type { View } from "../view.ts";

/** Input of a field, in the words of HTML. */
interface FieldInput {
  readonly type?: "text" | "tel" | "email" | "number";
  readonly autocomplete?: string;
  readonly inputmode?: "numeric" | "decimal";
  readonly maxlength?: number;
  readonly max?: number;
  /** Latin digits and letters, in pages of every direction. */
  readonly isLtr?: boolean;
}

/** Options of a {@link Field}. */
interface FieldOptions extends FieldInput {
  readonly view: View;
  readonly part: PagePart;
  readonly name: ShownField;
  /** The stored value; a refused one goes before it. */
  readonly value?: string;
  readonly isOptional?: boolean;
  readonly hint?: string;
  /** For a list instead of a line. */
  readonly children?: Child;
  readonly class?: string;
  /** True to begin here when the part was opened on purpose; `always`: whenever it is shown. */
  readonly isFirst?: boolean | "always";
}

/** A field with its label above and its error below. */
export function Field({ view, part, name, value = "", children, ...options }: FieldOptions) {
  const { model: { entered, problem, edit }, steps } = view;
  const isOwn = problem?.part === part;
  const error = isOwn && fieldOf(problem) === name ? problemText(problem, view) : undefined;
  const id = `${part}-${name}`;
  const attributes = {
    id,
    name,
    autocomplete: options.autocomplete,
    required: options.isOptional !== true,
    autofocus: error !== undefined || (problem === null && begins(options.isFirst, edit === part)),
    "aria-invalid": error === undefined ? undefined : "true",
    "aria-describedby": describedBy(id, { error, hint: options.hint }),
  };
  return (
    <div class={`field ${options.class ?? ""}`}>
      <label for={id}>
        {steps.fields[name]}
        {options.isOptional ? <span class="soft">({steps.optional})</span> : ""}
      </label>
      {children === undefined
        ? (
          <input
            {...attributes}
            type={options.type ?? "text"}
            inputmode={options.inputmode}
            maxlength={options.maxlength}
            max={options.max}
            min={options.max === undefined ? undefined : 0}
            dir={options.isLtr ? "ltr" : "auto"}
            value={(isOwn ? entered[name] : undefined) ?? value}
          />
        )
        : <select {...attributes}>{children}</select>}
      {options.hint === undefined ? "" : <p class="hint" id={`${id}-hint`}>{options.hint}</p>}
      {error === undefined ? "" : <p class="error" id={`${id}-error`}>{error}</p>}
    </div>
  );
}

function begins(isFirst: FieldOptions["isFirst"], isOpened: boolean): boolean {
  return isFirst === "always" || (isFirst === true && isOpened);
}

function describedBy(
  id: string,
  { error, hint }: { readonly error: string | undefined; readonly hint: string | undefined },
): string | undefined {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(" ");
}

/** A form of the page. */
export function PageForm(
  { view, action, children }: {
    readonly view: View;
    /** Path of the form, after that of the checkout. */
    readonly action: string;
    readonly children: Child;
  },
) {
  return (
    <form method="post" action={`${view.model.path}/${action}`}>
      {children}
    </form>
  );
}

/** The problem with a part as a whole, if its last form has one that no field shows. */
export function PartProblem(
  { view, part, shown = [] }: {
    readonly view: View;
    readonly part: PagePart;
    /** Fields that the part shows. */
    readonly shown?: readonly ShownField[];
  },
) {
  const { problem } = view.model;
  if (problem === null || problem.part !== part) return null;
  const field = fieldOf(problem);
  if (field !== undefined && shown.includes(field)) return null;
  return (
    <p class="note warn" role="alert" tabindex={-1} autofocus>
      {problemText(problem, view)}
    </p>
  );
}

/** Buttons at the end of a form. */
export function FormButtons(
  { view, text, isOpened, isQuiet }: {
    readonly view: View;
    readonly text: string;
    /** True if the part was opened on purpose, and can be closed unchanged. */
    readonly isOpened: boolean;
    readonly isQuiet?: boolean;
  },
) {
  return (
    <div class="actions">
      <button class={isQuiet ? "button quiet" : "button"} type="submit">{text}</button>
      {isOpened ? <a class="link" href={view.model.path}>{view.steps.cancel}</a> : ""}
    </div>
  );
}
