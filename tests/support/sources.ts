/** The program's own text, for tests about what is in it. */
import { ROOT } from "./root.ts";

export interface Source {
  /** From the root. */
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript file, JSX included, of the program; of other folders where they are named. */
export async function sourceTexts(...folders: readonly string[]): Promise<Source[]> {
  const paths = folders.length > 0 ? [] : ["main.ts", "server.ts", "dashboard.ts", "cli.ts"];
  for (const folder of folders.length > 0 ? folders : ["src"]) paths.push(...await filesIn(folder));
  return await Promise.all(
    paths.map(async (path) => ({ path, text: await Deno.readTextFile(`${ROOT}${path}`) })),
  );
}

async function filesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await filesIn(path));
    else if (/\.tsx?$/.test(name)) found.push(path);
  }
  return found;
}

/** Every module a file names in an import or export, static or dynamic, types included. */
export function imports(text: string): string[] {
  const pattern =
    /^import\b[^;"'=]*["']([^"']+)["']|^export\b[^;"'=]*\bfrom\s*["']([^"']+)["']|\b(?:import|getBuiltinModule)\(\s*["']([^"']+)["']/gm;
  return [...text.matchAll(pattern)].flatMap(([, ...found]) => found.filter(Boolean));
}
