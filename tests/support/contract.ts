/** Holds live answers against the OpenAPI document. */
import ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import assert from "node:assert/strict";

// deno-lint-ignore no-explicit-any -- a document as clients have it: JSON
type Json = any;

/** An answer as a client sees it. */
export interface LiveAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  /** Parsed; undefined where the answer was not JSON. */
  readonly json: Json;
}

/** Headers of HTTP itself, which the document need not name. */
const TRANSPORT = new Set([
  "content-type",
  "content-length",
  "connection",
  "allow",
  "date",
  "vary",
]);

/** An OpenAPI document that answers can be held against. */
export class Contract {
  readonly #document: Json;
  readonly #ajv: Json;
  readonly #routes: readonly { readonly pattern: RegExp; readonly methods: Json }[];

  constructor(document: Json) {
    this.#document = document;
    // deno-lint-ignore no-explicit-any -- CommonJS packages whose default export the checker misreads
    const [Ajv, formats] = [ajv2020 as any, addFormats as any];
    this.#ajv = new (Ajv.default ?? Ajv)({ strict: false, allErrors: true });
    (formats.default ?? formats)(this.#ajv);
    this.#ajv.addSchema({ $id: "openapi.json", ...document });
    this.#routes = Object.entries<Json>(document.paths).map(([path, methods]) => ({
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      methods,
    }));
  }

  /** Throws where an answer is not as the document says; one of no documented operation passes. */
  check({ method, path, status, headers, json }: LiveAnswer): void {
    const operation = this.#operation(method, path);
    if (operation === undefined) return;
    const where = `${method} ${path} ${status}`;
    const response = operation.responses[status];
    assert.ok(response, `${where} is documented`);
    this.#checkHeaders(response.headers ?? {}, headers, where);
    const schema = response.content?.["application/json"]?.schema;
    if (json !== undefined && schema !== undefined) this.#checkValue(schema, json, where);
  }

  /** Throws where a request is of no documented operation, or its body not as the document says. */
  checkRequest({ method, path, json }: Pick<LiveAnswer, "method" | "path" | "json">): void {
    const where = `${method} ${path}`;
    const operation = this.#operation(method, path);
    assert.ok(operation, `${where} is documented`);
    const { content, required = true } = operation.requestBody ?? {};
    const schema = content?.["application/json"].schema;
    if (schema === undefined) assert.equal(json, undefined, `${where} takes no body`);
    else if (required || json !== undefined) this.#checkValue(schema, json, where);
  }

  /** Throws where a value is not as a schema of the document says. */
  #checkValue(schema: Json, value: Json, where: string): void {
    const validate = this.#validator(schema);
    assert.ok(validate(value), `${where}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
  }

  /** Throws where the body of a delivery is not as the document's webhook of its type says. */
  checkEvent(body: Json): void {
    const webhook = this.#document.webhooks[body.type];
    assert.ok(webhook, `${body.type} is documented`);
    this.#checkValue(webhook.post.requestBody.content["application/json"].schema, body, body.type);
  }

  #operation(method: string, path: string): Json {
    const bare = path.split("?")[0]!;
    const route = this.#routes.find(({ pattern }) => pattern.test(bare));
    return route?.methods[method.toLowerCase()];
  }

  #checkHeaders(documented: Json, sent: Headers, where: string): void {
    const names = new Map(Object.keys(documented).map((name) => [name.toLowerCase(), name]));
    for (const [lower, name] of names) {
      const header = this.#resolve(documented[name]);
      const value = sent.get(name);
      if (value === null) assert.ok(header.required !== true, `${where} lacks ${name}`);
      else this.#checkValue(header.schema, value, `${where} ${lower}`);
    }
    if (!/json/.test(sent.get("content-type") ?? "")) return;
    for (const name of sent.keys()) {
      assert.ok(names.has(name) || TRANSPORT.has(name), `${where} documents ${name}`);
    }
  }

  #resolve(part: Json): Json {
    if (part.$ref === undefined) return part;
    const keys = part.$ref.slice(2).split("/");
    return keys.reduce((at: Json, key: string) => at[key], this.#document);
  }

  readonly #validators = new Map<string, Json>();

  /** Compiles a schema once for all operations that have it. */
  #validator(schema: Json): Json {
    const text = JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/');
    let validate = this.#validators.get(text);
    if (validate === undefined) {
      this.#validators.set(text, validate = this.#ajv.compile(JSON.parse(text)));
    }
    return validate;
  }
}
