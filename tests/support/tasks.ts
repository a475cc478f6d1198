/** How the tasks of `deno.json` start the programs: tests start them with the same. */
import { fileURLToPath } from "node:url";
import { taskStart } from "../../build/programs.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

async function readTasks(): Promise<Record<string, string | { command: string }>> {
  return JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)).tasks;
}

/** The flags of a task in `deno.json`, so that tests run with the permissions users run with. */
export async function taskFlags(task: string, folder: string): Promise<string[]> {
  const found = (await readTasks())[task] ?? "";
  const words = (typeof found === "string" ? found : found.command).split(" ");
  return words.slice(words.indexOf("deno") + 1).flatMap((word) =>
    word === "main.ts" || word === "cli.ts"
      ? [`${ROOT}${word}`]
      : [word.replace(/=(\.\/)?data\b/, `=${folder}`).replace(",./src", `,${ROOT}src`)]
  );
}

/** The variables that the task `start` starts the server with. */
export async function serverVariables(): Promise<Record<string, string>> {
  const tasks = await readTasks();
  return { ...taskStart({ task: "start", entry: "main.ts" }, { tasks }).variables };
}
