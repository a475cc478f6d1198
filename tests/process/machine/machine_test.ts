import assert from "node:assert/strict";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { lockDatabase } from "../../../src/process/database/lock.ts";
import { noteFileLimit } from "../../../src/process/machine/file_limit.ts";
import { machine } from "../../../src/process/machine/machine.ts";
import { createLogger } from "../../../src/process/log/log.ts";
import { withFolder } from "../../support/process.ts";

const MODULE = fileURLToPath(new URL("../../../src/process/machine/machine.ts", import.meta.url));

Deno.test("machine.file() describes a file, a missing one, and a folder", () =>
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

Deno.test("machine.fileLimit() is what the server has noted, and not known where there is no note", () =>
  withFolder((folder) => {
    const path = `${folder}/checkout.db`;
    const lock = lockDatabase(path, "shared");
    assert.equal(machine.fileLimit(`${path}.lock`), undefined);
    noteFileLimit(`${path}.lock`, { files: 777, isLeast: false });
    assert.deepEqual(machine.fileLimit(`${path}.lock`), { files: 777, isLeast: false });
    lock.release();
    assert.equal(machine.fileLimit(`${folder}/none.lock`), undefined);
    return Promise.resolve();
  }));

Deno.test("machine does not know what the sandbox forbids to ask, and fails nowhere", async () => {
  const code = `import { machine } from ${JSON.stringify(`file://${MODULE}`)};
    console.log(JSON.stringify([machine.file("/etc"), machine.list("/etc"),
      machine.roomBytes("/"), machine.fileLimit("/etc/hostname")].map((one) => one === undefined)));`;
  const flags = ["--quiet", "--no-prompt", "--no-config", `--allow-read=${dirname(MODULE)}`];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, "data:application/typescript," + encodeURIComponent(code)],
  }).output();
  const text = new TextDecoder();
  assert.equal(text.decode(stdout), "[true,true,true,true]\n", text.decode(stderr));
});

async function textOf(fields: Readonly<Record<string, unknown>>): Promise<string> {
  let written = "";
  const logger = createLogger({
    level: "info",
    format: "text",
    now: () => 0,
    write: (text) => {
      written += text;
      return Promise.resolve();
    },
  });
  logger.warn("Told", fields);
  await logger.flush();
  return written;
}

Deno.test("a line of text stays one line, whatever a request brought for it", async () => {
  assert.equal(
    await textOf({ reference: "a\n00:00:00 ERROR b\r\u001b[31m\u009b\u2028\u202e", amount: 1 }),
    "1970-01-01 00:00:00Z WARN  Told reference=a\\u000a00:00:00 ERROR b\\u000d\\u001b[31m\\u009b\\u2028\\u202e " +
      "amount=1\n",
  );
});

Deno.test("the log is text with coloured levels on a terminal, and JSON elsewhere", async () => {
  const written = async (over: Partial<Parameters<typeof createLogger>[0]>) => {
    let all = "";
    const write = (text: string) => {
      all += text;
      return Promise.resolve();
    };
    const logger = createLogger({ level: "info", format: "auto", now: () => 0, write, ...over });
    logger.error("Odd", { n: 1 });
    await logger.flush();
    return all;
  };
  const [json, text] = [
    '{"time":"1970-01-01T00:00:00.000Z","level":"error","msg":"Odd","n":1}\n',
    "1970-01-01 00:00:00Z ERROR Odd n=1\n",
  ];
  const coloured = text.replace("ERROR", "\u001b[31mERROR\u001b[39m");
  assert.equal(await written({}), json);
  assert.equal(await written({ terminal: { hasColors: true } }), coloured);
  assert.equal(await written({ terminal: { hasColors: false } }), text);
  assert.equal(await written({ format: "text" }), text);
  assert.equal(await written({ format: "json", terminal: { hasColors: true } }), json);
  const instance = "db-1:8080";
  assert.equal(
    await written({ instance }),
    json.replace('"n"', '"instance":"db-1:8080","n"'),
  );
  assert.equal(
    await written({ instance, format: "text" }),
    text.replace("n=", "instance=db-1:8080 n="),
  );
});

Deno.test("a failure's stack keeps its lines in a text", async () => {
  assert.match(await textOf({ error: new Error("odd") }), /error=Error: odd\n +at /);
});
