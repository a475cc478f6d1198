/**
 * Measures the server against the least that any server on this runtime does, and a naive one,
 * all in the same run, because figures of a shared machine mean nothing by themselves.
 * `deno task bench --help` lists the options. Linux only: it reads /proc.
 */
import { Children } from "./measure/children.ts";
import { measurePostgres } from "./measure/postgres.ts";
import { measureAll } from "./measure/run.ts";
import { checkoutAt, ROOT } from "./measure/servers.ts";
import { type Options, parseOptions } from "./options.ts";
import { renderPostgres } from "./report/postgres.ts";
import type { Result } from "./report/result.ts";
import { renderTable } from "./report/table.ts";
import { caveats, judge } from "./report/targets.ts";

/** Runs it in a folder of its own and leaves nothing behind, whatever happens. */
async function run(options: Options): Promise<number> {
  const folder = await makeFolder(options.folder);
  if (folder === undefined) {
    say(`bench: --folder must be a folder that can be written to: ${options.folder}`);
    return 2;
  }
  const children = new Children();
  const cleanUp = async () => {
    await children.stopAll();
    await Deno.remove(folder, { recursive: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => void cleanUp().finally(() => Deno.exit(1)));
  }
  try {
    const date = new Date().toISOString().slice(0, 10);
    const here = await checkoutAt(children, ROOT);
    const { against } = options;
    const other = against === null
      ? null
      : await checkoutAt(children, against).catch(() => undefined);
    if (other === undefined) {
      say(`bench: --against must be a checkout of the project: ${against}`);
      return 2;
    }
    const around = { children, here, other, folder, date, say, pause };
    if (options.postgres) {
      const onPostgres = await measurePostgres(options, around);
      if (onPostgres === null) {
        say("bench: --postgres needs PostgreSQL: install the package postgresql");
        return 2;
      }
      console.log(options.json ? JSON.stringify(onPostgres) : renderPostgres(onPostgres));
      return 0;
    }
    const result = await measureAll(options, around);
    console.log(options.json ? jsonOf(result) : renderTable(result).trimEnd());
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.stack ?? error.message : String(error));
    return 1;
  } finally {
    await cleanUp();
  }
}

function jsonOf(result: Result): string {
  return JSON.stringify({ ...result, targets: judge(result), caveats: caveats(result) });
}

async function makeFolder(dir: string): Promise<string | undefined> {
  try {
    // The real path: what is mounted where is known by that.
    return await Deno.realPath(await Deno.makeTempDir({ dir, prefix: "checkoutd_bench_" }));
  } catch {
    return undefined;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function say(text: string): void {
  console.error(text);
}

const parsed = parseOptions(Deno.args);
if ("options" in parsed) {
  Deno.exit(await run(parsed.options));
} else {
  (parsed.exitCode === 0 ? console.log : console.error)(parsed.text.trimEnd());
  Deno.exitCode = parsed.exitCode;
}
