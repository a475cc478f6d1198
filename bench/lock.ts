import { fileURLToPath } from "node:url";

/** Has a module of the benchmark take its packages from the lock file. */
export const LOCK = `--lock=${fileURLToPath(new URL("../deno.lock", import.meta.url))}`;
