/** Requests that were valid before something was done to them. */
import fc from "fast-check";
import type { Operation } from "../../src/web/operation.ts";
import { exampleOf, type Live, pathOf } from "./examples.ts";
import { oddText, textChange, treeChange } from "./arbitraries.ts";
import { render, treeOf } from "./json_tree.ts";

/** A request as it is sent. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** An operation's example with a session's values filled in. */
export interface Move {
  /** Which of the sessions that are kept. */
  readonly session: number;
  readonly operation: Operation;
  /** Name of a failing case. */
  readonly [fc.toStringMethod]: () => string;
  /** @param secrets the one that may do it, and others */
  request(live: Live, secrets: readonly [string, ...string[]]): FuzzRequest;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "post", "BREW"];

/** Mostly nothing, else what is done. */
function rarely<T>(arbitrary: fc.Arbitrary<T>, weight = 8): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

const idempotencyKey = fc.oneof(
  { weight: 3, arbitrary: fc.nat(30).map((n) => `key-${n}`) },
  { weight: 1, arbitrary: oddText.map(inHeader) },
);

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ["content-type", "text/plain"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-type", "APPLICATION/JSON"],
  ["content-encoding", "gzip"],
  ["accept", "text/html"],
  ["accept-encoding", "gzip;q=nan, *;q=-1"],
  ["x-forwarded-for", "::ffff:1.2.3.4, unknown"],
  ["x-http-method-override", "DELETE"],
  ["host", "evil/x?"],
  ["host", ""],
  ["content-length", "5, 5"],
  ["transfer-encoding", "gzip, chunked"],
  ["authorization", "Basic eDp5"],
  ["authorization", ""],
];

/** Says something of a body that has to be there. */
const FRAMING = /^(?:content-length|transfer-encoding)$/;

const oddHeader = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_HEADERS) },
  fc.tuple(
    fc.constantFrom("x-request-id", "content-type", "authorization", "host", "cookie", "range"),
    oddText.map(inHeader),
  ),
);

const changes = fc.record({
  session: fc.nat(),
  method: rarely(fc.constantFrom(...METHODS), 20),
  param: rarely(fc.tuple(fc.nat(), oddText)),
  encodes: fc.boolean(),
  query: rarely(oddText, 20),
  header: rarely(oddHeader, 6),
  key: rarely(idempotencyKey, 3),
  other: rarely(fc.nat(2), 30),
  tree: treeChange,
  text: textChange,
});

/** A move by any of these operations. */
export function move(operations: readonly Operation[]): fc.Arbitrary<Move> {
  const [keyed, open] = [
    operations.filter(({ access }) => access === "key"),
    operations.filter(({ access }) => access === "open"),
  ];
  const any = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...keyed) },
    { weight: 1, arbitrary: fc.constantFrom(...open) },
  );
  return fc.tuple(any, changes).map(([operation, what]) => ({
    session: what.session,
    operation,
    [fc.toStringMethod]: () => operation.id,
    request: (live, [own, ...others]) => {
      const secret = what.other === undefined ? own : others[what.other];
      const example = exampleOf(operation, live);
      const method = what.method ?? operation.method;
      const path = pathOf(operation, live, example);
      const hasBody = example.body !== undefined && method !== "GET" && method !== "HEAD";
      return {
        method,
        path: `${changed(path, what)}${what.query === undefined ? "" : `?${encoded(what.query)}`}`,
        headers: {
          host: "checkout.example",
          authorization: `Bearer ${secret}`,
          ...(hasBody && { "content-type": "application/json" }),
          ...(what.key !== undefined && { "idempotency-key": what.key }),
          ...(what.header && (hasBody || !FRAMING.test(what.header[0])) &&
            { [what.header[0]]: what.header[1] }),
        },
        body: hasBody ? what.text(render(what.tree(treeOf(example.body)))) : null,
      };
    },
  }));
}

/** Puts something odd in the place of a part of the path. */
function changed(
  path: string,
  { param, encodes }: {
    readonly param: readonly [number, string] | undefined;
    readonly encodes: boolean;
  },
): string {
  if (param === undefined) return path;
  const parts = path.split("/");
  parts[1 + param[0] % (parts.length - 1)] = encodes ? encoded(param[1]) : inTarget(param[1]);
  return parts.join("/");
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Characters of a request line; the runtime refuses others. */
function inTarget(text: string): string {
  return text.replace(/[^\x21-\x7e]/gu, "~").replaceAll("?", "%3f");
}

/** Characters of a header field; the runtime refuses others. */
function inHeader(text: string): string {
  return text.replace(/[^\x20-\xff]|\x7f/gu, "~").trim();
}

/** A request whose address is exactly the one that was made, as the runtime hands it out. */
export function requestOf({ method, path, headers, body }: FuzzRequest): Request {
  const request = new Request("http://checkout.example/", { method, headers, body });
  // As a client on a socket says it, unless the case says otherwise: without it there is no body.
  const isFramed = request.headers.has("content-length") ||
    request.headers.has("transfer-encoding");
  if (body !== null && !isFramed) request.headers.set("content-length", String(body.length));
  Object.defineProperty(request, "url", { value: `http://checkout.example${path}` });
  return request;
}

/** A request so that it can be sent again: its bytes as text, odd ones escaped. */
export function shown({ method, path, headers, body }: FuzzRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = body === null ? "" : new TextDecoder("latin1").decode(body);
  return [`${method} ${path}`, ...fields, "", JSON.stringify(text.slice(0, 20_000))].join("\n");
}
