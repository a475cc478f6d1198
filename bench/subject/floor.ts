/**
 * The least that any server on this runtime does: bare `Deno.serve` with a static
 * answer, without routing, headers, authentication, log or database.
 *
 *     floor.ts read|write|both|head PORT GET_BYTES POST_BYTES
 *
 * `read` answers at once; `write` reads the request's body and parses it first; `both`
 * does the one for GET and the other for POST. Answers have as many bytes as the
 * measured server's. `head` is `read` with the fields of the head that the measured server
 * looks at and sends: what they cost on this runtime nobody gets around who answers for money.
 */
type Handler = (request: Request) => Response | Promise<Response>;

/** What the measured server looks at in the head of a read. */
const READ_FIELDS = [
  "host",
  "authorization",
  "x-request-id",
  "content-length",
  "transfer-encoding",
] as const;

const [kind, ...numbers] = Deno.args;
const [port = NaN, getBytes = NaN, postBytes = NaN] = numbers.map(Number);
const handler = handlerOf(kind);
if (handler === undefined || !(port > 0) || !(getBytes >= 0) || !(postBytes >= 0)) {
  throw new TypeError(
    `Arguments must be read|write|both|head PORT GET_BYTES POST_BYTES: ${Deno.args.join(" ")}`,
  );
}

Deno.serve({
  hostname: "127.0.0.1",
  port,
  onListen: () => {},
  // A client that hangs up in the middle of its request is how every measurement ends.
  onError: () => new Response(null, { status: 500 }),
}, handler);

/** Each without a step that it does not need: what a floor does is what others are measured by. */
function handlerOf(kind: string | undefined): Handler | undefined {
  const got = "x".repeat(getBytes);
  const posted = "x".repeat(postBytes);
  const read = () => new Response(got);
  let left = 1_000_000_000;
  const head = (request: Request) => {
    // To ask is what costs; nothing hangs on the answers.
    void request.url;
    for (const name of READ_FIELDS) request.headers.get(name);
    return new Response(got, {
      status: 200,
      headers: {
        "Content-Type": "application/json",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "X-Request-Id": `00000000-${(left--).toString(36)}`,
        "RateLimit-Policy": '"key";q=1000000000;w=60',
        "RateLimit": `"key";r=${left};t=60`,
      },
    });
  };
  const write = async (request: Request) => {
    JSON.parse(await request.text());
    return new Response(posted);
  };
  switch (kind) {
    case "read":
      return read;
    case "head":
      return head;
    case "write":
      // The benchmark's question whether it is up comes without a body.
      return (request) => request.method === "POST" ? write(request) : new Response(posted);
    case "both":
      return (request) => request.method === "POST" ? write(request) : read();
    default:
      return undefined;
  }
}
