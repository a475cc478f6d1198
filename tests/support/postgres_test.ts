import assert from "node:assert/strict";
import { lacksPostgres } from "./postgres.ts";
import { ROOT } from "./root.ts";

const ignore = await lacksPostgres();

const PROGRAM = `
  import { postgresServer } from "file://${ROOT}tests/support/postgres.ts";
  const server = await postgresServer();
  const name = await server.freshDatabase();
  console.log(JSON.stringify([server.folder, await server.sql(name, "SHOW fsync")]));`;

Deno.test({
  name: "postgresServer() runs a server that is gone after its process was killed",
  ignore,
  fn: async () => {
    const args = ["eval", "--no-check", `${PROGRAM} await server.sql(name, "SELECT pg_sleep(60)")`];
    const program = new Deno.Command(Deno.execPath(), { args, stdout: "piped" }).spawn();
    const said = program.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const [folder, fsync] = JSON.parse((await said.read()).value ?? "");
    assert.equal(fsync, "on");
    const events = Deno.watchFs(folder.slice(0, folder.lastIndexOf("/")), { recursive: false });
    assert.ok((await Deno.stat(`${folder}/data/postmaster.pid`)).isFile);
    program.kill("SIGKILL");
    for await (const { kind, paths } of events) {
      if (kind === "remove" && paths.includes(folder)) break;
    }
    await program.status;
    await said.cancel();
  },
});
