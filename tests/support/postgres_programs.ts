import { dirname } from "node:path";
import { findTool } from "./tools.ts";

/** Folders of Debian's packages, which are not on the PATH. */
const PACKAGES = "/usr/lib/postgresql";

/** Folder of the programs of the latest installed version. */
export async function findPrograms(): Promise<string | undefined> {
  const onPath = await findTool("initdb");
  if (onPath !== undefined) return dirname(await Deno.realPath(onPath));
  const versions: number[] = [];
  try {
    for await (const { name } of Deno.readDir(PACKAGES)) versions.push(Number(name));
  } catch {
    return undefined;
  }
  for (const version of versions.sort((a, b) => b - a)) {
    const bin = `${PACKAGES}/${version}/bin`;
    if (await Deno.stat(`${bin}/initdb`).then(() => true, () => false)) return bin;
  }
  return undefined;
}
