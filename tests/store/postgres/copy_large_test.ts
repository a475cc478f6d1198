/** With `-- --whole`, copies of 100,000 sessions. */
import assert from "node:assert/strict";
import { IS_WHOLE } from "../../support/few.ts";
import { lacksPostgres, postgresServer } from "../../support/postgres.ts";
import { ROOT } from "../../support/root.ts";
import { runTool } from "../../support/tools.ts";
import { withFolder } from "../support.ts";
import { assertSameRows } from "./same_rows.ts";
import { checkPostgres } from "./support.ts";

/** More than a page of a copy. */
const SESSIONS = IS_WHOLE ? 100_000 : 1200;
/** Of a process that copies, whatever the size of the database. */
const MAX_BYTES = 300_000_000;

/** Runs a script of the project to its end and returns its output. */
async function run(script: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runTool(Deno.execPath(), [
    ...["run", "-A", "--no-check", `--config=${ROOT}deno.json`, `${ROOT}${script}`, ...args],
  ]);
  assert.equal(code, 0, stderr);
  return stdout;
}

const copy = async (from: string, to: string) =>
  Number(await run("tests/store/postgres/copier.ts", from, to));

const isMissing = await lacksPostgres();
const server = isMissing ? null : await postgresServer();

Deno.test({
  name: `postgres: ${SESSIONS} sessions are copied there and back without taking memory`,
  ignore: isMissing,
  fn: () =>
    withFolder(async (folder) => {
      const [path, back, ids] = [`${folder}/a.db`, `${folder}/b.db`, `${folder}/ids`];
      await run("bench/subject/seed.ts", path, String(SESSIONS), ids, "600");
      const url = server!.url(await server!.freshDatabase());
      assert.ok(await copy(path, url) < MAX_BYTES);
      const { checked, findings } = await checkPostgres(url);
      assert.deepEqual([checked.sessions, findings], [SESSIONS, []]);
      assert.ok(await copy(url, back) < MAX_BYTES);
      assertSameRows(back, path);
    }),
});
