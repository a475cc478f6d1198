import type { z } from "zod";
import type { RawJson } from "../domain/values/json.ts";

/**
 * The value that an encoder makes for a schema: every key of the schema and no other, so that a
 * field missing in one of them does not compile. An optional key is written as `undefined`.
 */
export type Form<Schema extends z.ZodType> = Whole<z.input<Schema>>;

type Whole<T> = T extends Leaf ? T
  : T extends readonly (infer Item)[] ? readonly Whole<Item>[]
  : { readonly [Key in keyof T]-?: Whole<T[Key]> };

type Leaf = string | number | bigint | boolean | null | undefined | RawJson | Uint8Array;

/** The field name in an answer or a file: `gift_message` for `giftMessage`. */
export type FieldName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${FieldName<Rest>}`
  : Name;
