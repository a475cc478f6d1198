/**
 * The script that self-extracting files begin with, run by the real /bin/sh. In the place of
 * Deno's runtime stands a script that tells what it was started with: what is under test here is
 * everything that happens before.
 */
import assert from "node:assert/strict";
import { cached, FLAGS, isRoot, run, runAll, VARIABLES, withFile } from "./single_file.ts";

Deno.test("a self-extracting file hands on its arguments exactly", () =>
  withFile(async ({ file, env }) => {
    const args = ["--", "-A", "--help", "", "a b", "two\nlines", "*", "'\"$x`\\", "--"];
    const { args: seen, code } = await run(file, { env, args });
    assert.equal(code, 7);
    assert.deepEqual(seen.slice(0, 2), ["run", FLAGS[0]]);
    assert.deepEqual(seen.slice(-args.length), args);
    const [program = "", ...rest] = seen.slice(-args.length - 1);
    assert.equal(rest.length, args.length);
    assert.equal(await Deno.readTextFile(program), "the program\n");
    const flags = seen.slice(1, -args.length - 1);
    for (const flag of [...FLAGS, "--no-remote", "--no-npm", "--no-config", "--cached-only"]) {
      assert.ok(flags.includes(flag), flag);
    }
  }));

Deno.test("a self-extracting file sets its variables, unless its caller has", () =>
  withFile(async ({ file, env }) => {
    assert.deepEqual((await run(file, { env })).variables, VARIABLES);
    const { variables } = await run(file, { env: { ...env, ARENAS: "4", WORDS: "" } });
    assert.deepEqual(variables, { ...VARIABLES, ARENAS: "4" });
  }));

Deno.test("a self-extracting file hands on the names of variables, which the sandbox does not list", () =>
  withFile(async ({ file, env }) => {
    assert.equal((await run(file, { env })).own, "");
    const more = { ...env, CHECKOUT_DB: "a\nb", CHECKOUT_BOGUS: "", OTHER: "1" };
    const names = (await run(file, { env: more })).own.split("\n").sort();
    assert.deepEqual(names, ["CHECKOUT_BOGUS", "CHECKOUT_DB"]);
  }));

Deno.test("a self-extracting file becomes the program: one process, the caller's umask", () =>
  withFile(async ({ file, env }) => {
    const first = await run(file, { env });
    assert.equal(first.seenPid, first.pid);
    assert.equal(first.umask, (await run(file, { env })).umask);
    assert.notEqual(first.umask, "0077");
  }));

Deno.test("a self-extracting file unpacks once, for its owner alone", () =>
  withFile(async ({ file, env, folder }) => {
    await run(file, { env });
    const before = await cached(`${folder}/cache/checkoutd`);
    await run(file, { env });
    assert.deepEqual(await cached(`${folder}/cache/checkoutd`), before);
    const { mode } = await Deno.stat(`${folder}/cache/checkoutd`);
    assert.equal((mode ?? 0) & 0o777, 0o700);
    const names = before.map(([name]) => name.replace(/-[0-9a-f]{16}/, ""));
    assert.deepEqual(names, [
      "checkoutd/checkoutd",
      "checkoutd/program.js",
      "checkoutd/whole",
      "checkoutd/worker.js",
      "runtime/deno",
      "runtime/used",
      "runtime/whole",
    ]);
  }));

Deno.test("many first starts at once all work and leave a whole cache", () =>
  withFile(async ({ file, other, env, folder }) => {
    const runs = await runAll([file, other, file, other, file, other, file, other], env);
    for (const { code, stderr } of runs) assert.deepEqual([code, stderr], [7, ""]);
    const files = (await cached(`${folder}/cache/checkoutd`)).map(([name]) => name);
    assert.equal(files.filter((name) => name.endsWith("/deno")).length, 1);
    assert.equal(files.filter((name) => name.endsWith("/whole")).length, 3);
    assert.deepEqual(files.filter((name) => name.includes(".unpack")), []);
    assert.equal((await run(other, { env })).code, 7);
  }));

Deno.test("a self-extracting file works by a link, by PATH, by sh, and from a folder with spaces", () =>
  withFile(async ({ file, env, folder }) => {
    assert.match(file, / with spaces\//);
    const place = file.slice(0, file.lastIndexOf("/"));
    await Deno.symlink(file, `${folder}/linked`);
    const byPath = { ...env, PATH: `${place}:${env["PATH"]}` };
    for (
      const [command, options] of [
        [`${folder}/linked`, { env }],
        ["checkoutd", { env: byPath }],
        ["./checkoutd", { env, cwd: place }],
        ["/bin/sh", { env, cwd: place, args: ["checkoutd"] }],
      ] as const
    ) {
      assert.equal((await run(command, options)).code, 7, command);
      await Deno.remove(`${folder}/cache`, { recursive: true });
    }
  }));

Deno.test("a self-extracting file unpacks what was changed or cut off afterwards anew", () =>
  withFile(async ({ file, env, folder }) => {
    await run(file, { env });
    const [[name] = [""]] = await cached(`${folder}/cache/checkoutd`, /program\.js$/);
    const program = `${folder}/cache/checkoutd/${name}`;
    await Deno.writeTextFile(program, "");
    await run(file, { env });
    assert.equal(await Deno.readTextFile(program), "the program\n");
    await Deno.writeTextFile(program, "another\n");
    const later = new Date(Date.now() + 60_000);
    await Deno.utime(program, later, later);
    await run(file, { env });
    assert.equal(await Deno.readTextFile(program), "the program\n");
  }));

Deno.test("a damaged file fails with a message, starts nothing and leaves no files", () =>
  withFile(async ({ file, env, folder }) => {
    const bytes = await Deno.readFile(file);
    for (const at of [bytes.length - 12, 24_642]) {
      await Deno.writeFile(file, bytes.with(at, (bytes[at] ?? 0) ^ 1));
      const { code, stdout, stderr } = await run(file, { env });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^checkoutd: The file is damaged; copy it here again: [^\n]*\n$/);
      const left = (await cached(`${folder}/cache/checkoutd`)).map(([name]) => name);
      assert.deepEqual(left.filter((name) => /unpack|checkoutd-.*whole/.test(name)), []);
      await Deno.remove(`${folder}/cache`, { recursive: true });
    }
  }));

Deno.test("a file that is cut off anywhere starts nothing, from a whole cache either", () =>
  withFile(async ({ file, env }) => {
    const bytes = await Deno.readFile(file);
    assert.equal((await run(file, { env })).code, 7);
    const script = new TextDecoder().decode(bytes).lastIndexOf("\n}\n") + 2;
    const inScript = Array.from({ length: 40 }, (_, i) => Math.floor((script * (i + 8)) / 48));
    for (const cut of [...inScript, script, 24_576, bytes.length - 25, bytes.length - 1]) {
      await Deno.writeFile(file, bytes.subarray(0, cut));
      const { code, stdout, stderr } = await run(file, { env });
      assert.notEqual(code, 0, String(cut));
      assert.equal(stdout, "", String(cut));
      assert.notEqual(stderr, "", String(cut));
      if (cut > script) {
        assert.match(stderr, /^checkoutd: The file is damaged; copy it here again: /);
      }
    }
    await Deno.writeFile(file, bytes);
    assert.equal((await run(file, { env })).code, 7);
  }));

Deno.test("a runtime that this machine cannot run is one clear line", () =>
  withFile(async ({ unrunnable, env }) => {
    const { code, stderr } = await run(unrunnable, { env });
    assert.equal(code, 1);
    assert.match(stderr, /^checkoutd: It is built for aarch64-apple-darwin and cannot run here: /);
  }));

Deno.test("unpacking a new version removes old folders of the cache and keeps the others", () =>
  withFile(async ({ file, env, folder }) => {
    const cache = `${folder}/cache/checkoutd`;
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    await Deno.mkdir(cache, { recursive: true, mode: 0o700 });
    const places = { "runtime-old": 40, "runtime-new": 20, ".unpack.1.0": 3, ".unpack.2.0": 0.1 };
    for (const [name, age] of Object.entries(places)) {
      await Deno.mkdir(`${cache}/${name}`);
      await Deno.writeTextFile(`${cache}/${name}/used`, "");
      await Deno.utime(`${cache}/${name}/used`, days(age), days(age));
      await Deno.utime(`${cache}/${name}`, days(age), days(age));
    }
    assert.equal((await run(file, { env })).code, 7);
    const left = (await Array.fromAsync(Deno.readDir(cache))).map(({ name }) => name);
    assert.deepEqual(left.filter((name) => name in places).sort(), [".unpack.2.0", "runtime-new"]);
  }));

Deno.test({
  name: "a cache that is whole needs no right to write",
  // Root may write everywhere.
  ignore: isRoot,
  fn: () =>
    withFile(async ({ file, env, folder }) => {
      await run(file, { env });
      await Deno.chmod(`${folder}/cache/checkoutd`, 0o500);
      assert.equal((await run(file, { env })).code, 7);
      await Deno.chmod(`${folder}/cache/checkoutd`, 0o700);
    }),
});
