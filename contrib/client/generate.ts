/**
 * Writes the types of the OpenAPI document on standard input, and the places of 64-bit ids, to a
 * file, or prints them. `deno task client` runs it.
 */
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

// deno-lint-ignore no-explicit-any -- a JSON document, of which only a few parts are read
type Json = any;

const ID_FORMAT = "int64";

/** The document without parts that the client's types do not need: most of its size. */
function withoutExtras({ openapi, info, paths, webhooks, components }: Json): Json {
  const keyed = Object.entries<Json>(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries<Json>(methods)
        .filter(([, { security }]) => security.length > 0)
        .map(([method, operation]) => [method, { ...operation, responses: answers(operation) }]),
    ),
  ]);
  const { schemas, parameters } = components;
  return withoutExamples({
    openapi,
    info,
    paths: Object.fromEntries(keyed.filter(([, methods]) => Object.keys(methods ?? {}).length > 0)),
    webhooks,
    components: { schemas, parameters },
  });
}

/** The success of an operation, and one entry for its failures, which share their form. */
function answers({ responses }: Json): Json {
  const all = Object.entries<Json>(responses).map(([status, { headers: _, ...response }]) =>
    [status, response] as const
  );
  const success = all.filter(([status]) => status.startsWith("2"));
  const [failure] = all.filter(([status]) => !status.startsWith("2"));
  const { content } = failure?.[1] ?? {};
  return { ...Object.fromEntries(success), default: { description: "A failure", content } };
}

function withoutExamples(part: Json): Json {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map(withoutExamples);
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => key !== "example" && key !== "examples")
      .map(([key, value]) => [key, withoutExamples(value)]),
  );
}

/** The ids of a schema in the form of `IdPlaces`, with `false` at every other text and number. */
function idPlaces(document: Json, schema: Json): Json {
  if (schema === undefined) return undefined;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/components/schemas/", "");
    return idPlaces(document, document.components.schemas[name]);
  }
  if (schema.format === ID_FORMAT) return true;
  const fields = Object.entries(schema.properties ?? {})
    .map(([name, one]) => [name, idPlaces(document, one)]);
  const isPlain = [schema.type].flat().some((type) => type === "string" || type === "number");
  return [
    isPlain ? false : undefined,
    fields.length > 0 ? Object.fromEntries(fields) : undefined,
    schema.items === undefined ? undefined : { "[]": idPlaces(document, schema.items) },
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) =>
      (some ?? []).map((one: Json) => idPlaces(document, one))
    ),
  ].reduce(merge);
}

/**
 * Places of either.
 *
 * @throws {Error} if a field is an id in one of them and something else in the other
 */
function merge(one: Json, other: Json): Json {
  if (one === undefined || other === undefined) return one ?? other;
  if (typeof one === "object" && typeof other === "object") {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries([...names].map((name) => [name, merge(one[name], other[name])]));
  }
  if (one === true && other === true) return true;
  if (one === true || other === true) throw new Error("A field is an id here, and not there");
  return typeof one === "object" ? one : other;
}

/** Places without those that are no ids. */
function idsAlone(places: Json): Json {
  if (typeof places !== "object") return places === true ? true : undefined;
  const parts = Object.entries(places).map(([name, part]) => [name, idsAlone(part)])
    .filter(([, part]) => part !== undefined);
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
}

/** Ids of all requests, all answers and all events of a document. */
function places(document: Json): Record<string, Json> {
  const operations = (paths: Json): Json[] =>
    Object.values<Json>(paths).flatMap((methods) => Object.values<Json>(methods));
  const body = (part: Json) => idPlaces(document, part?.content?.["application/json"]?.schema);
  const calls = operations(document.paths);
  const events = operations(document.webhooks);
  const all = {
    REQUEST_IDS: calls.map(({ requestBody }) => body(requestBody)),
    ANSWER_IDS: calls.flatMap(({ responses }) => Object.values(responses).map(body)),
    EVENT_IDS: events.map(({ requestBody }) => body(requestBody)),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, some]) => [name, idsAlone(some.reduce(merge))]),
  );
}

/** A 64-bit id is text; an error code is one of the known ones or another. */
function typeOf(schema: Json): ts.TypeNode | undefined {
  if (schema.format === ID_FORMAT) {
    const text = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
    const none = ts.factory.createLiteralTypeNode(ts.factory.createNull());
    return [schema.type].flat().includes("null")
      ? ts.factory.createUnionTypeNode([text, none])
      : text;
  }
  const isOpen = schema.anyOf?.some(({ enum: known }: Json) => known !== undefined) &&
    schema.anyOf.some(({ pattern }: Json) => pattern !== undefined);
  return isOpen ? ts.factory.createTypeReferenceNode("ErrorCode") : undefined;
}

const document = withoutExtras(await new Response(Deno.stdin.readable).json());
const known: string[] =
  document.components.schemas.Failure.properties.error.properties.code.anyOf[0].enum;
const types = astToString(await openapiTS(document, { transform: typeOf }));
const constants = Object.entries(places(document)).map(([name, value]) =>
  `export const ${name} = ${JSON.stringify(value, null, 4)} as const;\n`
);
const file = `// Made by \`deno task client\`; do not edit.

${types}
/** Code of an error. Treat one that you do not know by the HTTP status. */
export type ErrorCode =
${
  known.map((code) => `    | ${JSON.stringify(code)}\n`).join("")
}    | (string & Record<never, never>);

// Places of 64-bit ids in requests, answers and events.
${constants.join("")}`;
const [path] = Deno.args;
await (path === undefined
  ? new Response(file).body!.pipeTo(Deno.stdout.writable)
  : Deno.writeTextFile(path, file));
