/** Starting the programs from source: by the scripts in `bin`, and by tasks of `deno.json`. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { taskStart } from "../../build/programs.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The scripts that people run the programs by. */
export const SCRIPTS = {
  checkoutd: `${ROOT}bin/checkoutd`,
  checkoutctl: `${ROOT}bin/checkoutctl`,
} as const;

/** Has a module of the project take its packages from the lock file, and so from the cache. */
export const LOCK = `--lock=${ROOT}deno.lock`;

/** Folders of programs, the Deno that the tests run on first: the scripts take what they find. */
export function pathWithDeno(): string {
  return `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`;
}

/** The environment of the tests without settings of ours, which somebody may have made for himself. */
export function programEnvironment(): Record<string, string> {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => !name.startsWith("CHECKOUT_"));
  return { ...Object.fromEntries(own), PATH: pathWithDeno() };
}

/** Variables by which Deno finds packages, cached or to be fetched on this machine. */
const PACKAGES =
  /^(HOME|XDG_CACHE_HOME|DENO_(DIR|CERT|TLS_CA_STORE)|NPM_CONFIG_\w+|(ALL|HTTPS?|NO)_PROXY)$/i;

/** Where `checkoutctl` looks for a server: a neighbour may have one on the usual port. */
export const UNUSED_PORT = { CHECKOUT_PORT: "47113" } as const;

/** The least environment that the scripts run in: Deno, and its packages. */
export function scriptEnvironment(): Record<string, string> {
  const passed = Object.entries(Deno.env.toObject()).filter(([name]) => PACKAGES.test(name));
  return { ...Object.fromEntries(passed), PATH: pathWithDeno() };
}

/** The tasks of `deno.json` by name. */
export async function readTasks(): Promise<Record<string, string | { command: string }>> {
  return JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)).tasks;
}

/** The flags of a task in `deno.json`, so that tests run with the permissions users run with. */
export async function taskFlags(task: string, folder: string): Promise<string[]> {
  const found = (await readTasks())[task] ?? "";
  const words = (typeof found === "string" ? found : found.command).split(" ");
  return words.slice(words.indexOf("deno") + 1).flatMap((word) =>
    word === "main.ts" || word === "cli.ts" ? [`${ROOT}${word}`] : [
      word.replace(/=(\.\/)?data\b/, `=${folder}`).replace(",./data-keys", `,${folder}-keys`)
        .replace(",./src", `,${ROOT}src`)
        .replace("--lock=", `--lock=${ROOT}`),
    ]
  );
}

/** The variables that the task `start` starts the server with. */
export async function serverVariables(): Promise<Record<string, string>> {
  const tasks = await readTasks();
  return { ...taskStart({ task: "start", entry: "main.ts" }, { tasks }).variables };
}
