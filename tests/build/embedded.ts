/** Reads the list of embedded files that `deno compile` prints. */

/** The files within a compiled file. */
export class EmbeddedFiles {
  readonly #files: ReadonlySet<string>;
  readonly #folders: readonly string[];

  constructor(files: readonly string[], folders: readonly string[]) {
    this.#files = new Set(files);
    this.#folders = folders;
  }

  /** True if the list contains a file, by its path from the root. */
  has(path: string): boolean {
    return this.#files.has(path) || this.#folders.some((folder) => path.startsWith(`${folder}/`));
  }

  /** Number of lines that name something. */
  get size(): number {
    return this.#files.size + this.#folders.length;
  }
}

/**
 * Parses the tree that `deno compile` prints on stderr without colours. A folder that is within
 * as a whole is printed as `name/*`; one that lacks a file is printed file by file.
 *
 * @throws {Error} when the report has no list
 */
export function parseEmbedded(report: string): EmbeddedFiles {
  const lines = report.split("\n");
  const start = lines.findIndex((line) => line.trim() === "Embedded Files");
  const end = lines.findIndex((line, i) => i > start && line.startsWith("Files: "));
  if (start === -1 || end === -1) throw new Error("The report has no list of embedded files");
  const files: string[] = [];
  const folders: string[] = [];
  const above: string[] = [];
  for (const line of lines.slice(start, end)) {
    const match = /^((?:[│ ] )*)[├└]─[┬─] (.+?)(?: \([\d.]+[KMG]?B.*\))?$/.exec(line);
    if (match === null) continue;
    const [, indent = "", name = ""] = match;
    above.length = indent.length / 2;
    above.push(name);
    const path = above.join("/");
    if (path.endsWith("/*")) folders.push(path.slice(0, -2));
    else files.push(path);
  }
  return new EmbeddedFiles(files, folders);
}
