/** A port of the server with the flag that sets it. */
export interface NamedPort {
  /** `--metrics-port`. */
  readonly flag: string;
  readonly host: string;
  /** Undefined if the server does not listen there. */
  readonly port: number | undefined;
}

/** Addresses of every interface. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * Requires each port to differ from those before it; one number on two addresses is two ports.
 *
 * @param fail called with one line; it does not return
 */
export function requirePortsApart(
  ports: readonly NamedPort[],
  fail: (message: string) => never,
): void {
  ports.forEach((one, i) => {
    const other = ports.slice(0, i).find((earlier) => isSamePort(one, earlier));
    if (other === undefined) return;
    fail(`${one.flag} must differ from ${other.flag}: ${one.port}`);
  });
}

function isSamePort(one: NamedPort, other: NamedPort): boolean {
  // With port 0 each takes a free one.
  if (one.port === undefined || one.port !== other.port || one.port === 0) return false;
  const [a, b] = [addressOf(one.host), addressOf(other.host)];
  return a === b || isEveryAddress(a) || isEveryAddress(b);
}

/** True for an address that stands for every interface. */
export function isEveryAddress(host: string): boolean {
  return EVERY_ADDRESS.has(host);
}

function addressOf(host: string): string {
  return host.toLowerCase() === "localhost" ? "127.0.0.1" : host;
}
