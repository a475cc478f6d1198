import assert from "node:assert/strict";
import { join } from "node:path";
import { withWorld } from "../../../support/app.ts";
import { ROOT } from "../../../support/root.ts";
import { IS_FEW } from "../../../support/few.ts";

async function redocly(source: string): Promise<unknown[]> {
  // Loading it takes as long as hundreds of tests, and test:fast skips this one.
  const { createConfig, lintFromString } = await import("@redocly/openapi-core");
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}

async function spectral(source: string): Promise<unknown[]> {
  const folder = join(ROOT, "tests/spectral");
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      `--config=${join(folder, "deno.json")}`,
      "--frozen",
      "--allow-env",
      "--allow-sys",
      "--allow-read",
      join(folder, "lint.ts"),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(source));
  await writer.close();
  const { stdout, stderr } = await child.output();
  const text = new TextDecoder();
  assert.notEqual(stdout.length, 0, text.decode(stderr));
  return JSON.parse(text.decode(stdout));
}

for (const [name, lint] of Object.entries({ Redocly: redocly, Spectral: spectral })) {
  Deno.test(
    `${name} reports nothing of GET /openapi.json`,
    { ignore: IS_FEW },
    () =>
      withWorld(async ({ send }) => {
        assert.deepEqual(await lint((await send("GET", "/openapi.json")).text), []);
      }),
  );

  Deno.test(`${name} sees a document that is broken`, { ignore: IS_FEW }, async () => {
    const source = JSON.stringify({ openapi: "3.1.1", info: { title: "x" }, paths: {} });
    assert.notEqual((await lint(source)).length, 0);
  });
}
