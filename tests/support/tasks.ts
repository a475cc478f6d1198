/** How the tasks of `deno.json` start the programs: tests start them with the same. */
import { fileURLToPath } from "node:url";
import { taskStart } from "../../build/programs.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The flags of a task in `deno.json`, so that tests run with the permissions users run with. */
export async function taskFlags(task: string, folder: string): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const line: string = typeof tasks[task] === "string" ? tasks[task] : tasks[task].command;
  const words = line.split(" ");
  return words.slice(words.indexOf("deno") + 1).flatMap((word) =>
    word === "main.ts" || word === "cli.ts"
      ? [`${ROOT}${word}`]
      : [word.replace(/=(\.\/)?data\b/, `=${folder}`).replace(",./src", `,${ROOT}src`)]
  );
}

/** The variables that a task of `deno.json` starts its program with. */
export async function taskVariables(task: "start" | "ctl"): Promise<Record<string, string>> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const entry = task === "start" ? "main.ts" : "cli.ts";
  return { ...taskStart({ task, entry }, { tasks }).variables };
}
