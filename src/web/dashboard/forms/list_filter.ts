import { AppError, got, invalid } from "../../../domain/errors.ts";
import { isE164 } from "../../../domain/shop/customer.ts";
import { type Day, parseTime } from "../../../domain/values/calendar.ts";
import { phoneReader } from "../../../schema/phone.ts";
import type { FilterField } from "../../../things/list.ts";
import type { QueryValues } from "../links.ts";
import type { ShopCall } from "../page.ts";
import type { FormField } from "./fields.tsx";
import type { FilterRefusal } from "./form.tsx";
import { labelled } from "./labelled.ts";

/** The values of a list's filter. */
export interface ListFilterModel {
  readonly values: URLSearchParams;
  /** The refusal of one of its fields. */
  readonly refusal?: FilterRefusal | undefined;
}

/** Fields of a filter by name, which are also the names of their inputs. */
type Fields = Readonly<Record<string, FilterField>>;

/** Names of the inputs of a filter. */
export function inputNames(fields: Fields): string[] {
  return Object.entries(fields).map(([name, { input = name }]) => input);
}

/** The inputs of a filter. */
export function filterInputs(fields: Fields, filter: ListFilterModel): FormField[] {
  return Object.entries(fields).map(([own, field]) => {
    const { input: name = own, label } = field;
    const base = { ...filterValue(filter, name), name, label };
    switch (field.kind) {
      case "choice":
        return {
          ...base,
          kind: "select",
          options: [{ value: "", label: "Any" }, ...field.choices],
        };
      case "mode":
        return { ...base, kind: "select", options: MODES };
      case "flag":
        return { ...base, kind: "select", options: FLAGS };
      case "phone":
        return { ...base, kind: "tel" };
      case "text":
        return { ...base, kind: "text", hint: field.hint };
      default:
        return { ...base, kind: "date" };
    }
  });
}

/** A filter as in the addresses of its list. */
export function filterQuery(names: readonly string[], { values }: ListFilterModel): QueryValues {
  return Object.fromEntries(names.map((name) => [name, values.get(name)?.trim()]));
}

/** Choices of live data or tests. */
export const MODES = [{ value: "", label: "Live" }, { value: "false", label: "Tests" }];

const FLAGS = [{ value: "", label: "Any" }, { value: "true", label: "Yes" }];

/** Value and refusal of one input. */
export function filterValue({ values, refusal }: ListFilterModel, name: string) {
  return {
    value: values.get(name) ?? "",
    ...(refusal?.field === name && { error: refusal.message }),
  };
}

/**
 * Reads the filter of a list from the query, as its form shows it and what it selects.
 *
 * @param all selects all: the fields that the query has not
 * @returns `selected` is undefined for a filter that is refused
 */
export async function shownFilter<Filter>(
  call: Pick<ShopCall, "query" | "shop">,
  fields: Fields,
  all: Filter,
): Promise<{ readonly shown: ListFilterModel; readonly selected?: Filter }> {
  const values = call.query;
  try {
    return { shown: { values }, selected: await readFilter(call, fields, all) };
  } catch (error) {
    if (!(error instanceof AppError) || error.field === undefined) throw error;
    return { shown: { values, refusal: { field: error.field, message: error.message } } };
  }
}

/**
 * Reads the filter of a list.
 *
 * @param all selects all: the fields that the query has not
 * @throws {AppError} `error.invalid-request` with the input
 */
export async function readFilter<Filter>(
  { query, shop }: Pick<ShopCall, "query" | "shop">,
  fields: Fields,
  all: Filter,
): Promise<Filter> {
  const entered = Object.entries(fields).flatMap(([name, field]) => {
    const { input = name } = field;
    const text = (query.get(input) ?? "").trim();
    return text === "" ? [] : [{ name, field, input, text }];
  });
  const labels = Object.fromEntries(entered.map(({ input, field }) => [input, field.label]));
  const isNational = entered.some(({ field, text }) => field.kind === "phone" && !isE164(text));
  const readPhone = isNational ? await phoneReader() : (one: string) => one;
  return await labelled(labels, () => {
    const read = entered.map(({ name, field, input, text }) => [name, valueOf(field, text, input)]);
    return { ...all, ...Object.fromEntries(read) };
  });

  function valueOf(field: FilterField, value: string, name: string) {
    switch (field.kind) {
      case "choice":
        return oneOf(field.values, value, name);
      case "mode":
        return oneOf(["true", "false"], value, name) !== "false";
      case "flag":
        return oneOf(["true", "false"], value, name) === "true";
      case "text":
        return value;
      case "phone":
        return readPhone(value, shop.countryCode, name);
      case "since":
        return dayOf(value, shop.timeZone, [name, field.label]).start;
      case "until":
        return dayOf(value, shop.timeZone, [name, field.label]).end;
    }
  }
}

function oneOf(values: readonly string[], text: string, path: string): string {
  if (values.includes(text)) return text;
  throw invalid(`${path} must be one of ${values.join(", ")}, ${got(text)}`);
}

function dayOf(
  text: string,
  timeZone: string,
  [name, label]: readonly [name: string, label: string],
): Day {
  const day = parseTime(text, timeZone);
  if (typeof day === "object") return day;
  throw invalid(`${label} must be a day, such as 2026-01-31, ${got(text)}`, name);
}
