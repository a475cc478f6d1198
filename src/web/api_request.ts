import { type Caller, callerOf } from "../domain/caller.ts";
import type { Change } from "../domain/changes.ts";
import type { IdempotencyRecord } from "../domain/idempotency.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import { unauthorized } from "../domain/shop/api_key.ts";
import { bodyForNone } from "../schema/api/fields.ts";
import { unknownFields } from "../schema/api/unknown_fields.ts";
import { type BodyReading, type JsonBody, readJsonBody, readText } from "./guard/body.ts";
import { queryOf } from "./guard/target.ts";
import type { KeyedCall, Operation } from "./operation.ts";
import type { RequestContext } from "./request_context.ts";
import type { Route } from "./router.ts";

/** One request as its operation sees it. */
export class ApiRequest implements KeyedCall {
  readonly context: RequestContext;
  readonly operation: Operation;
  /** Set for requests whose answer is recorded. */
  record: KeyedCall["record"] = recordNothing;
  /** Its recorded answer, once it is being read. */
  recorded: MaybePromise<IdempotencyRecord | null> | undefined;
  readonly #params: Route<Operation>["params"];
  readonly #bodyDeadlineMs: number;
  #body: Promise<JsonBody> | undefined;
  #text: Promise<string> | undefined;

  constructor(
    context: RequestContext,
    { operation, params }: Route<Operation>,
    bodyDeadlineMs: number,
  ) {
    this.context = context;
    this.operation = operation;
    this.#params = params;
    this.#bodyDeadlineMs = bodyDeadlineMs;
  }

  /** @throws {AppError} `error.unauthorized` */
  get caller(): Caller {
    const { key } = this.context;
    if (key === undefined) throw unauthorized();
    return callerOf(key);
  }

  /** Not decoded: an encoded id is another id. */
  param(name: string): string {
    return this.#params[name] ?? "";
  }

  query(): URLSearchParams {
    return new URLSearchParams(queryOf(this.context.request.url));
  }

  header(name: string): string | null {
    return this.context.request.headers.get(name);
  }

  apart<T>(work: Promise<T>): Promise<T> {
    return this.context.apart(work);
  }

  body(): Promise<JsonBody> {
    return this.#body ??= this.#readBody();
  }

  text(): Promise<string> {
    const { context } = this;
    return this.#text ??= context.leavesBodyUnread
      ? context.reads(readText(context.request, this.#reading()))
      : Promise.resolve("");
  }

  async #readBody(): Promise<JsonBody> {
    const { context, operation: { docs } } = this;
    const schema = docs?.body;
    const forNone = () => schema && bodyForNone(schema);
    const body = await context.reads(readJsonBody(context.request, this.#reading(), forNone));
    if (schema !== undefined) context.unknownFields = unknownFields(schema, body.value);
    return body;
  }

  #reading(): BodyReading {
    return this.context.reading(this.#bodyDeadlineMs);
  }
}

function recordNothing(): readonly Change[] {
  return [];
}
