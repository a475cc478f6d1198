import type { Minor } from "../domain/values/money.ts";

/** Meaning of a state: success, attention, failure, or nothing in particular. */
export type Tone = "good" | "warn" | "bad" | "plain";

/** A state in a word for people. */
export type StateWord = readonly [text: string, tone: Tone];

/** An amount with its currency. */
export interface Money {
  readonly minor: Minor;
  readonly currencyCode: string;
}

/** A part of a phrase: a text, or a value that each surface writes in its own way. */
export type PhrasePart =
  | string
  | Money
  | { readonly count: number; readonly one?: string }
  | { readonly percent: number }
  | { readonly at: number };

/**
 * Types of values. `text` is written by people, `word` and several `words` by the program; `code` is
 * the beginning of a secret; a `moment` is shown as a time, an `age` as the time since then; `stock`
 * is a count that is null if not tracked.
 */
interface Kinds {
  readonly text: string;
  readonly word: string;
  readonly words: readonly string[];
  readonly code: string;
  readonly phrase: readonly PhrasePart[];
  readonly count: number;
  readonly stock: number;
  readonly flag: boolean;
  readonly moment: number;
  readonly age: number;
  readonly amount: Money;
  readonly states: readonly StateWord[];
}

/** A value of a row, of a kind that each surface writes in its own way; null for none. */
export type Value<Row> = {
  readonly [Kind in keyof Kinds]: {
    readonly kind: Kind;
    readonly of: (row: Row) => Kinds[Kind] | null;
  };
}[keyof Kinds];

/** Fields of a list for programs, by name; `zone` is the time zone of moments as CSV. */
export type ListFields<Row> = Readonly<
  Record<
    string,
    | Value<Row> & {
      readonly only?: "csv" | "json";
      /** True for a field about the customer, which an API key sees with `customers:read` alone. */
      readonly isPersonal?: true;
    }
    | { readonly kind: "zone" }
  >
>;

/** A column of a list for people. */
export interface ListedColumn<Row> {
  readonly title: string;
  readonly value: Value<Row>;
  /** Shown for null (default: an empty cell, `-` in a terminal). */
  readonly none?: string;
  /** Names the row: on a page it leads to the page of the thing. */
  readonly isMain?: boolean;
  /** True for a value that is compared by its digits, though it is no number. */
  readonly isNumber?: boolean;
  /** How the column fits a narrow terminal. */
  readonly fit?: {
    readonly canShrink?: boolean;
    readonly leastWidth?: number;
    readonly isOptional?: boolean;
    readonly isId?: boolean;
  };
}

/**
 * A list: its fields as JSON and CSV, in the order of the CSV, and its columns for people. The
 * table of the command line can have rows of several shops, the page of the dashboard is of one.
 */
export interface List<Row> {
  readonly fields: ListFields<Row>;
  readonly table: readonly ListedColumn<Row>[];
  readonly page: readonly ListedColumn<Row>[];
}

/** A value that can be chosen. */
export interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

/** A field of a filter: its kind says how it is entered and read. */
export type FilterField =
  & {
    /** In the form, and in errors of its fields. */
    readonly label: string;
    /** Name of its input and its option (default: that of the field). */
    readonly input?: string;
  }
  & (
    | {
      readonly kind: "choice";
      readonly values: readonly string[];
      /** Choices of the form, if some values are of no use there. */
      readonly choices: readonly FilterChoice[];
      readonly option: FilterOption;
      /** False if there are too many values for the help of the option (default: true). */
      readonly namesValues?: boolean;
    }
    | { readonly kind: "phone" | "flag"; readonly option: FilterOption }
    | { readonly kind: "text"; readonly hint: string; readonly option: FilterOption }
    /** Beginning and end of a span, of whole days in a form. */
    | { readonly kind: "since" | "until" }
    /** Live data or tests. */
    | { readonly kind: "mode" }
  );

/** An option of the command line: its form for commander, and the begin of its help. */
export type FilterOption = readonly [flags: string, help: string];

/** The fields of a filter, in the order of its form; the shop is chosen otherwise. */
export type FilterFields<Filter> = Readonly<
  Record<Exclude<keyof Filter, "merchantId">, FilterField>
>;
