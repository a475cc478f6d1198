/**
 * A disk that forgets what was not flushed. Processes run over `forgetful.c`, which notes the changes
 * of their files; after a power cut, what no flush has covered is taken back.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lacks, MISSING, runTool } from "../support/tools.ts";

const SOURCE = fileURLToPath(new URL("./forgetful.c", import.meta.url));
/** Part of a write that a disk does whole or not at all. */
const SECTOR_BYTES = 512;
/** Of `struct note`. */
const HEAD_BYTES = 40;

/** A change of a file, or a flush, as forgetful.c notes it. */
interface Note {
  readonly kind: "W" | "T" | "C" | "R" | "S";
  readonly path: string;
  /** Place of a write; size after a truncation. */
  readonly offset: number;
  readonly oldSize: number;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Compiles the library; undefined, with a note, where that cannot be done. */
export async function compileForgetful(): Promise<string | undefined> {
  if (Deno.build.os !== "linux" || await lacks("gcc")) return undefined;
  const folder = await Deno.makeTempDir({ prefix: "checkoutd-forgetful-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  const library = join(folder, "forgetful.so");
  const args = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, SOURCE, "-ldl"];
  const { code, stderr } = await runTool("gcc", args);
  if (code === 0) return library;
  // Without the headers of libc there is a compiler and nothing to compile against.
  if (!/No such file or directory/.test(stderr)) throw new Error(stderr);
  console.log(`${MISSING}libc6-dev`);
  return undefined;
}

/** The disk under a folder. */
export class ForgetfulDisk {
  /** Variables of the processes whose changes are noted. */
  readonly env: Readonly<Record<string, string>>;
  readonly #journal: string;

  /**
   * @param folder its real name
   * @param journal a file outside of the folder
   * @param lies true if flushes succeed and cover nothing
   */
  constructor(
    { library, folder, journal, lies = false }: {
      readonly library: string;
      readonly folder: string;
      readonly journal: string;
      readonly lies?: boolean;
    },
  ) {
    this.#journal = journal;
    this.env = {
      LD_PRELOAD: library,
      FORGETFUL_FOLDER: folder,
      FORGETFUL_JOURNAL: journal,
      ...(lies && { FORGETFUL_LIES: "1" }),
    };
  }

  /** Cuts the power in the place of the change or flush with this number from now on. */
  async cutAt(number: number): Promise<void> {
    await Deno.writeTextFile(`${this.#journal}-cut`, String(number));
  }

  /**
   * Takes back what no flush has covered, once the processes are gone.
   *
   * @param keeps asked for each sector, truncation and new name: true if it reached the disk
   * @returns changes that were not flushed
   */
  async forget(keeps: () => boolean = () => false): Promise<number> {
    const notes = unflushed(read(await Deno.readFile(this.#journal)));
    for (const note of notes.toReversed()) await takeBack(note);
    const gone = new Set<string>();
    for (const note of notes) {
      if (gone.has(note.path)) continue;
      if (note.kind === "C" && !keeps()) gone.add(note.path);
      else await doAgain(note, keeps);
    }
    await Deno.remove(this.#journal);
    await Deno.remove(`${this.#journal}-cut`);
    return notes.length;
  }
}

/** The notes of a journal, whose last one may be cut off: its change was not done. */
function read(bytes: Uint8Array): Note[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = new TextDecoder();
  const notes: Note[] = [];
  for (let at = 0; at + HEAD_BYTES <= bytes.length;) {
    const word = (offset: number) => Number(view.getBigUint64(at + offset, true));
    const kind = String.fromCharCode(view.getUint32(at, true)) as Note["kind"];
    const [offset, oldSize] = [word(8), word(16)];
    const sizes = [view.getUint32(at + 4, true), word(24), word(32)];
    let end = at + HEAD_BYTES;
    const [path, before, after] = sizes.map((size) => bytes.subarray(end, end += size));
    if (end > bytes.length) break;
    notes.push({ kind, path: text.decode(path), offset, oldSize, before: before!, after: after! });
    at = end;
  }
  return notes;
}

/** Changes that no flush has covered: of a file, or of the folder where it is new. */
function unflushed(notes: readonly Note[]): Note[] {
  let open: Note[] = [];
  for (const note of notes) {
    if (note.kind === "S") {
      const flushed = ({ kind, path }: Note) => kind === "C" ? dirname(path) : path;
      open = open.filter((one) => flushed(one) !== note.path);
    } else if (note.kind === "R") open = open.filter(({ path }) => path !== note.path);
    else open.push(note);
  }
  return open;
}

async function takeBack({ kind, path, offset, oldSize, before }: Note): Promise<void> {
  if (kind === "C") return await Deno.remove(path);
  using file = await Deno.open(path, { write: true });
  await writeAt(file, offset, before);
  await file.truncate(oldSize);
}

async function doAgain(
  { kind, path, offset, after }: Note,
  keeps: () => boolean,
): Promise<void> {
  using file = await Deno.open(path, { write: true, create: kind === "C", mode: 0o600 });
  if (kind === "T" && keeps()) await file.truncate(offset);
  for (let from = 0; from < after.length;) {
    const to = Math.min(after.length, from + SECTOR_BYTES - (offset + from) % SECTOR_BYTES);
    if (keeps()) await writeAt(file, offset + from, after.subarray(from, to));
    from = to;
  }
}

async function writeAt(file: Deno.FsFile, offset: number, bytes: Uint8Array): Promise<void> {
  await file.seek(offset, Deno.SeekMode.Start);
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}
