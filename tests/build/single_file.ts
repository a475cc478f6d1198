/** Self-extracting files with a script in the place of the runtime, for tests of their header. */
import { pack, selfExtracting } from "../../build/self_extracting.ts";
import { withFolder } from "../support/process.ts";

/** Flags for the runtime, one of which a shell would take apart. */
export const FLAGS = ["--allow-env=CHECKOUT_*,NO_COLOR", "--it's=a flag"];

/** Variables for the runtime, one of which a shell would take apart. */
export const VARIABLES = { ARENAS: "1", WORDS: "it's two" };

/** True if the tests run as root, which ignores permissions. */
export const isRoot = Deno.uid() === 0;

/** Tells its arguments, process id, umask and variables; the exit code is one that a shell does not give. */
const TELL = `#!/bin/sh
[ "$1" = --version ] && exit 0
printf '%s\\0' "pid=$$" "umask=$(umask)" "$ARENAS" "$WORDS" "$CHECKOUT_VARIABLES" "$@"
exit 7
`;

/** A file to run, and the surroundings of it. */
interface Prepared {
  readonly folder: string;
  /** A program of one module and a worker, in a folder with spaces. */
  readonly file: string;
  /** Another one with the same runtime. */
  readonly other: string;
  /** One whose runtime cannot be run. */
  readonly unrunnable: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Makes files and an empty place for their cache. */
export async function withFile(test: (prepared: Prepared) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const place = `${folder}/folder with spaces`;
    await Deno.mkdir(place);
    const make = async (path: string, name: string, runtime: string) => {
      const text = new TextEncoder();
      const bytes = selfExtracting({
        name,
        version: "1.2.3",
        target: runtime === TELL ? "x86_64-unknown-linux-gnu" : "aarch64-apple-darwin",
        variables: VARIABLES,
        flags: FLAGS,
        runsItself: name === "checkoutd",
        files: [
          { name: "program.js", bytes: text.encode("the program\n") },
          { name: "worker.js", bytes: text.encode("its worker\n") },
        ],
        runtime: pack(text.encode(runtime)),
      });
      await Deno.writeFile(`${place}/${path}`, bytes, { mode: 0o755 });
      return `${place}/${path}`;
    };
    await test({
      folder,
      file: await make("checkoutd", "checkoutd", TELL),
      other: await make("checkoutctl", "checkoutctl", TELL),
      unrunnable: await make("unrunnable", "checkoutd", "#!/bin/sh\nexit 126\n"),
      env: { PATH: Deno.env.get("PATH") ?? "", XDG_CACHE_HOME: `${folder}/cache` },
    });
  });
}

/** Result of a run. */
interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Of the process that was started. */
  readonly pid: number;
  /** Arguments seen by the script that replaces the runtime. */
  readonly args: readonly string[];
  readonly seenPid: number;
  readonly umask: string;
  readonly variables: typeof VARIABLES;
  /** Names of the variables of checkoutd, as they are handed to the program. */
  readonly own: string;
}

interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly cwd?: string;
}

/** Runs a file with these variables and no others. */
export async function run(file: string, { env, args = [], cwd }: RunOptions): Promise<Ran> {
  // Deno looks a name up on its own PATH, a shell on the one it is given.
  const isName = !file.includes("/");
  const child = new Deno.Command(isName ? "/bin/sh" : file, {
    args: isName ? ["-c", 'exec "$0" "$@"', file, ...args] : [...args],
    env: { ...env },
    clearEnv: true,
    ...(cwd === undefined ? {} : { cwd }),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  const told = text.decode(stdout);
  const [seenPid = "", umask = "", ARENAS = "", WORDS = "", own = "", ...seen] = told.split("\0")
    .slice(
      0,
      -1,
    );
  return {
    code,
    stdout: told,
    stderr: text.decode(stderr),
    pid: child.pid,
    args: seen,
    seenPid: Number(seenPid.replace("pid=", "")),
    umask: umask.replace("umask=", ""),
    variables: { ARENAS, WORDS },
    own,
  };
}

/** Runs several files at the same moment. */
export async function runAll(
  files: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<readonly Ran[]> {
  return await Promise.all(files.map((file) => run(file, { env })));
}

/** The files in a cache with their times, sorted. */
export async function cached(
  folder: string,
  only = /./,
): Promise<readonly (readonly [name: string, time: number])[]> {
  const found: [string, number][] = [];
  const walk = async (place: string) => {
    for await (const { name, isDirectory } of Deno.readDir(`${folder}/${place}`)) {
      const path = `${place}${name}`;
      if (isDirectory) await walk(`${path}/`);
      else if (only.test(path)) {
        // The file that notes the last start is the one that changes.
        const { mtime } = await Deno.lstat(`${folder}/${path}`);
        found.push([path, path.endsWith("/used") ? 0 : mtime?.getTime() ?? 0]);
      }
    }
  };
  await walk("");
  return found.sort(([a], [b]) => a < b ? -1 : 1);
}
