/** Parts of the command line's surroundings that most commands have no business with. */
import assert from "node:assert/strict";
import type { CliIo } from "../../src/cli/io.ts";
import { NO_FILE } from "../../src/command/file_settings.ts";

/** Fails the test when anything of it is asked for. */
export const untouched = new Proxy<CliIo["maintenance"] & CliIo["machine"]>(
  Object.create(null),
  { get: (_, name) => assert.fail(`${String(name)} should not be asked for`) },
);

/** Neither files nor a machine: for commands that have no business with them. */
export const UNTOUCHED = {
  maintenance: untouched,
  machine: untouched,
  copyDatabase: (): never => assert.fail("nothing should be copied"),
  server: (): never => assert.fail("the server should not be asked for"),
  otherServer: (): never => assert.fail("another server should not be asked for"),
  settings: NO_FILE,
  dashboard: (): never => assert.fail("the dashboard should not be served"),
};

/** Files of a test, by their names. Pictures are made of them as they are: real ones have tests. */
export function filesOf(
  files: ReadonlyMap<string, string>,
): Pick<CliIo, "readTextFile" | "readBytes" | "makePicture"> {
  const readTextFile = (path: string) => {
    const text = files.get(path);
    if (text !== undefined) return Promise.resolve(text);
    return Promise.reject(new Deno.errors.NotFound(`No such file: ${path}`));
  };
  return {
    readTextFile,
    readBytes: async (path) => new TextEncoder().encode(await readTextFile(path)),
    makePicture: (file) => Promise.resolve({ large: file, small: file.slice(0, 4) }),
  };
}
