/** Where self-extracting files unpack to, and which folders they refuse. */
import assert from "node:assert/strict";
import { isRoot, run, withFile } from "./single_file.ts";
import { lacks, runTool } from "../support/tools.ts";

const REFUSAL =
  "checkoutd: No folder to unpack into, owned by you and closed to others: set XDG_CACHE_HOME\n";

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

Deno.test("the cache is in XDG_CACHE_HOME, else in ~/.cache, else in TMPDIR", () =>
  withFile(async ({ file, env, folder }) => {
    const uid = Deno.uid();
    const home = { HOME: `${folder}/home`, TMPDIR: `${folder}/tmp`, PATH: env["PATH"] ?? "" };
    const { HOME: _, ...homeless } = home;
    await Deno.mkdir(home.HOME);
    await Deno.mkdir(home.TMPDIR);
    for (
      const [variables, place] of [
        [{ ...home, XDG_CACHE_HOME: `${folder}/xdg` }, "xdg/checkoutd"],
        [home, "home/.cache/checkoutd"],
        [homeless, `tmp/checkoutd-${uid}`],
        // Relative ones would be another folder with every start.
        [{ ...homeless, HOME: "home", XDG_CACHE_HOME: "xdg" }, `tmp/checkoutd-${uid}`],
        // A home that is no folder, as system users have it.
        [{ ...home, HOME: "/dev/null" }, `tmp/checkoutd-${uid}`],
      ] as const
    ) {
      assert.equal((await run(file, { env: variables })).code, 7, JSON.stringify(variables));
      assert.ok(await exists(`${folder}/${place}`), place);
      await Deno.remove(`${folder}/${place}`, { recursive: true });
    }
  }));

Deno.test("a folder that others can write to is refused, and so is a link", () =>
  withFile(async ({ file, folder, env }) => {
    const cache = `${folder}/cache/checkoutd`;
    const only = {
      XDG_CACHE_HOME: `${folder}/cache`,
      TMPDIR: "/dev/null",
      PATH: env["PATH"] ?? "",
    };
    await Deno.mkdir(cache, { recursive: true });
    for (const mode of [0o770, 0o702]) {
      await Deno.chmod(cache, mode);
      const { code, stderr } = await run(file, { env: only });
      assert.deepEqual([code, stderr], [1, REFUSAL]);
      assert.deepEqual(await Array.fromAsync(Deno.readDir(cache)), []);
    }
    await Deno.rename(cache, `${folder}/elsewhere`);
    await Deno.chmod(`${folder}/elsewhere`, 0o700);
    await Deno.symlink(`${folder}/elsewhere`, cache);
    assert.deepEqual((await run(file, { env: only })).stderr, REFUSAL);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(`${folder}/elsewhere`)), []);
  }));

Deno.test({
  name: "a folder of another user is refused, and the next place taken",
  // Only root can give a folder away.
  ignore: !isRoot,
  fn: () =>
    withFile(async ({ file, folder, env }) => {
      const cache = `${folder}/cache/checkoutd`;
      await Deno.mkdir(cache, { recursive: true, mode: 0o700 });
      await Deno.chown(cache, 65534, 65534);
      const variables = { ...env, TMPDIR: folder };
      assert.equal((await run(file, { env: variables })).code, 7);
      assert.deepEqual(await Array.fromAsync(Deno.readDir(cache)), []);
      assert.ok(await exists(`${folder}/checkoutd-0`));
    }),
});

Deno.test("variables of the caller with the script's own names do no harm", () =>
  withFile(async ({ file, folder }) => {
    await Deno.mkdir(`${folder}/precious`);
    const names = ["scratch", "cache", "runtime", "program", "self", "at", "mask", "base", "sum"];
    const variables = Object.fromEntries(names.map((name) => [name, `${folder}/precious`]));
    const nowhere = { XDG_CACHE_HOME: "/dev/null", TMPDIR: "/dev/null" };
    const PATH = Deno.env.get("PATH") ?? "";
    const { stderr } = await run(file, { env: { ...variables, ...nowhere, PATH } });
    assert.equal(stderr, REFUSAL);
    assert.ok(await exists(`${folder}/precious`));
  }));

Deno.test("without a tool for SHA-256 nothing is unpacked unchecked", () =>
  withFile(async ({ file, folder, env }) => {
    const tools = `${folder}/tools`;
    await Deno.mkdir(tools);
    const base = [
      "sh",
      "ls",
      "tail",
      "head",
      "gzip",
      "chmod",
      "mv",
      "rm",
      "mkdir",
      "ln",
      "sync",
      "wc",
    ];
    for (const tool of base) {
      const { stdout } = await new Deno.Command("sh", { args: ["-c", `command -v ${tool}`] })
        .output();
      await Deno.symlink(new TextDecoder().decode(stdout).trim(), `${tools}/${tool}`);
    }
    const { code, stderr } = await run(file, { env: { ...env, PATH: tools } });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      "checkoutd: sha256sum, shasum or openssl is needed to check the unpacked files\n",
    );
  }));

/** True if this machine cannot mount a file system for one command. */
async function cannotMount(): Promise<boolean> {
  if (!isRoot || await lacks("unshare", "mount")) return true;
  const { code } = await runTool("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);
  if (code !== 0) console.log("Skipped: nothing can be mounted here");
  return code !== 0;
}

const ignore = await cannotMount();

/** Runs a file while a file system is mounted on a folder, with so many bytes in it. */
async function runWith(
  file: string,
  env: Readonly<Record<string, string>>,
  { place, options, filled }: {
    readonly place: string;
    readonly options: string;
    readonly filled: number;
  },
) {
  const script = `mkdir -p '${place}' && mount -t tmpfs -o '${options}' tmpfs '${place}' &&
    head -c ${filled} /dev/zero > '${place}/filler' || exit 99
    exec "$0"`;
  return await runTool("unshare", ["-m", "sh", "-c", script, file], { env: { ...env } });
}

const MOUNTS = [
  ["full", "size=8k,mode=0700", 8192, "full or read-only"],
  // The runtime fits in, and the program does not.
  ["full half way", "size=8k,mode=0700", 4096, "full or read-only"],
  ["full of names", "nr_inodes=3,mode=0700", 0, "full or read-only"],
  ["closed to programs", "noexec,mode=0700", 0, "mounted noexec"],
] as const;

for (const [what, options, filled, reason] of MOUNTS) {
  Deno.test({
    name:
      `a first folder that is ${what} is passed over for the next, and named where there is none`,
    ignore,
    fn: () =>
      withFile(async ({ file, env, folder }) => {
        const [first, next] = [`${folder}/first`, `${folder}/next`];
        await Deno.mkdir(next);
        const both = { ...env, XDG_CACHE_HOME: first, HOME: "/dev/null", TMPDIR: next };
        const taken = await runWith(file, both, { place: first, options, filled });
        assert.deepEqual([taken.code, taken.stderr], [7, ""]);
        assert.match(taken.stdout, new RegExp(`${next}/checkoutd-0/checkoutd-\\w+/program\\.js`));
        const none = { ...both, TMPDIR: "/dev/null" };
        const { code, stderr } = await runWith(file, none, { place: first, options, filled });
        assert.equal(code, 1);
        assert.equal(
          stderr,
          "checkoutd: No folder to unpack into, owned by you and closed to others: " +
            `set XDG_CACHE_HOME; ${reason}: ${first}/checkoutd\n`,
        );
      }),
  });
}
