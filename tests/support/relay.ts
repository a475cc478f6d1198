/** A relay between a client and a server, which breaks connections and holds answers on demand. */
import { Gate } from "./printed.ts";

/** A running relay. */
export interface Relay {
  readonly port: number;
  /** Number of connections that were broken. */
  readonly broken: number;
  /**
   * Breaks the next connection that sends something: before it reaches the server, when half of it
   * was sent on, as soon as all was, or when the answer has come, which the client does not get.
   */
  breakNext(when: BreakAt): void;
  /** Keeps back what the server answers, until {@link release}; resolves when there is something. */
  hold(): Promise<void>;
  release(): void;
  /**
   * Drops what the open connections send from now on, without closing them, and what new ones send
   * until {@link flow}: as a firewall does.
   */
  swallow(): void;
  /** Relays new connections again. */
  flow(): void;
  close(): Promise<void>;
}

/** When a connection is broken. */
export type BreakAt = "before" | "half" | "sent" | "answered";

/** Starts a relay to a port. */
export function startRelay(target: number): Relay {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  let armed: BreakAt | undefined;
  let broken = 0;
  const gate = new Gate();
  let onAnswer: (() => void) | undefined;
  let isSwallowing = false;
  /** Connections opened before the latest change are lost. */
  let generation = 0;

  const carry = async (client: Deno.Conn) => {
    const own = isSwallowing ? undefined : generation;
    const isLost = () => own !== generation;
    const server = await Deno.connect({ hostname: "127.0.0.1", port: target });
    const both = [client, server];
    both.forEach((one) => open.add(one));
    const end = () => both.forEach((one) => open.delete(one) && one.close());
    let isLate = false;
    const breakUp = () => {
      broken++;
      end();
    };
    const up = copy(client, server, async (write, piece) => {
      if (isLost()) return;
      const when = armed;
      armed = undefined;
      if (when === "half") await write(piece.subarray(0, piece.length >> 1));
      else if (when !== "before") await write(piece);
      if (when === "answered") isLate = true;
      else if (when !== undefined) breakUp();
    });
    const down = copy(server, client, async (write, piece) => {
      if (isLost()) return;
      onAnswer?.();
      await gate.passed();
      if (isLate) breakUp();
      else await write(piece);
    });
    await Promise.race([up, down]);
    end();
    await Promise.all([up, down]);
  };

  const carried = new Set<Promise<void>>();
  const accepting = (async () => {
    for await (const client of listener) {
      const one: Promise<void> = carry(client).catch(() => client.close())
        .finally(() => carried.delete(one));
      carried.add(one);
    }
  })();
  return {
    port: listener.addr.port,
    get broken() {
      return broken;
    },
    breakNext: (when) => void (armed = when),
    hold: () => {
      gate.shut();
      return new Promise((resolve) => onAnswer = resolve);
    },
    release: () => gate.open(),
    swallow: () => {
      isSwallowing = true;
      generation++;
    },
    flow: () => void (isSwallowing = false),
    close: async () => {
      gate.open();
      listener.close();
      for (const one of [...open]) {
        open.delete(one);
        one.close();
      }
      await accepting;
      await Promise.all(carried);
    },
  };
}

/** Copies until an end is closed; each piece is written by `send`. */
async function copy(
  from: Deno.Conn,
  to: Deno.Conn,
  send: (
    write: (piece: Uint8Array) => Promise<void>,
    piece: Uint8Array,
  ) => Promise<void> | void,
): Promise<void> {
  const buffer = new Uint8Array(64 * 1024);
  const write = async (piece: Uint8Array) => {
    for (let at = 0; at < piece.length;) at += await to.write(piece.subarray(at));
  };
  try {
    for (let n = await from.read(buffer); n !== null; n = await from.read(buffer)) {
      await send(write, buffer.slice(0, n));
    }
  } catch {
    // Closed by the other direction.
  }
}
