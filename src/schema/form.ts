import type { z } from "zod";
import type { RawJson } from "../domain/values/json.ts";

/**
 * The value that an encoder makes for a schema: every key that the schema reads, and no other, so
 * that a field which only one of the two has does not compile. A key that may be absent is written
 * as `undefined`.
 */
export type Form<Schema extends z.ZodType> = Whole<z.input<Schema>>;

type Whole<T> = T extends Leaf ? T
  : T extends readonly (infer Item)[] ? readonly Whole<Item>[]
  : { readonly [Key in keyof T]-?: Whole<T[Key]> };

type Leaf = string | number | bigint | boolean | null | undefined | RawJson | Uint8Array;

/** The name of a field in an answer or a file: `gift_message` for `giftMessage`. */
export type FieldName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${FieldName<Rest>}`
  : Name;
