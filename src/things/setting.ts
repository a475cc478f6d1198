/** An option of the command line: its form for commander, its help, and what a switch sets. */
export type SettingOption = readonly [flags: string, help: string, value?: unknown];

/** A value that can be chosen, as a seed file writes it, and its words. */
export type SettingChoice = readonly [value: string, label: string, hint?: string];

/**
 * How a value is entered. Its text is that of a field of a form and of an option; the value is that
 * of a seed file. An empty text that is not required is the field's default.
 */
export type SettingKind =
  | { readonly kind: "text"; readonly rows?: number }
  /** Texts, one a line; a preset stands for a value without lines, `own` names the lines then. */
  | {
    readonly kind: "lines";
    readonly presets?:
      readonly (readonly [name: string, value: null | readonly [], label: string])[];
    readonly own?: string;
  }
  | { readonly kind: "choice"; readonly values: readonly SettingChoice[] }
  /** All of a few values in an order. */
  | { readonly kind: "order"; readonly values: readonly SettingChoice[] }
  | { readonly kind: "amount" | "percent" }
  /** A whole number, of units of time where they have milliseconds. */
  | { readonly kind: "count"; readonly unitMs?: number }
  /** A part of an amount: `10%`, or an amount. */
  | { readonly kind: "part" }
  /** On or off. Below `on`, an object, are fields that off leaves out. */
  | { readonly kind: "switch"; readonly on?: object; readonly off?: null }
  /** Several things with fields of their own, named from them. */
  | { readonly kind: "rows"; readonly row: string; readonly columns: readonly SettingField[] };

/** A field of a shop's settings. */
export type SettingField = SettingKind & {
  /** Path in a shop of a seed file. */
  readonly field: string;
  /** On its page, and in refusals. */
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
};

/** A setting of a shop: its field, and the options that set it. */
export type ShopSetting = SettingField & {
  readonly options: readonly SettingOption[];
  /** True if a shop gets it once, when it is made. */
  readonly isFixed?: boolean;
};

/** Settings that are saved together: a form of a page, and a group in the help of commands. */
export interface SettingForm {
  /** In the address of the form. */
  readonly name: string;
  readonly title: string;
  readonly note?: string;
  /** True where it says where money goes, or what may contain the page: it asks for a proof again. */
  readonly asksAgain?: boolean;
  readonly settings: readonly ShopSetting[];
}

/** A page of settings. */
export interface SettingsPage {
  /** In its address. */
  readonly name: string;
  readonly title: string;
  /** Its contents in a few words, for the list of pages. */
  readonly note: string;
  /** True for the page that leads to the providers too. */
  readonly hasProviders?: boolean;
  readonly forms: readonly SettingForm[];
}
