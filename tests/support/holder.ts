/** Connections that are held and say nothing, by a process of its own: it may use Unix sockets. */
import assert from "node:assert/strict";

const SCRIPT = `
const [url = "", count = "0"] = Deno.args;
const place = url.startsWith("unix:")
  ? { transport: "unix", path: url.slice("unix:".length) }
  : { hostname: "127.0.0.1", port: Number(new URL(url).port) };
const held = [];
for (let i = 0; i < Number(count); i++) {
  // While nobody listens a connection is refused: that is what exhaustion looks like.
  held.push(await Deno.connect(place).catch(() => undefined));
}
console.log("held");
await Deno.stdin.read(new Uint8Array(1));
`;

/** Connections that are held. */
export interface Held {
  /** Closes them. */
  release(): Promise<void>;
}

/** Opens connections to a server, named as it names itself, as far as it lets us. */
export async function holdConnections(url: string, count: number): Promise<Held> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", SCRIPT, "--", url, String(count)],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  assert.match(new TextDecoder().decode(value), /held/);
  return {
    async release() {
      await child.stdin.close();
      await child.status;
      await reader.cancel();
    },
  };
}
