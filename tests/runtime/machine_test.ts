import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { lockDatabase } from "../../src/runtime/database_lock.ts";
import { machine } from "../../src/runtime/machine.ts";
import { withFolder } from "../support/process.ts";

const MODULE = fileURLToPath(new URL("../../src/runtime/machine.ts", import.meta.url));

Deno.test("machine.file() tells of a file, of none, and of a folder", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a`;
    await Deno.writeTextFile(path, "12345", { mode: 0o640 });
    await Deno.chmod(path, 0o640);
    await Deno.link(path, `${folder}/b`);
    const file = machine.file(path);
    assert.deepEqual(
      [file?.bytes, file?.mode, file?.names, file?.isFolder],
      [5, 0o640, 2, false],
    );
    assert.equal(machine.file(`${folder}/none`), null);
    assert.equal(machine.file(folder)?.isFolder, true);
    assert.deepEqual(machine.list(folder), ["a", "b"]);
    assert.equal(machine.list(`${folder}/none`), undefined);
    assert.ok((machine.roomBytes(folder) ?? 0) > 0);
  }));

Deno.test("machine.fileLimit() falls back to this process where no server has the database", () =>
  withFolder((folder) => {
    const path = `${folder}/checkout.db`;
    const own = lockDatabase(path, "shared");
    const limit = machine.fileLimit(`${path}.lock`);
    assert.equal(limit?.of, "this process");
    assert.ok(limit.files > 100);
    own.release();
    return Promise.resolve();
  }));

Deno.test({
  name: "machine.fileLimit() is that of the process that has the database open",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withFolder(async (folder) => {
      const lock = `${folder}/checkout.db.lock`;
      await Deno.writeTextFile(lock, "");
      const hold = `Deno.openSync(${JSON.stringify(lock)}, { read: true }).lockSync(false);
        console.log("held");
        setInterval(() => {}, 1e6);`;
      const holder = new Deno.Command("sh", {
        args: ["-c", 'ulimit -n 777; exec "$0" eval "$1"', Deno.execPath(), hold],
        stdout: "piped",
      }).spawn();
      try {
        const reader = holder.stdout.getReader();
        await reader.read();
        // In a process of its own: Deno opens /proc to those alone who may do everything.
        const ask = `import { machine } from ${JSON.stringify(`file://${MODULE}`)};
          console.log(JSON.stringify(machine.fileLimit(${JSON.stringify(lock)})));`;
        const { stdout } = await new Deno.Command(Deno.execPath(), {
          args: ["run", "--quiet", "--no-config", "--allow-all"].concat(
            "data:application/typescript," + encodeURIComponent(ask),
          ),
        }).output();
        const limit = JSON.parse(new TextDecoder().decode(stdout));
        assert.deepEqual(limit, { files: 777, of: "server", isLeast: false });
        await reader.cancel();
      } finally {
        holder.kill("SIGKILL");
        await holder.status;
      }
    }),
});

/** What the module says in a process with these flags. */
async function told(flags: readonly string[], limit: string): Promise<string> {
  const code = `import { machine } from ${JSON.stringify(`file://${MODULE}`)};
    const limit = machine.fileLimit("/nowhere");
    console.log(JSON.stringify([machine.file("/etc") === undefined, machine.list("/etc") === undefined,
      machine.roomBytes("/") === undefined, limit?.of, limit?.isLeast, limit?.files]));`;
  const { stdout, stderr } = await new Deno.Command("sh", {
    args: [
      ...["-c", `ulimit -n ${limit}; exec "$0" "$@"`, Deno.execPath()],
      ...[
        "run",
        "--quiet",
        "--no-prompt",
        "--no-config",
        ...flags,
        "data:application/typescript," + encodeURIComponent(code),
      ],
    ],
  }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test("machine does not know what the sandbox forbids to ask, and fails nowhere", async () => {
  const [file, list, room, of] = JSON.parse(
    await told([`--allow-read=${MODULE}`], "2000"),
  );
  assert.deepEqual([file, list, room, of], [true, true, true, null]);
});

Deno.test("machine.fileLimit() is found by trial where /proc is closed", async () => {
  const few = JSON.parse(await told(["--allow-read"], "300"));
  assert.deepEqual(few.slice(3, 5), ["this process", true]);
  assert.ok(few[5] > 200 && few[5] <= 300, String(few[5]));
  const many = JSON.parse(await told(["--allow-read"], "10000"));
  assert.deepEqual(many.slice(3), ["this process", true, 4096]);
});
