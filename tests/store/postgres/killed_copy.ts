/** Copies a database and kills itself in the middle: `killed_copy.ts FROM TO`. */
import { copyBetween } from "../../../src/store/copy_database.ts";

const [from = "", to = ""] = Deno.args;
await copyBetween(from, to, {
  lock: () => ({ release: () => {} }),
  env: () => undefined,
  onProgress: (text) => {
    if (text.endsWith(" sessions copied")) Deno.kill(Deno.pid, "SIGKILL");
  },
});
