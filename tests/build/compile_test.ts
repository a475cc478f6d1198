import assert from "node:assert/strict";
import { noRuntime, parseOptions, USAGE } from "../../build/options.ts";
import { fileName, hasShell, RUNTIME_PACKAGES, TARGETS } from "../../build/targets.ts";
import { withFolder } from "../support/process.ts";
import { ROOT } from "../support/root.ts";
import { parseEmbedded } from "./embedded.ts";

const HOST = "x86_64-unknown-linux-gnu";
const ARM = "aarch64-unknown-linux-gnu";

Deno.test("parseOptions() builds for this machine into dist by default", () => {
  const plain = { target: HOST, out: "dist", kind: "auto", runtime: undefined };
  assert.deepEqual(parseOptions([], HOST), plain);
  assert.deepEqual(parseOptions(["--target", ARM, "--out=dist/arm", "--compiled"], HOST), {
    target: ARM,
    out: "dist/arm",
    kind: "compiled",
    runtime: undefined,
  });
  assert.deepEqual(parseOptions(["--help"], HOST), { help: true });
});

const WRONG: readonly (readonly [argv: readonly string[], problem: RegExp])[] = [
  [["--target", "sparc"], /^--target must be one of x86_64-unknown-linux-gnu, .*: sparc$/],
  [["--out", ""], /^--out must name a folder$/],
  [["--compiled", "--self-extracting"], /^--compiled and --self-extracting exclude each other$/],
  [["--nonsense"], /--nonsense/],
  [["dist"], /dist/],
  [["--self-extracting", "--target", ARM], /^--runtime .*@deno\/linux-arm64-glibc: aarch64/],
  [["--self-extracting", "--target", "x86_64-pc-windows-msvc"], /need a shell.*windows-msvc$/],
];

for (const [argv, problem] of WRONG) {
  Deno.test(`parseOptions() refuses ${argv.join(" ")}`, () => {
    const parsed = parseOptions(argv, HOST);
    assert.match("problem" in parsed ? parsed.problem : "", problem);
  });
}

Deno.test("noRuntime() takes the running runtime for this machine, and a file for another", () => {
  assert.equal(noRuntime(HOST, HOST, undefined), undefined);
  assert.equal(noRuntime(ARM, HOST, "deno-arm"), undefined);
  assert.match(noRuntime(ARM, HOST, undefined) ?? "", /--runtime/);
});

Deno.test("USAGE names the five targets and every option", () => {
  for (const target of TARGETS) assert.ok(USAGE.includes(target), target);
  for (const option of ["target", "out", "compiled", "self-extracting", "runtime", "help"]) {
    assert.match(USAGE, new RegExp(`\n  --${option}\\b`));
  }
});

Deno.test("fileName() ends in .exe where there is no shell", () => {
  assert.deepEqual(TARGETS.map((target) => fileName("checkoutd", target)), [
    ...Array(4).fill("checkoutd"),
    "checkoutd.exe",
  ]);
  assert.equal(TARGETS.filter(hasShell).length, Object.keys(RUNTIME_PACKAGES).length - 1);
});

/** Runs the task's command with another folder to write to. */
async function build(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly said: string; readonly made: readonly string[] }> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const flags: string[] = tasks.compile.command.split(" ").slice(1)
    .map((word: string) => word.replace("--allow-write=dist", `--allow-write=${folder}`));
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...flags, "--out", `${folder}/out`, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
  }).output();
  const made = Array.from(Deno.readDirSync(`${folder}/out`), ({ name }) => name);
  return { code, said: new TextDecoder().decode(stderr), made };
}

Deno.test("deno task compile refuses a runtime that is no program, another machine's or not Deno", () =>
  withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/text`, "not a program\n".repeat(10));
    const [here, ...others] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
      .sort((a) => a === Deno.build.target ? -1 : 1);
    for (
      const [runtime, target, problem] of [
        ["text", here, /must be Deno for \S+ and is no program: .*text$/],
        [Deno.execPath(), others[0], /must be Deno for \S+ and is a program for \w+ in the form/],
        // A program of this machine, and another one than Deno.
        ["/bin/true", here, /is not Deno, it printed (true|nothing).*: \/bin\/true$/],
      ] as const
    ) {
      const path = runtime === "text" ? `${folder}/text` : runtime;
      const args = ["--self-extracting", "--target", target ?? "", "--runtime", path];
      const { code, said, made } = await build(folder, args);
      assert.equal(code, 1, said);
      assert.match(said.trim().split("\n").at(-1) ?? "", problem);
      assert.deepEqual(made, []);
    }
  }));

Deno.test("deno task compile does not take a file that is not our program, as the full Deno for a base makes it", () =>
  withFolder(async (folder) => {
    const env = { DENORT_BIN: Deno.execPath() };
    await Deno.mkdir(`${folder}/out`);
    await Deno.writeTextFile(`${folder}/out/checkoutd`, "an earlier one that is good");
    const { code, said, made } = await build(folder, ["--compiled"], env);
    assert.equal(code, 1, said);
    const last = said.trim().split("\n").at(-1) ?? "";
    assert.match(last, /^The built file is not checkoutd \d.*DENORT_BIN.*It printed: deno /);
    assert.deepEqual(made, ["checkoutd"]);
    assert.match(await Deno.readTextFile(`${folder}/out/checkoutd`), /^an earlier/);
  }));

const REPORT = `Compile file:///x/main.ts to ../out

Embedded Files

out
├─┬ .deno_compile_node_modules (18.45MB - 17.29MB unique)
│ └─┬ localhost (18.45MB - 17.29MB unique)
│   ├── big.js/7.0.1/* (57.58KB - 57.57KB unique)
│   └── zod/4.6.7/* (5.93MB - 5.86MB unique)
├── deno.json (3KB)
├─┬ src (1.17MB)
│ ├─┬ domain (290.54KB)
│ │ └── a file (1).ts (6.33KB)
│ └── store/* (311.89KB)
└── sub/worker.ts (262B)

Files: 18.72MB
Metadata: 3.81KB
`;

Deno.test("parseEmbedded() reads the tree, with folders that are within as a whole", () => {
  const embedded = parseEmbedded(REPORT);
  const within = [
    ".deno_compile_node_modules/localhost/zod/4.6.7/index.js",
    "deno.json",
    "src/domain/a file (1).ts",
    "src/store/sqlite/migrations/0001_init.sql",
    "sub/worker.ts",
  ];
  assert.deepEqual(within.filter((path) => !embedded.has(path)), []);
  const outside = ["src/domain/b.ts", "src/storehouse.ts", "main.ts", "worker.ts", "src/domain"];
  assert.deepEqual(outside.filter((path) => embedded.has(path) && path !== "src/domain"), []);
});

Deno.test("parseEmbedded() refuses a report without a list", () => {
  assert.throws(() => parseEmbedded("Compile main.ts to out\n"), /no list/);
});
