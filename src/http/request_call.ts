import type { ApiKey } from "../domain/api_key.ts";
import type { Change } from "../domain/changes.ts";
import { AppError } from "../domain/errors.ts";
import type { Exchange } from "./exchange.ts";
import { type BodyReading, type JsonBody, readJsonBody, readText } from "./guard/body.ts";
import type { KeyedCall, Operation } from "./operation.ts";
import type { Reply } from "./reply.ts";

/** An operation with what finding its parameters needs, made once for all requests. */
export interface Route {
  readonly operation: Operation;
  /** Which part of the path each parameter is, counted by the slashes before it. */
  readonly places: ReadonlyMap<string, number>;
  readonly bodyDeadlineMs: number;
}

/** The route of an operation. */
export function routeOf(operation: Operation, bodyDeadlineMs: number): Route {
  const parts = operation.path.split("/").map((part, i) => [part.slice(1, -1), i] as const);
  const places = new Map(parts.filter(([name]) => operation.path.includes(`{${name}}`)));
  return { operation, places, bodyDeadlineMs };
}

/** One request as its operation sees it. */
export class RequestCall implements KeyedCall {
  readonly exchange: Exchange;
  readonly operation: Operation;
  /** Replaced where the answer is to be recorded. */
  record: (reply: Reply) => readonly Change[] = recordNothing;
  readonly #route: Route;
  #body: Promise<JsonBody> | undefined;
  #text: Promise<string> | undefined;

  constructor(exchange: Exchange, route: Route) {
    this.exchange = exchange;
    this.operation = route.operation;
    this.#route = route;
  }

  /** @throws {AppError} `error.unauthorized` */
  get key(): ApiKey {
    const { key } = this.exchange;
    if (key === undefined) throw unauthorized();
    return key;
  }

  /** Undecoded: an id in disguise is not that id. */
  param(name: string): string {
    const { path } = this.exchange;
    let start = 0;
    for (let place = this.#route.places.get(name) ?? 0; place > 0; place--) {
      start = path.indexOf("/", start) + 1;
    }
    const end = path.indexOf("/", start);
    return end === -1 ? path.slice(start) : path.slice(start, end);
  }

  header(name: string): string | null {
    return this.exchange.request.headers.get(name);
  }

  body(): Promise<JsonBody> {
    return this.#body ??= readJsonBody(this.exchange.request, this.#reading());
  }

  text(): Promise<string> {
    if (this.#text !== undefined) return this.#text;
    return this.#text = this.exchange.leavesBodyUnread
      ? readText(this.exchange.request, this.#reading())
      : Promise.resolve("");
  }

  #reading(): BodyReading {
    return {
      deadlineMs: this.#route.bodyDeadlineMs,
      onBegin: () => void (this.exchange.leavesBodyUnread = false),
    };
  }
}

/** What somebody without a valid key is told. */
export function unauthorized(): AppError {
  return new AppError("error.unauthorized", "A valid API key is required as a bearer token");
}

function recordNothing(): readonly Change[] {
  return [];
}
