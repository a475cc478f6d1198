/** What is built, and everything about it that the sources alone do not say. */
import { z } from "zod";

/** A program that becomes one file. */
export interface Program {
  readonly name: "checkoutd" | "checkoutctl";
  /** Where it begins, from the root. */
  readonly entry: string;
  /** The task of `deno.json` that runs it from source: its flags are the file's. */
  readonly task: "start" | "ctl";
}

/** The two files. */
export const PROGRAMS: readonly Program[] = [
  { name: "checkoutd", entry: "main.ts", task: "start" },
  { name: "checkoutctl", entry: "cli.ts", task: "ctl" },
];

/**
 * Modules that are started by `new Worker(new URL(..., import.meta.url))`, from the root. No
 * import leads to them, so a build has to be told. Everything else that a program needs at run
 * time (migrations, texts, pictures) comes in by an import with `type: "text"`, `"bytes"` or
 * `"json"` and needs no entry here. A test holds this list against the sources.
 */
export const WORKERS: readonly string[] = [
  "src/store/sqlite/maintenance/backup_worker.ts",
  "src/store/sqlite/write/writer_worker.ts",
];

const manifestSchema = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  tasks: z.record(z.string(), z.union([z.string(), z.object({ command: z.string().optional() })])),
});

/** What a build needs of `deno.json`. */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Reads `deno.json`.
 *
 * @throws {z.ZodError} when it has no version or no tasks
 */
export function parseManifest(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text));
}

/** A task that runs a program: variables for its process, and what `deno run` is told. */
const TASK = /^((?:[A-Z0-9_]+=\S+ +)*)deno +run (.*)$/;
const VARIABLE = /([A-Z0-9_]+)=(\S+)/g;

/** How a task starts a program. */
export interface TaskStart {
  /** For its process. */
  readonly variables: Readonly<Record<string, string>>;
  /** Of the runtime. */
  readonly flags: readonly string[];
}

/**
 * Reads how a task starts a program.
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

/** Kinds of files that only the machine it runs on can name: where the database is, for one. */
const CHOSEN_AT_RUN_TIME = /^--allow-(read|write)(=.*)?$/;

/**
 * The runtime's flags that a program is built with: those of its task, so that a built file may
 * do what the program from source may do and nothing more. Reading and writing are the exception:
 * the folder of the database and files to import are named when the program starts, and a list
 * baked in cannot know them. Running other programs and foreign libraries stay forbidden because
 * no task allows them; a test holds that. A built file holds its packages and needs no lock file.
 *
 * @throws {Error} when the task is missing or does not run the program's entry
 */
export function programFlags(program: Program, manifest: Manifest): readonly string[] {
  const flags = taskStart(program, manifest).flags.filter((flag) => !flag.startsWith("--lock="))
    .map((flag) => {
      const kind = CHOSEN_AT_RUN_TIME.exec(flag)?.[1];
      return kind === undefined ? flag : `--allow-${kind}`;
    });
  return [...new Set(flags)];
}
