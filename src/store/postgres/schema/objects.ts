import { SCHEMA_TEXT } from "./migrations.ts";

/** Kinds of schema objects with names of their own. */
export type ObjectKind = "table" | "index" | "trigger" | "function";

/** A later statement for a thing replaces the earlier one. */
const MADE =
  /^(CREATE|DROP)(?: OR REPLACE)?(?: UNIQUE| UNLOGGED)? (TABLE|INDEX|TRIGGER|FUNCTION)(?: CONCURRENTLY)? "?(\w+)"?/gm;

/** Kind and name of the objects that the migrations leave: `trigger session_counts_insert`. */
export function schemaObjects(): ReadonlySet<string> {
  const objects = new Set<string>();
  for (const [, verb, kind = "", name = ""] of SCHEMA_TEXT.matchAll(MADE)) {
    const object = `${kind.toLowerCase()} ${name}`;
    if (verb === "CREATE") objects.add(object);
    else objects.delete(object);
  }
  return objects;
}

/** Names of the objects of a kind. */
export function namesOf(kind: ObjectKind): string[] {
  return [...schemaObjects()].filter((object) => object.startsWith(`${kind} `))
    .map((object) => object.slice(kind.length + 1));
}
