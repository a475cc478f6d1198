/** A client's connection, passed on to a server on this machine. */
export interface Relay {
  /** Resolves when both sides are closed. */
  readonly done: Promise<void>;
  /** Closes both sides at once. */
  cut(): void;
}

/** Requests are small, and a held connection should cost little. */
const UP_BYTES = 4 * 1024;
const DOWN_BYTES = 16 * 1024;
/** A client that was told the end gets this long to close: closing first could lose it the answer. */
const LINGER_MS = 1000;

/** Copies what a client and a server send each other, unchanged, until both have ended. */
export function relay(client: Deno.TcpConn, server: Deno.TcpConn): Relay {
  const cut = () => {
    close(client);
    close(server);
  };
  for (const conn of [client, server]) conn.setNoDelay(true);
  // A client that vanished without a word is found out some day.
  client.setKeepAlive(true);
  let linger: ReturnType<typeof setTimeout> | undefined;
  // A server that takes no more may have answered: the client has to see that, whatever it sends.
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
  /** Called when the other side takes no more; what comes after that is read and dropped. */
  readonly onRefused: () => void;
}

/** Copies one direction and passes its end on. */
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
