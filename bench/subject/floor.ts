/**
 * The least that any server on this runtime does: bare `Deno.serve` with a static
 * answer, without routing, headers, authentication, log or database.
 *
 *     floor.ts read|write PORT GET_BYTES POST_BYTES
 *
 * `read` answers at once; `write` reads and parses a body first. Answers have as many
 * bytes as the measured server's.
 */
const [kind, ...numbers] = Deno.args;
const [port = NaN, getBytes = NaN, postBytes = NaN] = numbers.map(Number);
if (!(kind === "read" || kind === "write") || !(port > 0) || !(getBytes >= 0 && postBytes >= 0)) {
  throw new TypeError(
    `Arguments must be read|write PORT GET_BYTES POST_BYTES: ${Deno.args.join(" ")}`,
  );
}
const got = "x".repeat(getBytes);
const posted = "x".repeat(postBytes);
// Each without a step that it does not need: the others are measured by it.
const read = () => new Response(got);
const write = async (request: Request) => {
  JSON.parse(await request.text());
  return new Response(posted);
};

Deno.serve({
  hostname: "127.0.0.1",
  port,
  onListen: () => {},
  // Every measurement ends with clients that hang up in the middle of a request.
  onError: () => new Response(null, { status: 500 }),
}, kind === "read" ? read : (request) => request.body === null ? read() : write(request));
