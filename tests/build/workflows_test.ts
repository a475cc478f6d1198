/** Checks of the workflows that need no runner. */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { z } from "zod";
import { parseOptions } from "../../build/options.ts";
import { parseManifest } from "../../build/programs.ts";
import { TARGETS } from "../../build/targets.ts";
import { readRoot, ROOT } from "../support/root.ts";

const permissionsSchema = z.record(z.string(), z.enum(["read", "write", "none"]));
const workflowSchema = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: permissionsSchema,
  jobs: z.record(
    z.string(),
    z.object({
      "timeout-minutes": z.number(),
      permissions: permissionsSchema.optional(),
      steps: z.array(z.object({
        uses: z.string().optional(),
        run: z.string().optional(),
        env: z.record(z.string(), z.unknown()).optional(),
      })),
    }),
  ),
});

const FILES = ["ci.yml", "night.yml", "release.yml"] as const;

async function workflow(name: (typeof FILES)[number]) {
  return workflowSchema.parse(parse(await readRoot(`.github/workflows/${name}`)));
}

async function steps(name: (typeof FILES)[number]) {
  return Object.values((await workflow(name)).jobs).flatMap((job) => job.steps);
}

/** The lines of a workflow that call a task, as words behind `task`. */
async function taskCalls(name: (typeof FILES)[number]): Promise<string[][]> {
  const lines = (await steps(name)).flatMap(({ run }) => run?.split("\n") ?? []);
  return lines.flatMap((line) => {
    const words = /\bdeno@\S+ task (.*)$/.exec(line)?.[1];
    return words === undefined ? [] : [words.split(" ")];
  });
}

for (const name of FILES) {
  Deno.test(`${name} may write only where it publishes, and no job runs without end`, async () => {
    const { permissions, jobs } = await workflow(name);
    assert.deepEqual(permissions, { contents: "read" });
    const writing = Object.entries(jobs).filter(([, job]) => job.permissions !== undefined);
    assert.deepEqual(
      writing.map(([job, { permissions }]) => [job, permissions]),
      name === "release.yml" ? [["publish", { contents: "write" }]] : [],
    );
  });

  Deno.test(`${name} pins every action, and Deno to the version of .ci/run`, async () => {
    for (const { uses } of await steps(name)) {
      // By a commit, or by a tag for the reason that is written above it.
      if (uses !== undefined) assert.match(uses, /^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
    }
    const pinned = /npx -y (deno@[\d.]+)/.exec(await readRoot(".ci/run"))?.[1] ?? "";
    assert.match(pinned, /^deno@\d+\.\d+\.\d+$/);
    const text = await readRoot(`.github/workflows/${name}`);
    assert.equal(/@v\d+$/m.test(text), text.includes("# Actions are named by their tag: "));
    assert.deepEqual((text.match(/deno@[\d.]+/g) ?? []).filter((one) => one !== pinned), []);
  });

  Deno.test(`${name} puts nothing that others write into a script`, async () => {
    for (const { run } of await steps(name)) assert.doesNotMatch(run ?? "", /\$\{\{/);
  });

  Deno.test(`${name} calls tasks, scripts and tests that are there`, async () => {
    const { tasks } = parseManifest(await readRoot("deno.json"));
    for (const [task = "", ...args] of await taskCalls(name)) {
      assert.ok(task in tasks, task);
      for (const path of args.filter((arg) => arg.endsWith(".ts"))) {
        assert.ok((await Deno.stat(`${ROOT}${path}`)).isFile);
      }
    }
    for (const { run } of await steps(name)) {
      const script = /^bash (\S+)$/.exec(run ?? "")?.[1];
      if (script !== undefined) assert.ok((await Deno.stat(`${ROOT}${script}`)).isFile);
    }
  });
}

Deno.test("night.yml runs random tests from another seed, and fault tests at full length", async () => {
  const calls = (await taskCalls("night.yml")).map((words) => words.join(" "));
  assert.deepEqual(calls, ["test -- --fresh", "fuzz", "test:faults"]);
  const { tasks } = parseManifest(await readRoot("deno.json"));
  assert.match(JSON.stringify(tasks["test:faults"]), / -- --whole --fresh"/);
});

Deno.test("release.yml runs for tags of versions alone", async () => {
  assert.deepEqual((await workflow("release.yml")).on, { push: { tags: ["v*"] } });
});

Deno.test("release.yml checks the tag before anything else, and passes CI before it compiles", async () => {
  const lines = (await steps("release.yml")).flatMap(({ run }) => run ?? []);
  const order = ["release check", ".ci/run", "task compile", "single_file_test", "release collect"];
  const places = order.map((text) => lines.findIndex((line) => line.includes(text)));
  assert.ok(!places.includes(-1), places.join());
  assert.deepEqual([...places].sort((a, b) => a - b), places);
  const calls = (await taskCalls("release.yml")).filter(([task]) => task === "release");
  assert.deepEqual(calls.map((words) => words.slice(1)), [["check", '"$TAG"'], [
    "collect",
    '"$TAG"',
  ]]);
});

Deno.test("release.yml compiles the five targets into folders of their own, never falling back", async () => {
  const built = (await taskCalls("release.yml")).filter(([task]) => task === "compile")
    .map(([, ...args]) => parseOptions(args, "x86_64-unknown-linux-gnu"));
  assert.deepEqual(
    built,
    TARGETS.map((target) => ({
      target,
      out: `dist/${target}`,
      kind: "compiled",
      runtime: undefined,
    })),
  );
});

Deno.test("release.yml walks through the files of the machine that it runs on", async () => {
  const walk = (await steps("release.yml")).find(({ run }) => run?.includes("single_file_test"));
  assert.deepEqual(walk?.env, { SINGLE_FILES: "dist/x86_64-unknown-linux-gnu" });
});
