/**
 * The least that any server on this runtime does: bare `Deno.serve` with a static
 * answer, without routing, headers, authentication, log or database.
 *
 *     floor.ts read|write PORT BYTES
 *
 * `read` answers at once; `write` reads the request's body and parses it first.
 * The answer has as many bytes as the measured server's.
 */
const [kind, portText, bytesText] = Deno.args;
const [port, bytes] = [Number(portText), Number(bytesText)];
if ((kind !== "read" && kind !== "write") || !(port > 0) || !(bytes >= 0)) {
  throw new TypeError(`Arguments must be read|write PORT BYTES: ${Deno.args.join(" ")}`);
}
const body = "x".repeat(bytes);

Deno.serve(
  {
    hostname: "127.0.0.1",
    port,
    onListen: () => {},
    // A client that hangs up in the middle of its request is how every measurement ends.
    onError: () => new Response(null, { status: 500 }),
  },
  kind === "read" ? () => new Response(body) : async (request) => {
    // Health checks of the benchmark come without a body.
    if (request.method === "POST") JSON.parse(await request.text());
    return new Response(body);
  },
);
