/** Databases of earlier schema versions, as their programs left them; `make.ts` writes a new one. */
import { withPath } from "../support.ts";
import { loadDump } from "./dump.ts";

const FOLDER = new URL(".", import.meta.url);

/** Schema versions of SQLite that a database is kept of. */
export const VERSIONS = Array.from(
  Deno.readDirSync(FOLDER),
  ({ name }) => /^v(\d+)\.sql$/.exec(name)?.[1],
).filter((version) => version !== undefined).map(Number).sort((a, b) => a - b);

/** Runs with a database of a version, as its own program has left it. */
export function withVersion(version: number, run: (path: string) => Promise<void>): Promise<void> {
  return withPath(async (path) => {
    loadDump(path, await Deno.readTextFile(new URL(`v${version}.sql`, FOLDER)));
    await run(path);
  });
}
