/** A client's connection that is relayed to a server on this machine. */
export interface Relay {
  /** Resolves when both sides are closed. */
  readonly done: Promise<void>;
  /** Closes both sides at once. */
  cut(): void;
}

/** Small, as requests are small and an idle connection should cost little. */
const UP_BYTES = 4 * 1024;
const DOWN_BYTES = 16 * 1024;
/** Time for a client to close after the end of the answer: closing first could lose its last bytes. */
const LINGER_MS = 1000;

/** Copies bytes both ways until both sides have ended. */
export function relay(client: Deno.TcpConn, server: Deno.TcpConn): Relay {
  const cut = () => {
    close(client);
    close(server);
  };
  for (const conn of [client, server]) conn.setNoDelay(true);
  // Detects clients that vanished.
  client.setKeepAlive(true);
  let linger: ReturnType<typeof setTimeout> | undefined;
  // A server that stops reading may have answered: the client must get that answer.
  const up = pump(client, server, { bufferBytes: UP_BYTES, onRefused: () => {} });
  const down = pump(server, client, { bufferBytes: DOWN_BYTES, onRefused: cut })
    .then(() => void (linger = setTimeout(cut, LINGER_MS)));
  const done = Promise.all([up, down]).then(() => {}, () => {}).finally(() => {
    clearTimeout(linger);
    cut();
  });
  return { done, cut };
}

interface PumpOptions {
  readonly bufferBytes: number;
  /** Called when the other side stops reading; later bytes are dropped. */
  readonly onRefused: () => void;
}

/** Copies one direction and its end. */
async function pump(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  { bufferBytes, onRefused }: PumpOptions,
): Promise<void> {
  const buffer = new Uint8Array(bufferBytes);
  let isTaken = true;
  for (let size = await from.read(buffer); size !== null; size = await from.read(buffer)) {
    if (!isTaken) continue;
    isTaken = await writeAll(to, buffer.subarray(0, size));
    if (!isTaken) onRefused();
  }
  if (isTaken) await to.closeWrite().catch(onRefused);
}

async function writeAll(to: Deno.TcpConn, bytes: Uint8Array): Promise<boolean> {
  try {
    for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
    return true;
  } catch {
    return false;
  }
}

function close(conn: Deno.TcpConn): void {
  try {
    conn.close();
  } catch {
    // It was closed already.
  }
}
