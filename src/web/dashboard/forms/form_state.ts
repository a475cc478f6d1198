/** A refused form: the path that it was posted to, its fields, and the refusal. */
export interface RefusedForm {
  readonly action: string;
  readonly values: URLSearchParams;
  readonly message: string;
  /** Name of the field that the message is about, if it is one of the form. */
  readonly field: string | undefined;
}

/** The forms of a page, one of them possibly refused. */
export class Forms {
  readonly #refused: RefusedForm | undefined;
  #isShown = false;

  /** @param refused the form that is shown again with what was entered */
  constructor(refused?: RefusedForm) {
    this.#refused = refused;
  }

  /** True once the page has asked for the refused form. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** The state of the form with this action. */
  of(action: string): FormState {
    const isRefused = this.#refused?.action === action;
    this.#isShown ||= isRefused;
    return new FormState(isRefused ? this.#refused : undefined);
  }
}

/** Values and refusal of a form that was refused; empty for a new form. */
export class FormState {
  readonly #refused: RefusedForm | undefined;

  constructor(refused: RefusedForm | undefined) {
    this.#refused = refused;
  }

  /** True if the form was refused. */
  get isRefused(): boolean {
    return this.#refused !== undefined;
  }

  /** The values that were entered; empty for a new form. */
  get values(): URLSearchParams {
    return this.#refused?.values ?? new URLSearchParams();
  }

  /** A refusal that is about no field of the form. */
  get error(): string | undefined {
    return this.#hasField() ? undefined : this.#refused?.message;
  }

  /** Value and error of a field, to be spread into it. */
  field(name: string, initial = ""): { readonly value: string; readonly error?: string } {
    return { value: this.text(name, initial), ...this.errorOf(name) };
  }

  /** The refusal of a field, to be spread into it. */
  errorOf(name: string): { readonly error?: string } {
    const refused = this.#refused;
    return refused?.field === name ? { error: refused.message } : {};
  }

  /** The text of a field; `initial` in a new form. */
  text(name: string, initial = ""): string {
    return this.#refused === undefined ? initial : this.#refused.values.get(name) ?? "";
  }

  /** The values under one name; `initial` in a new form. */
  all(name: string, initial: readonly string[] = []): readonly string[] {
    return this.#refused?.values.getAll(name) ?? initial;
  }

  #hasField(): boolean {
    const { field, values } = this.#refused ?? {};
    return field !== undefined && values?.has(field) === true;
  }
}
