/** The programs that are built, their workers and flags. */
import { z } from "zod";

/** A program that becomes one file. */
export interface Program {
  readonly name: "checkoutd" | "checkoutctl";
  /** Entry module, from the root. */
  readonly entry: string;
  /** The task of `deno.json` that runs it; the file gets its flags. */
  readonly task: "start" | "ctl";
  /** True for one that may run itself: it has children. */
  readonly runsItself: boolean;
}

/** The two files. */
export const PROGRAMS: readonly Program[] = [
  { name: "checkoutd", entry: "main.ts", task: "start", runsItself: true },
  { name: "checkoutctl", entry: "cli.ts", task: "ctl", runsItself: false },
];

/**
 * Modules that are started by `new Worker(new URL(..., import.meta.url))`, from the root: no import
 * names them. Other files (migrations, texts, pictures) are imported with `type: "text"`, `"bytes"`
 * or `"json"`. A test compares this list with the sources.
 */
export const WORKERS: readonly string[] = [
  "src/pictures/picture_worker.ts",
  "src/store/sqlite/maintenance/backup_worker.ts",
  "src/store/sqlite/write/writer_worker.ts",
];

const manifestSchema = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  tasks: z.record(z.string(), z.union([z.string(), z.object({ command: z.string().optional() })])),
});

/** The fields of `deno.json` that a build uses. */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Reads `deno.json`.
 *
 * @throws {z.ZodError} when it has no version or no tasks
 */
export function parseManifest(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text));
}

/** A task that runs a program: environment variables and arguments of `deno run`. */
const TASK = /^((?:[A-Z0-9_]+=\S+ +)*)deno +run (.*)$/;
const VARIABLE = /([A-Z0-9_]+)=(\S+)/g;

/** The start of a program by a task. */
export interface TaskStart {
  /** Environment variables. */
  readonly variables: Readonly<Record<string, string>>;
  /** Flags of the runtime. */
  readonly flags: readonly string[];
}

/**
 * Reads the flags that a task starts a program with.
 *
 * @throws {Error} when the task is missing or does not run the program's entry
 */
export function taskStart(
  { task, entry }: { readonly task: string; readonly entry: string },
  { tasks }: Pick<Manifest, "tasks">,
): TaskStart {
  const found = tasks[task];
  const command = typeof found === "string" ? found : found?.command ?? "";
  const [, variables, run] = TASK.exec(command) ?? [];
  const words = (run ?? "").split(" ").filter((word) => word !== "");
  const end = words.indexOf(entry);
  if (variables === undefined || end === -1) {
    throw new Error(`The task does not run ${entry}: ${task}`);
  }
  const pairs = [...variables.matchAll(VARIABLE)].map(([, name = "", value = ""]) => [name, value]);
  return { variables: Object.fromEntries(pairs), flags: words.slice(0, end) };
}

/** Permissions for files that are named at run time, such as the database. */
const CHOSEN_AT_RUN_TIME = /^--allow-(read|write)(=.*)?$/;
/** The permission of a supervisor to start its own script; a single file has its own way to itself. */
const OWN_SCRIPT = "--allow-run=bin/checkoutd";

/**
 * The runtime's flags of a built program: those of its task, so that both have the same permissions.
 * Reading and writing files are the exception: their paths are known only at run time. So is the
 * program itself, which is the only one that may be run. Running other programs and loading libraries
 * stay forbidden, as no task allows them; a test checks that. A built file contains its packages and
 * needs no lock file.
 *
 * @throws {Error} when the task is missing or does not run the program's entry
 */
export function programFlags(program: Program, manifest: Manifest): readonly string[] {
  const flags = taskStart(program, manifest).flags
    .filter((flag) => !flag.startsWith("--lock=") && flag !== OWN_SCRIPT)
    .map((flag) => {
      const kind = CHOSEN_AT_RUN_TIME.exec(flag)?.[1];
      return kind === undefined ? flag : `--allow-${kind}`;
    });
  return [...new Set(flags)];
}
