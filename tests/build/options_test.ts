import assert from "node:assert/strict";
import { noRuntime, parseOptions, USAGE } from "../../build/options.ts";
import { fileName, hasShell, RUNTIME_PACKAGES, TARGETS } from "../../build/targets.ts";

const HOST = "x86_64-unknown-linux-gnu";
const ARM = "aarch64-unknown-linux-gnu";

Deno.test("parseOptions() builds for this machine into dist unless told otherwise", () => {
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
  [["--compiled", "--self-extracting"], /^Either --compiled or --self-extracting, not both$/],
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
