/**
 * A receiver of webhooks, run as a process of its own. It listens on a free port of
 * 127.0.0.1 and writes one JSON line when it does, and one for each request that it gets.
 *
 * `PUT /behaviour` with `{"answers": [...]}` says what it answers to the next ones: a
 * status, or `hang` for none at all. When they are used up it answers 204.
 */
const answers: (number | "hang")[] = [];

const server = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(JSON.stringify({ port })),
}, async (request) => {
  const { pathname } = new URL(request.url);
  if (request.method === "PUT" && pathname === "/behaviour") {
    answers.splice(0, answers.length, ...(await request.json()).answers);
    return new Response(null, { status: 204 });
  }
  const body = await request.text();
  const answered = answers.shift() ?? 204;
  const { method, headers } = request;
  console.log(
    JSON.stringify({
      method,
      path: pathname,
      headers: Object.fromEntries(headers),
      body,
      answered,
    }),
  );
  if (answered === "hang") return await new Promise<Response>(() => {});
  return new Response(null, { status: answered });
});
await server.finished;
