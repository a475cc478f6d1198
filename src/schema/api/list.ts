/** Lists of the API: their rows, the parameters of their filters, and pages. */
import { z } from "zod";
import { invalid, shown } from "../../domain/errors.ts";
import { isE164 } from "../../domain/shop/customer.ts";
import { parseTime } from "../../domain/values/calendar.ts";
import { currencyOf } from "../../domain/values/money.ts";
import type { PageRequest } from "../../domain/values/page.ts";
import type { FilterField, List, Value } from "../../things/list.ts";
import { jsonFields, rowValue } from "../list.ts";
import { amount, major } from "./fields.ts";

/** Most rows of a page. */
export const MAX_ROWS = 200;
const DEFAULT_ROWS = 50;
/** Longest text of a parameter. */
const MAX_TEXT = 255;

/** Fields of a filter by name. */
type FilterShape = Readonly<Record<string, FilterField>>;
/** Rows are encoded by their fields alone. */
type Fields<Row> = Pick<List<Row>, "fields">;

const SCHEMAS = {
  text: z.string(),
  word: z.string(),
  code: z.string(),
  states: z.string(),
  phrase: z.string(),
  words: z.array(z.string()),
  count: z.int(),
  stock: z.int(),
  flag: z.boolean(),
  moment: z.iso.datetime(),
  age: z.iso.datetime(),
  amount,
} as const satisfies Record<Value<unknown>["kind"], z.ZodType>;

/** Schema of a row; fields about the customer may be missing. */
function rowSchema<Row>({ fields }: Fields<Row>): z.ZodObject {
  return z.strictObject(Object.fromEntries(
    jsonFields(fields).map(([name, { kind, isPersonal }]) => {
      const schema = SCHEMAS[kind].nullable();
      const what = name.replaceAll("_", " ");
      return isPersonal
        ? [name, schema.optional().meta({ description: `With \`customers:read\`: ${what}` })]
        : [name, schema.meta({ description: what[0]!.toUpperCase() + what.slice(1) })];
    }),
  ));
}

/**
 * Encodes a row: amounts in the major unit with all their digits, times in UTC.
 *
 * @param isPersonal false to leave out the fields about the customer
 */
export function encodeRow<Row>(
  { fields }: Fields<Row>,
  row: Row,
  { isPersonal }: { readonly isPersonal: boolean },
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    jsonFields(fields)
      .filter(([, value]) => isPersonal || !value.isPersonal)
      .map(([name, value]) => {
        if (value.kind !== "amount") return [name, rowValue(value, row)];
        const money = value.of(row);
        return [name, money && major(money.minor, currencyOf(money.currencyCode))];
      }),
  );
}

/** Schema of the parameters of a list; {@link readListQuery} reads them. */
export function listQuerySchema(fields: FilterShape): z.ZodObject {
  return z.object({
    ...Object.fromEntries(
      parametersOf(fields).map(({ name, field }) => {
        const [schema, description] = parameterSchema(field);
        return [name, schema.optional().meta({ description })];
      }),
    ),
    limit: z.int().min(1).max(MAX_ROWS).optional().meta({
      description: `Most rows of the page (default: ${DEFAULT_ROWS})`,
    }),
    after: z.string().optional().meta({ description: "`next` of the page before" }),
  });
}

function parameterSchema(field: FilterField): readonly [z.ZodType, description: string] {
  switch (field.kind) {
    case "choice":
      return [z.enum(field.values), `Only those with this: ${field.label}`];
    case "flag":
      return [z.boolean(), `Only those with this: ${field.label}`];
    case "phone":
      return [
        z.string(),
        "Only the customer with this verified phone, E.164; needs `customers:read`",
      ];
    case "since":
      return [z.string(), "From this time on: RFC 3339, or a day in the shop's time zone"];
    case "until":
      return [z.string(), "Before this time: RFC 3339, or a day of the shop, which is included"];
    default:
      return [z.string(), field.label];
  }
}

/** Names of parameters, with their keys in the filter; the mode is that of the API key. */
function parametersOf(fields: FilterShape) {
  return Object.entries(fields).flatMap(([key, field]) =>
    field.kind === "mode" ? [] : [{ name: field.input ?? key, key, field }]
  );
}

/** Schema of an answer: rows under a name, and where the next page begins. */
export function listAnswerSchema<Row>(name: string, list: Fields<Row>): z.ZodObject {
  return z.strictObject({
    [name]: z.array(rowSchema(list)).meta({ description: "Rows of the page" }),
    next: z.string().nullable().meta({
      description: "Send it as `after` for the next page; null after the last row",
    }),
  }).meta({ description: "A page of the list" });
}

/** A list that a query asks for. */
export interface ListQuery<Filter> {
  readonly filter: Filter;
  readonly page: PageRequest<string>;
}

/**
 * Reads the parameters of a list.
 *
 * @param all selects all of the key's shop and mode
 * @param timeZone of the shop, for days
 * @throws {AppError} `error.invalid-request` with the parameter as its field: for an unknown one, one
 *   that is given twice, and a value that it does not take
 */
export function readListQuery<Filter>(
  query: URLSearchParams,
  { all, fields, timeZone }: {
    readonly all: Filter;
    readonly fields: FilterShape;
    readonly timeZone: string;
  },
): ListQuery<Filter> {
  const parameters = parametersOf(fields);
  const names = [...parameters.map(({ name }) => name), "limit", "after"];
  for (const name of query.keys()) {
    if (name === "indent") continue;
    if (!names.includes(name)) {
      throw invalid(`This list takes ${names.join(", ")}, and no ${shown(name)}`, shown(name));
    }
    if (query.getAll(name).length > 1) throw invalid(`${name} must be given once`, name);
  }
  const given = parameters.flatMap(({ name, key, field }) => {
    const text = query.get(name);
    return text === null ? [] : [[key, valueOf(field, { name, text, timeZone })]];
  });
  const limit = query.get("limit");
  const after = query.get("after");
  return {
    filter: { ...all, ...Object.fromEntries(given) },
    page: {
      limit: limit === null ? DEFAULT_ROWS : rowsOf(limit),
      ...(after === null ? {} : { after }),
    },
  };
}

function valueOf(
  field: FilterField,
  { name, text, timeZone }: {
    readonly name: string;
    readonly text: string;
    readonly timeZone: string;
  },
): string | number | boolean {
  const refused = (what: string) => invalid(`${name} must be ${what}: ${shown(text)}`, name);
  switch (field.kind) {
    case "flag":
      if (text !== "true" && text !== "false") throw refused("true or false");
      return text === "true";
    case "choice":
      if (!field.values.includes(text)) throw refused(`one of ${field.values.join(", ")}`);
      return text;
    case "phone":
      if (!isE164(text)) throw refused("a phone number in E.164, with + as %2B");
      return text;
    case "since":
    case "until": {
      const at = parseTime(text, timeZone);
      if (at === undefined) throw refused("a time such as 2026-01-31T12:00:00Z, or 2026-01-31");
      return typeof at === "number" ? at : field.kind === "since" ? at.start : at.end;
    }
    default:
      if (text.length > MAX_TEXT) throw refused(`a text of at most ${MAX_TEXT} characters`);
      return text;
  }
}

function rowsOf(text: string): number {
  const limit = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_ROWS) return limit;
  throw invalid(`limit must be a number from 1 to ${MAX_ROWS}: ${shown(text)}`, "limit");
}
