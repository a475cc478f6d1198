/** bin/checkoutd and bin/checkoutctl: what they start, from where, and by which Deno. */
import assert from "node:assert/strict";
import { parseManifest, PROGRAMS, taskStart } from "../../build/programs.ts";
import { standIn, told } from "../support/scripts.ts";
import { startServer, withFolder } from "../support/process.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { pathWithDeno, programEnvironment, SCRIPTS } from "../support/tasks.ts";
import { runTool } from "../support/tools.ts";

/** Stands in for npx, which would fetch Deno: it has fetched the one that the tests run on. */
const NPX = `#!/bin/sh
[ "$1 $2" = "-y deno@2.9.6" ] || exit 90
shift 2
exec '${Deno.execPath()}' "$@"
`;

/** The tools that the scripts may call besides; there is no Deno among them. */
const TOOLS = ["sh", "env", "dirname", "basename", "readlink", "sed", "id"];

/** A PATH with these tools and some programs of the test's own. */
async function pathOf(folder: string, own: Readonly<Record<string, string>>): Promise<string> {
  const bin = `${folder}/path`;
  await Deno.mkdir(bin);
  for (const tool of TOOLS) {
    const { stdout } = await runTool("sh", ["-c", `command -v ${tool}`]);
    await Deno.symlink(stdout.trim(), `${bin}/${tool}`);
  }
  for (const [name, text] of Object.entries(own)) {
    await Deno.writeTextFile(`${bin}/${name}`, text, { mode: 0o755 });
  }
  return bin;
}

for (const program of PROGRAMS) {
  Deno.test(`bin/${program.name} starts what the task \`${program.task}\` starts, with the same permissions, flags and variables`, async () => {
    const manifest = parseManifest(await readRoot("deno.json"));
    const { variables, flags } = taskStart(program, manifest);
    const words = (await told(program.name, ["--given", "a b"]))
      .filter((word) => word !== "--config=./deno.json")
      .map((word) => word.replace("=./program.lock", "=program.lock"));
    const pairs = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    assert.deepEqual(words, [
      ...["run", "--quiet", "--no-prompt"],
      // It may run itself where it is to supervise: supervised_test.ts.
      ...flags.filter((flag) => !["--no-prompt", "--allow-run=bin/checkoutd"].includes(flag)),
      ...[`./${program.entry}`, "--given", "a b", ...pairs.sort()],
    ]);
  });
}

Deno.test("the scripts open the folders of the files that they are told of, and no others", async () => {
  const opened = async (...given: Parameters<typeof told>) =>
    (await told(...given)).filter((word) => /^--allow-(read|write)/.test(word));
  const src = "./src";
  assert.deepEqual(await opened("checkoutd", ["--db", "/srv/a/x.db"]), [
    `--allow-read=/srv/a,/srv/a-keys,${src}`,
    "--allow-write=/srv/a,/srv/a-keys",
  ]);
  assert.deepEqual(await opened("checkoutd", ["--db=/srv/a/x.db", "--secrets-key", "/k/s.key"]), [
    `--allow-read=/srv/a,/k,${src}`,
    "--allow-write=/srv/a,/k",
  ]);
  assert.deepEqual(await opened("checkoutd", ["--db=x.db"], { CHECKOUT_DB: "/srv/b/x.db" }), [
    `--allow-read=.,${src}`,
    "--allow-write=.",
  ]);
  assert.deepEqual(await opened("checkoutd", ["--port", "1"], { CHECKOUT_DB: "/x.db" }), [
    `--allow-read=/,${src}`,
    "--allow-write=/",
  ]);
  assert.deepEqual(
    await opened("checkoutd", ["--tls-cert", "/t/c.pem", "--tls-key=/k/k.pem"], {
      CHECKOUT_UNIX_SOCKET: "/run/s/s.sock",
    }),
    [
      `--allow-read=./data,./data-keys,${src},/t,/k,/run/s`,
      "--allow-write=./data,./data-keys,/run/s",
    ],
  );
  assert.deepEqual(await opened("checkoutctl", ["--db", "/srv/a b/x.db", "db", "check"]), [
    "--allow-read",
    "--allow-write=/srv/a b,/srv/a b-keys",
  ]);
  assert.deepEqual(await opened("checkoutctl", ["db", "backup", "/b/x.db", "--force"]), [
    "--allow-read",
    "--allow-write=./data,./data-keys,/b",
  ]);
  for (const flags of [["--force"], ["--json", "--force"]]) {
    assert.deepEqual(await opened("checkoutctl", ["db", "backup", ...flags, "/b/x.db"]), [
      "--allow-read",
      "--allow-write=./data,./data-keys,/b",
    ]);
  }
  assert.deepEqual(await opened("checkoutctl", ["db", "copy", "/old/x.db", "new/y.db"]), [
    "--allow-read",
    "--allow-write=./data,./data-keys,/old,new",
  ]);
  const socket = "postgres://u@%2Frun%2Fpg/shop";
  assert.deepEqual(
    await opened("checkoutctl", ["--db", "/srv/a/x.db", "db", "copy", "y.db", socket]),
    ["--allow-read", "--allow-write=/srv/a,/srv/a-keys,.,/run/pg"],
  );
  assert.deepEqual(
    await opened("checkoutctl", ["db", "copy", "/old/x.db", "postgres://u@db.example/shop"]),
    ["--allow-read", "--allow-write=./data,./data-keys,/old"],
  );
  assert.deepEqual(await opened("checkoutctl", ["product", "import", "db", "copy", "/a/x.json"]), [
    "--allow-read",
    "--allow-write=./data,./data-keys",
  ]);
  assert.deepEqual(await opened("checkoutctl", ["key", "list", "--", "--db", "/srv/a/x.db"]), [
    "--allow-read",
    "--allow-write=./data,./data-keys",
  ]);
});

Deno.test("the scripts refuse a folder that Deno would take for two", async () => {
  for (const script of Object.values(SCRIPTS)) {
    const { code, stdout, stderr } = await runTool(script, ["--db", "/a,/b/x.db"], {
      env: { PATH: pathWithDeno() },
    });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /^checkout(d|ctl): The folder must not have a comma in its name: \/a,\/b\n$/,
    );
  }
});

Deno.test("bin/checkoutctl works in any folder, through links, and keeps its data there", () =>
  withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/tools`);
    await Deno.symlink(SCRIPTS.checkoutctl, `${folder}/tools/checkoutctl`);
    await Deno.symlink("tools/checkoutctl", `${folder}/ctl`);
    for (const call of ["./ctl", `${folder}/ctl`, "checkoutctl"]) {
      const { code, stdout, stderr } = await runTool("sh", ["-c", `exec ${call} demo`], {
        cwd: folder,
        env: { PATH: `${folder}/tools:${pathWithDeno()}`, NO_COLOR: "1" },
      });
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^Demo Store is ready/);
    }
    assert.ok((await Deno.stat(`${folder}/data/checkout.db`)).isFile);
  }));

Deno.test("the scripts name the programs as they can be called from where one is", () =>
  withFolder(async (folder) => {
    const usage = async (call: string, cwd: string) => {
      const env = { PATH: pathWithDeno(), NO_COLOR: "1" };
      const { stdout } = await runTool("sh", ["-c", `${call} --help`], { cwd, env });
      return /^Usage: (\S+) /.exec(stdout)?.[1];
    };
    assert.equal(await usage("bin/checkoutctl", ROOT), "bin/checkoutctl");
    assert.equal(await usage("bin/checkoutd", ROOT), "bin/checkoutd");
    assert.equal(await usage(SCRIPTS.checkoutctl, folder), SCRIPTS.checkoutctl);
    await Deno.symlink(SCRIPTS.checkoutctl, `${folder}/ctl`);
    // A link alone, whose other half is not beside it.
    assert.equal(await usage("./ctl", folder), SCRIPTS.checkoutctl);
  }));

Deno.test("without Deno the scripts take it from npx, and signals still reach the program itself", () =>
  withFolder(async (folder) => {
    const PATH = await pathOf(folder, { npx: NPX });
    const child = new Deno.Command(SCRIPTS.checkoutd, {
      args: ["--port", "0"],
      cwd: folder,
      clearEnv: true,
      env: { ...programEnvironment(), PATH, NO_COLOR: "1" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const output = child.stdout.pipeThrough(new TextDecoderStream());
    let said = "";
    for await (const part of output) {
      if (!said.includes('"msg":"listening"') && part.includes('"msg":"listening"')) {
        child.kill("SIGTERM");
      }
      said += part;
    }
    const { code, signal } = await child.status;
    assert.deepEqual([code, signal], [0, null]);
    assert.match(said, /"msg":"stopped"/);
  }));

Deno.test("both programs warn once of variables that they do not know, whatever their names", () =>
  withFolder(async (folder) => {
    const env = { CHECKOUT_DATABASE: "x.db", CHECKOUT_FROBNICATE: "a\nCHECKOUT_B\n", OTHER: "1" };
    const warning =
      "Unknown variables: CHECKOUT_DATABASE (did you mean CHECKOUT_DB?), CHECKOUT_FROBNICATE";
    const { code, stdout, stderr } = await runTool(SCRIPTS.checkoutctl, ["demo", "--json"], {
      cwd: folder,
      env: { ...programEnvironment(), NO_COLOR: "1", ...env },
    });
    assert.equal(code, 0, stderr);
    assert.equal(stderr, `${warning}\n`);
    JSON.parse(stdout);
    const server = await startServer(folder, [], env);
    const log = (await server.end("SIGTERM")).output;
    assert.equal(log.split(`"level":"warn","msg":"${warning}"`).length, 2, log);
  }));

Deno.test("without Deno and npx the scripts say what to install", () =>
  withFolder(async (folder) => {
    const PATH = await pathOf(folder, {});
    const { code, stderr } = await runTool(SCRIPTS.checkoutctl, ["--version"], { env: { PATH } });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      "checkoutctl: Neither Deno nor npx was found: install Node.js with npm\n",
    );
  }));

Deno.test("the scripts refuse an earlier Deno than the pinned one, and take a later one", () =>
  withFolder(async (folder) => {
    const PATH = await pathOf(folder, {});
    const versions = { "2.9.5": 1, "2.8.10": 1, "1.46.3": 1, "2.9.6": 0, "2.10.0": 0, "3.0.0": 0 };
    for (const [version, expected] of Object.entries(versions)) {
      await Deno.writeTextFile(`${PATH}/deno`, standIn("echo started", version), { mode: 0o755 });
      const ran = await runTool(SCRIPTS.checkoutctl, ["--version"], { env: { PATH } });
      assert.deepEqual([version, ran.code], [version, expected]);
      if (expected === 0) assert.equal(ran.stdout, "started\n");
      else {
        assert.equal(
          ran.stderr,
          `checkoutctl: Deno 2.9.6 or later is required, got ${version}: ${PATH}/deno; ` +
            "run deno upgrade 2.9.6\n",
        );
      }
    }
  }));

Deno.test("the scripts name the user for the audit trail, under sudo the one who called it", () =>
  withFolder(async (folder) => {
    const text = standIn('printf "%s\\n" "$CHECKOUT_USER"');
    await Deno.writeTextFile(`${folder}/deno`, text, { mode: 0o755 });
    const { stdout: self } = await runTool("id", ["-un"]);
    const cases = [[{}, self.trim()], [{ SUDO_USER: "meera" }, "meera"]] as const;
    for (const [set, user] of cases) {
      const env = { PATH: `${folder}:${Deno.env.get("PATH")}`, SUDO_USER: "", ...set };
      const { stdout } = await runTool(SCRIPTS.checkoutctl, ["audit", "list"], {
        cwd: folder,
        env,
      });
      assert.equal(stdout.trim(), user);
    }
  }));
