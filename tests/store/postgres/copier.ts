/**
 * Copies a database and prints the most memory that it had, in bytes; with `killed` it kills itself
 * in the middle.
 *
 * usage: copier.ts FROM TO [killed]
 */
import { copyBetween } from "../../../src/store/copy_database.ts";

const [from = "", to = "", mode] = Deno.args;
await copyBetween(from, to, {
  lock: () => ({ release: () => {} }),
  env: () => undefined,
  onProgress: (text) => {
    if (mode === "killed" && text.endsWith(" sessions copied")) Deno.kill(Deno.pid, "SIGKILL");
  },
});
const status = await Deno.readTextFile("/proc/self/status");
console.log(1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]));
