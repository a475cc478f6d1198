/** .ci/run: it installs what the tests may lack, and fails where a test was skipped all the same. */
import assert from "node:assert/strict";
import { withFolder } from "./support/process.ts";
import { readRoot, ROOT } from "./support/root.ts";
import { sourceTexts } from "./support/sources.ts";
import { MISSING, runTool } from "./support/tools.ts";

/** The Debian package that a tool comes in, where it has another name. */
const PACKAGES: Readonly<Record<string, string>> = {
  pgrep: "procps",
  php: "php-cli",
  prlimit: "util-linux",
  setpriv: "util-linux",
  promtool: "prometheus",
  script: "bsdutils",
  "systemd-analyze": "systemd",
  "systemd-sysusers": "systemd",
  unshare: "util-linux",
};

/** Comes with npm, without which .ci/run does not run. */
const GIVEN = "node";

Deno.test(".ci/run installs every tool that a test may lack", async () => {
  const [, list = ""] = /^tools=\(([^)]*)\)$/m.exec(await readRoot(".ci/run")) ?? [];
  const installed = list.trim().split(/\s+/);
  const texts = (await sourceTexts("tests")).map(({ text }) => text).join("\n");
  const named = [...texts.matchAll(/\blacks\(([^)]*)\)/g)]
    .flatMap(([, tools = ""]) => [...tools.matchAll(/"([\w-]+)"/g)].map(([, tool = ""]) => tool));
  assert.ok(named.length > 10);
  const wanted = new Set(
    named.filter((tool) => tool !== GIVEN).map((tool) => PACKAGES[tool] ?? tool),
  );
  assert.deepEqual([...wanted].filter((tool) => !installed.includes(tool)), []);
});

/** Runs it with stand-ins for what it calls; `npx deno task test` prints a text. */
async function ci(printed: string): Promise<{ readonly code: number; readonly stdout: string }> {
  let ended = { code: -1, stdout: "" };
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/printed`, printed);
    const npx = `#!/bin/sh\ncase "$*" in *"task test") cat '${folder}/printed' ;; esac\n`;
    for (const [name, text] of [["npx", npx], ["apt-get", "#!/bin/sh\n"]] as const) {
      await Deno.writeTextFile(`${folder}/${name}`, text, { mode: 0o755 });
    }
    ended = await runTool("bash", [`${ROOT}.ci/run`], {
      env: { PATH: `${folder}:${Deno.env.get("PATH")}` },
    });
  });
  return ended;
}

Deno.test(".ci/run fails where tests were skipped for a missing tool, and names it", async () => {
  const closing = "ok | 8 passed | 0 failed | 1 ignored (70ms)\n";
  assert.deepEqual([(await ci(closing)).code], [0]);
  const { code, stdout } = await ci(`${MISSING}strace\n${MISSING}php\n${closing}`);
  assert.equal(code, 1);
  assert.match(stdout, /^Tests were skipped, tools are missing: php strace $/m);
  assert.match(stdout, /^8 passed, 0 failed$/m);
});
