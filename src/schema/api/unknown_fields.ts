import { z } from "zod";
import { isRecord } from "../../domain/values/json.ts";

/** Limits of what is named: a warning, not a list. */
const MAX_NAMED = 10;
const MAX_NAME = 64;

/** Fields of the cart and of tracking, which pass with whatever a store adds to them. */
const FREE: ReadonlySet<string> = new Set(["items", "analytics", "metadata", "attributes"]);

/** Fields of an object by name; a field without known fields of its own has none. */
type Fields = ReadonlyMap<string, Fields | undefined>;

const known = new WeakMap<z.ZodType, { readonly fields: Fields | undefined }>();

/**
 * Names fields of a body's `data` that its schema does not have, as paths below `data`: typing
 * errors, which would be ignored in silence. At most ten, each of at most 64 characters.
 */
export function unknownFields(schema: z.ZodType, body: unknown): string[] {
  const cached = known.get(schema) ?? { fields: fieldsOf(schema) };
  known.set(schema, cached);
  const data = cached.fields?.get("data");
  if (data === undefined || !isRecord(body)) return [];
  const found: string[] = [];
  collect(body["data"], { fields: data, path: "", found });
  return found;
}

function collect(
  value: unknown,
  { fields, path, found }: {
    readonly fields: Fields;
    readonly path: string;
    readonly found: string[];
  },
): void {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) collect(one, { fields, path: `${path}[${i}]`, found });
  } else if (isRecord(value)) {
    for (const [name, one] of Object.entries(value)) {
      if (found.length === MAX_NAMED) return;
      const place = path === "" ? name : `${path}.${name}`;
      const own = fields.get(name);
      if (!fields.has(name)) found.push(place.slice(0, MAX_NAME).toWellFormed());
      else if (own !== undefined) collect(one, { fields: own, path: place, found });
    }
  }
}

/** Fields of a schema of an object, or of an array of objects; undefined for any other. */
function fieldsOf(schema: unknown): Fields | undefined {
  if (schema instanceof z.ZodObject) {
    return new Map(
      Object.entries(schema.shape).map(([name, one]) =>
        [name, FREE.has(name) ? undefined : fieldsOf(one)] as const
      ),
    );
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return isWrapper ? fieldsOf(schema.unwrap()) : undefined;
}
