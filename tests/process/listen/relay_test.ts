import assert from "node:assert/strict";
import { relay } from "../../../src/process/listen/relay.ts";

const HERE = { hostname: "127.0.0.1", port: 0 };

/** Both ends of a connection on this machine. */
async function aConnection(): Promise<[Deno.TcpConn, Deno.TcpConn]> {
  using listener = Deno.listen(HERE);
  const { port } = listener.addr;
  return await Promise.all([Deno.connect({ ...HERE, port }), listener.accept()]);
}

/** A client and a server with a relay between them. */
async function aRelay() {
  const [client, clientSide] = await aConnection();
  const [serverSide, server] = await aConnection();
  return { client, server, passedOn: relay(clientSide, serverSide) };
}

async function readAll(conn: Deno.TcpConn): Promise<Uint8Array> {
  return await new Response(conn.readable).bytes();
}

async function writeAll(conn: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}

Deno.test("relay() passes on every byte in both directions, and the end of each", async () => {
  const { client, server, passedOn } = await aRelay();
  const sent = Uint8Array.from({ length: 1_000_003 }, (_, i) => i % 251);
  const answer = Uint8Array.from({ length: 700_001 }, (_, i) => i % 241);
  const [, , atServer, atClient] = await Promise.all([
    writeAll(client, sent).then(() => client.closeWrite()),
    writeAll(server, answer).then(() => server.closeWrite()),
    readAll(server),
    readAll(client),
  ]);
  assert.deepEqual(atServer, sent);
  assert.deepEqual(atClient, answer);
  await passedOn.done;
});

Deno.test("relay() brings the answer of a server that does not wait for the end", async () => {
  const { client, server, passedOn } = await aRelay();
  await writeAll(server, new TextEncoder().encode("too large"));
  server.close();
  // The client goes on for a while: to the server nothing of it can be passed on any more.
  await client.write(new Uint8Array(1000));
  await client.write(new Uint8Array(1000));
  assert.equal(new TextDecoder().decode(await readAll(client)), "too large");
  await passedOn.done;
});

Deno.test("relay() ends when the client is gone, and when it is cut", async () => {
  const gone = await aRelay();
  gone.client.close();
  assert.equal(await gone.server.read(new Uint8Array(1)), null);
  gone.server.close();
  await gone.passedOn.done;
  const cut = await aRelay();
  cut.passedOn.cut();
  await cut.passedOn.done;
  assert.equal(await cut.client.read(new Uint8Array(1)), null);
  assert.equal(await cut.server.read(new Uint8Array(1)), null);
  cut.client.close();
  cut.server.close();
});
