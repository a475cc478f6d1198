/** Files that another user owns: as a real other user, so only where root runs the tests. */
import assert from "node:assert/strict";
import { withFolder } from "../support/process.ts";
import { ROOT } from "../support/root.ts";
import { programEnvironment } from "../support/tasks.ts";
import { runTool } from "../support/tools.ts";

/** `nobody`, who may own nothing here. */
const OTHER = { uid: 65_534, gid: 65_534 };

/** Why they cannot run; undefined if they can. */
async function missing(): Promise<string | undefined> {
  if (Deno.uid() !== 0) return "the tests do not run as root";
  const { code } = await runTool("cat", [`${ROOT}cli.ts`], { cwd: "/", ...OTHER });
  return code === 0 ? undefined : "other users may not read the sources";
}

const reason = await missing();
if (reason !== undefined) console.log(`Skipped: ${reason}`);

/** Runs a program as the other user to its end, which must be a failure; its one line. */
type Refused = (program: "checkoutd" | "checkoutctl", ...args: string[]) => Promise<string>;

/** Folders of a test: `own` of the other user, `roots`, which they may only read. */
async function withUsers(
  test: (folders: { own: string; roots: string; refused: Refused }) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    await Deno.chmod(folder, 0o755);
    const [own, roots, cache] = ["own", "roots", "cache"].map((name) => `${folder}/${name}`) as [
      string,
      string,
      string,
    ];
    for (const one of [own, roots, cache]) await Deno.mkdir(one, { mode: 0o755 });
    await Deno.chown(own, OTHER.uid, OTHER.gid);
    await copyPackages(cache);
    const env = { ...programEnvironment(), DENO_DIR: cache, HOME: own, NO_COLOR: "1" };
    const run = (program: string, args: readonly string[]) =>
      runTool(`${ROOT}bin/${program}`, args, { cwd: own, env, ...OTHER });
    const made = await run("checkoutctl", ["--db", `${own}/x.db`, "db", "migrate"]);
    assert.equal(made.code, 0, made.stderr);
    await test({
      own,
      roots,
      refused: async (program, ...args) => {
        const { code, stderr } = await run(program, args);
        assert.equal(code, 1, stderr);
        assert.equal(stderr.split("\n").length, 2, stderr);
        return stderr;
      },
    });
  });
}

/** Packages for another user, who may not read root's: links to the files, in folders of their own. */
async function copyPackages(cache: string): Promise<void> {
  const info = await runTool(Deno.execPath(), ["info", "--json"], { cwd: ROOT });
  const { denoDir } = JSON.parse(info.stdout);
  const script =
    `for one in npm remote; do [ ! -d "$1/$one" ] || cp -al "$1/$one" "$2" 2>/dev/null ||
    cp -a "$1/$one" "$2"; done; find "$2" -type d -exec chown ${OTHER.uid}:${OTHER.gid} {} +`;
  const { code, stderr } = await runTool("sh", ["-c", script, "sh", denoDir, cache], { cwd: "/" });
  assert.equal(code, 0, stderr);
}

/** The problem of a settings file that the other user may not read, as an installed program has it. */
async function settingsProblem(file: string, cwd: string): Promise<string> {
  const module = JSON.stringify(`file://${ROOT}src/process/config/settings_file.ts`);
  const script = `import { takeSettings } from ${module};
    const env = { get: () => undefined, set: () => {} };
    const file = ${JSON.stringify(file)};
    console.log(takeSettings({ isInstalled: true, args: [], env, file }).problem);`;
  const args = ["eval", "--no-config", script];
  const env = { DENO_DIR: `${cwd}/cache`, HOME: cwd, NO_COLOR: "1" };
  return (await runTool(Deno.execPath(), args, { cwd, env, ...OTHER })).stdout.trim();
}

/** Requires that a message names what is denied, whose it is, and what to do. */
function assertNames(line: string, denied: string): void {
  const owner = /(; (\S+) belongs to (\S+|user 0), and this is .+: run it with sudo -u (\S+), or )/;
  const [, , path, name, how] = owner.exec(line) ?? [];
  assert.equal(path, denied, line);
  assert.ok(name === how || (name === "user 0" && how === "'#0'"), line);
}

Deno.test({
  name: "as another user: a refusal names the file, its owner and what to do",
  ignore: reason !== undefined,
  fn: () =>
    withUsers(async ({ own, roots, refused }) => {
      const db = ["--db", `${own}/x.db`];
      const file = `${roots}/file`;
      await Deno.writeTextFile(file, "{}", { mode: 0o600 });
      const cases: readonly (readonly [denied: string, ...Parameters<Refused>])[] = [
        [roots, "checkoutctl", "--db", `${roots}/new/x.db`, "db", "migrate"],
        [roots, "checkoutctl", "--db", `${roots}/x.db`, "db", "migrate"],
        [roots, "checkoutctl", ...db, "db", "backup", `${roots}/backup.db`],
        [file, "checkoutctl", ...db, "db", "restore", file, "--yes"],
        [roots, "checkoutctl", "db", "copy", `${own}/x.db`, `${roots}/copy.db`],
        [file, "checkoutctl", ...db, "seed", file],
        [file, "checkoutd", ...db, "--port", "0", "--tls-cert", file, "--tls-key", file],
        [roots, "checkoutd", ...db, "--unix-socket", `${roots}/socket`],
        [file, "checkoutctl", ...db, "--secrets-key", file, "secrets", "rotate", "--yes"],
      ];
      for (const [denied, ...call] of cases) assertNames(await refused(...call), denied);
      const settings = await settingsProblem(file, own);
      assert.ok(settings.includes(`; ${file} belongs to `), settings);
      assert.match(
        settings,
        /, and this is .+: run it with sudo -u checkoutd, or name the database/,
      );
      const left = await Array.fromAsync(Deno.readDir(roots), ({ name }) => name);
      assert.deepEqual(left, ["file"]);
    }),
});
