import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { taskFlags } from "../support/tasks.ts";

const CONNECTIONS = 500;

Deno.test(`deno task test:held holds ${CONNECTIONS} connections and reads beside them`, async () => {
  const script = "tests/hostile/held_connections.ts";
  const flags = (await taskFlags("test:held", "")).filter((flag) => flag !== script);
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...flags, fileURLToPath(new URL(`../../${script}`, import.meta.url)), `${CONNECTIONS}`],
    env: { NO_COLOR: "1" },
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 0, `${out}${err}`);
  assert.match(out ?? "", new RegExp(`still connected ${CONNECTIONS} of ${CONNECTIONS}`));
  assert.match(out ?? "", /p99 ratio \d+\.\d\d, goal 50 ms/);
});
