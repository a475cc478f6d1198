/** The root of the project and the files in it. */
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export async function readRoot(path: string): Promise<string> {
  return await Deno.readTextFile(`${ROOT}${path}`);
}
