import type { Child } from "hono/jsx";
import { describedBy, type FieldRemarks, Remarks } from "./remarks.tsx";

/** A value that can be chosen. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Name, label and remarks of every visible field. */
interface FieldBase extends FieldRemarks {
  readonly name: string;
  readonly label: string;
}

/** A line of text, a number, a day; `secret` is a key of another account, which no page has. */
export interface LineField extends FieldBase {
  readonly kind:
    | "text"
    | "search"
    | "email"
    | "tel"
    | "url"
    | "number"
    | "date"
    | "datetime-local"
    | "password"
    | "secret";
  readonly value?: string | undefined;
  readonly isRequired?: boolean;
  readonly autocomplete?: string;
  readonly inputmode?: "numeric" | "decimal";
  readonly maxlength?: number;
  readonly placeholder?: string;
  readonly isFirst?: boolean;
}

/** A field of a form. A page shows it again with what was entered, and the error. */
export type FormField =
  | LineField
  | FieldBase & {
    readonly kind: "textarea";
    readonly value?: string | undefined;
    /** True for a text which no page has. */
    readonly isSecret?: boolean;
    readonly rows?: number;
    readonly isRequired?: boolean;
  }
  /** One of several: a list, or radio buttons with hints. */
  | FieldBase & {
    readonly kind: "select" | "radio";
    readonly value?: string | undefined;
    readonly options: readonly FieldOption[];
  }
  /** Any of several boxes under one name. */
  | FieldBase & {
    readonly kind: "checks";
    readonly values: readonly string[];
    readonly options: readonly FieldOption[];
  }
  /** One box, sent as `on`. */
  | FieldBase & { readonly kind: "check"; readonly isChecked?: boolean }
  | FieldBase & {
    readonly kind: "file";
    readonly accept?: string;
    readonly isRequired?: boolean;
    /** Refused before it is sent, where scripts run. */
    readonly maxMebibytes?: number;
  }
  | {
    readonly kind: "hidden";
    readonly name: string;
    readonly value: string;
    /** Options of a passkey, in JSON: the script asks for it, and its answer becomes the value. */
    readonly passkey?: string;
  }
  /** Fields of one of several things. */
  | { readonly kind: "group"; readonly label: string; readonly fields: readonly FormField[] }
  /** The login that a password belongs to, for the browser's password manager; not shown. */
  | { readonly kind: "login"; readonly value: string };

/** A field with its label above, and its hint and error below. */
export function FieldInput({ field, prefix }: {
  readonly field: FormField;
  /** Begins the ids of the fields of one form. */
  readonly prefix: string;
}): Child {
  if (field.kind === "hidden") {
    const { name, value, passkey } = field;
    return <input type="hidden" name={name} value={value} data-passkey={passkey} />;
  }
  if (field.kind === "login") {
    return (
      <input
        type="text"
        name="username"
        value={field.value}
        autocomplete="username"
        hidden
        readonly
      />
    );
  }
  if (field.kind === "group") {
    return (
      <fieldset class="group">
        <legend>{field.label}</legend>
        {field.fields.map((one) => <FieldInput field={one} prefix={prefix} />)}
      </fieldset>
    );
  }
  const id = `${prefix}-${field.name}`;
  if (field.kind === "radio" || field.kind === "checks") return <Choices field={field} id={id} />;
  if (field.kind === "check") {
    const { label, isChecked = false } = field;
    return (
      <div class="field">
        <label class="choice">
          <input type="checkbox" {...attributesOf(field, id)} checked={isChecked} />
          <span>{label}</span>
        </label>
        <Remarks field={field} id={id} />
      </div>
    );
  }
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      <Input field={field} id={id} />
      <Remarks field={field} id={id} />
    </div>
  );
}

type InputField = Exclude<
  FormField,
  { kind: "hidden" | "login" | "group" | "radio" | "checks" | "check" }
>;

function Input({ field, id }: { readonly field: InputField | ListField; readonly id: string }) {
  const attributes = attributesOf(field, id);
  switch (field.kind) {
    case "select":
      return (
        <select {...attributes}>
          {field.options.map(({ value, label }) => (
            <option value={value} selected={value === (field.value ?? "")}>{label}</option>
          ))}
        </select>
      );
    case "textarea":
      return (
        <textarea
          {...attributes}
          class={field.isSecret ? "secret" : undefined}
          spellcheck={field.isSecret ? false : undefined}
          rows={field.rows ?? 4}
          required={field.isRequired}
        >
          {field.isSecret ? "" : field.value ?? ""}
        </textarea>
      );
    case "file":
      return (
        <input
          type="file"
          {...attributes}
          accept={field.accept}
          required={field.isRequired}
          data-max-mebibytes={field.maxMebibytes}
        />
      );
    case "radio":
      return "";
    default: {
      const { kind, value, isRequired, isFirst, error } = field;
      const { autocomplete = "off", inputmode, maxlength, placeholder } = field;
      // As a password it would be offered to the browser's password manager, and as a plain text to
      // its spelling checker.
      const isSecret = kind === "secret";
      return (
        <input
          type={isSecret ? "text" : kind}
          {...attributes}
          class={isSecret ? "secret" : undefined}
          spellcheck={isSecret ? false : undefined}
          value={isSecret || kind === "password" ? undefined : value}
          required={isRequired}
          autofocus={isFirst || error !== undefined || undefined}
          autocomplete={autocomplete}
          inputmode={inputmode}
          maxlength={maxlength}
          placeholder={placeholder}
        />
      );
    }
  }
}

type ListField = Extract<FormField, { kind: "select" | "radio" }>;
type BoxField = Extract<FormField, { kind: "checks" }>;

function Choices({ field, id }: { readonly field: ListField | BoxField; readonly id: string }) {
  const isChosen = (value: string) =>
    field.kind === "checks" ? field.values.includes(value) : field.value === value;
  return (
    <fieldset class="field" aria-describedby={describedBy(field, id)}>
      <legend>{field.label}</legend>
      {field.options.map(({ value, label, hint }) => (
        <label class="choice">
          <input
            type={field.kind === "checks" ? "checkbox" : "radio"}
            name={field.name}
            value={value}
            checked={isChosen(value)}
          />
          <span>
            {label}
            {hint === undefined ? "" : <span class="hint">{hint}</span>}
          </span>
        </label>
      ))}
      <Remarks field={field} id={id} />
    </fieldset>
  );
}

function attributesOf(field: FieldBase, id: string) {
  return {
    id,
    name: field.name,
    "aria-invalid": field.error === undefined ? undefined : "true",
    "aria-describedby": describedBy(field, id),
  } as const;
}
