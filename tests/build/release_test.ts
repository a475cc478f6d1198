import assert from "node:assert/strict";
import { dirname } from "node:path";
import { parseManifest } from "../../build/programs.ts";
import { checksumLine, releaseFiles, releaseNotes } from "../../build/release_files.ts";
import { copySources } from "../../build/tree.ts";
import { withFolder } from "../support/process.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { parseChangelog } from "../../build/changelog.ts";

Deno.test("releaseFiles() has both programs for the five targets, each under a name of its own", () => {
  const files = releaseFiles("1.2.3");
  assert.equal(new Set(files.map(({ name }) => name)).size, 10);
  assert.deepEqual(files[0], {
    path: "x86_64-unknown-linux-gnu/checkoutd",
    name: "checkoutd-1.2.3-x86_64-unknown-linux-gnu",
    target: "x86_64-unknown-linux-gnu",
  });
  assert.deepEqual(files.at(-1), {
    path: "x86_64-pc-windows-msvc/checkoutctl.exe",
    name: "checkoutctl-1.2.3-x86_64-pc-windows-msvc.exe",
    target: "x86_64-pc-windows-msvc",
  });
});

Deno.test("releaseNotes() returns the changelog's section for the tag's version", () => {
  const changelog = [
    { version: undefined, date: undefined, text: "### Added\n\n- Later." },
    { version: "1.2.3", date: "2026-01-01", text: "### Fixed\n\n- A thing." },
    { version: "1.2.2", date: "2026-01-01", text: "" },
  ];
  assert.equal(releaseNotes("v1.2.3", "1.2.3", changelog), "### Fixed\n\n- A thing.\n");
  assert.throws(() => releaseNotes("v1.2.4", "1.2.3", changelog), /v1\.2\.3: v1\.2\.4$/);
  assert.throws(() => releaseNotes("1.2.3", "1.2.3", changelog), /v1\.2\.3: 1\.2\.3$/);
  assert.throws(() => releaseNotes("v1.2.2", "1.2.2", changelog), /nothing under .*: 1\.2\.2$/);
  assert.throws(() => releaseNotes("v1.2.5", "1.2.5", changelog), /nothing under .*: 1\.2\.5$/);
});

Deno.test("checksumLine() is in the form that sha256sum checks", () => {
  assert.equal(
    checksumLine("a", new TextEncoder().encode("abc")),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n",
  );
});

/** Runs the task as a workflow does. */
async function release(...args: readonly string[]): Promise<{ code: number; text: string }> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "release", ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  return { code, text: new TextDecoder().decode(stderr) };
}

Deno.test("deno task release check refuses a tag that is not the version, and wrong usage", async () => {
  const { version } = parseManifest(await readRoot("deno.json"));
  const wrong = await release("check", "v0.0.0");
  assert.equal(wrong.code, 1);
  assert.equal(wrong.text, `The tag must be the version of deno.json, v${version}: v0.0.0\n`);
  for (const args of [[], ["check"], ["publish", "v1.0.0"], ["check", "v1.0.0", "now"]]) {
    assert.equal((await release(...args)).code, 2);
  }
});

/** The repository with a released version in its changelog, and files as if built. */
async function released(folder: string, version: string): Promise<void> {
  await copySources(ROOT, folder, "unknown");
  await Deno.mkdir(`${folder}/build`);
  for await (const { name } of Deno.readDir(`${ROOT}build`)) {
    await Deno.copyFile(`${ROOT}build/${name}`, `${folder}/build/${name}`);
  }
  const text = await readRoot("CHANGELOG.md");
  const heading = "## [Unreleased]\n";
  const section = `${heading}\n## [${version}] - 2026-01-01\n\n### Fixed\n\n- A thing.\n\n`;
  const [intro = ""] = text.split(heading);
  await Deno.writeTextFile(`${folder}/CHANGELOG.md`, intro + section);
  for (const { path } of releaseFiles(version)) {
    const place = `${folder}/dist/${path}`;
    await Deno.mkdir(dirname(place), { recursive: true });
    await Deno.writeTextFile(place, `as if ${path}\n`);
  }
}

Deno.test("deno task release collect puts everything into one folder, with checksums and materials", async () => {
  const { version } = parseManifest(await readRoot("deno.json"));
  await withFolder(async (folder) => {
    await released(folder, version);
    // Of an earlier release, or of somebody else: nothing of it may be published.
    await Deno.mkdir(`${folder}/dist/release/folder`, { recursive: true });
    await Deno.writeTextFile(`${folder}/dist/release/checkoutd-0.0.1-foreign`, "foreign");
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", "release", "collect", `v${version}`],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const place = `${folder}/dist/release`;
    const names = (await Array.fromAsync(Deno.readDir(place))).map(({ name }) => name).sort();
    const bom = `checkoutd-${version}.cdx.json`;
    const programs = releaseFiles(version).map(({ name }) => name);
    assert.deepEqual(names, ["SHA256SUMS", bom, ...programs].sort());
    const sums = (await Deno.readTextFile(`${place}/SHA256SUMS`)).trimEnd().split("\n");
    assert.deepEqual(sums.map((line) => line.split("  ")[1]).sort(), [bom, ...programs].sort());
    for (const line of sums) {
      const [, name = ""] = line.split("  ");
      assert.equal(checksumLine(name, await Deno.readFile(`${place}/${name}`)), `${line}\n`);
    }
    const { bomFormat, components } = JSON.parse(await Deno.readTextFile(`${place}/${bom}`));
    assert.equal(bomFormat, "CycloneDX");
    assert.ok(components.length > 10);
    const notes = await Deno.readTextFile(`${folder}/dist/release_notes.md`);
    assert.equal(notes, "### Fixed\n\n- A thing.\n");
  });
});

Deno.test("deno task release collect names a build that is missing, in one line, and collects nothing", async () => {
  const { version } = parseManifest(await readRoot("deno.json"));
  await withFolder(async (folder) => {
    await released(folder, version);
    await Deno.remove(`${folder}/dist/aarch64-apple-darwin/checkoutctl`);
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", "release", "collect", `v${version}`],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    const target = "aarch64-apple-darwin";
    assert.deepEqual([code, new TextDecoder().decode(stderr)], [
      1,
      `A build is missing: dist/${target}/checkoutctl; make it with ` +
      `\`deno task compile --compiled --target ${target} --out dist/${target}\`\n`,
    ]);
    await assert.rejects(Deno.stat(`${folder}/dist/release`), Deno.errors.NotFound);
  });
});

Deno.test("CHANGELOG.md has the form of Keep a Changelog, and says which", async () => {
  const text = await readRoot("CHANGELOG.md");
  assert.match(text, /\(https:\/\/keepachangelog\.com\/en\/1\.1\.0\/\)/);
  const [unreleased, newest] = parseChangelog(text);
  assert.equal(unreleased?.version, undefined);
  const { version } = parseManifest(await readRoot("deno.json"));
  // Between releases deno.json has the version that was released last or comes next.
  assert.ok(newest === undefined || newest.version === version || unreleased?.text !== "");
});

const HEAD = "# Changelog\n\nAll notable changes.\n\n";

Deno.test("parseChangelog() reads the unreleased changes and every version", () => {
  const text = `${HEAD}## [Unreleased]

## [1.1.0] - 2026-03-02

### Added

- A thing.

### Fixed

- Another,
  in two lines.

## [1.0.1] - 2026-03-02 [YANKED]

### Security

- A hole.
`;
  assert.deepEqual(parseChangelog(text).map(({ version, date }) => [version, date]), [
    [undefined, undefined],
    ["1.1.0", "2026-03-02"],
    ["1.0.1", "2026-03-02"],
  ]);
  assert.equal(parseChangelog(text)[2]?.text, "### Security\n\n- A hole.");
});

const CHANGE = "\n\n### Added\n\n- A.\n\n";
const WRONG: readonly (readonly [what: string, text: string, problem: RegExp])[] = [
  ["no title", "## [Unreleased]\n", /first line/],
  ["no section for what comes", `${HEAD}## [1.0.0] - 2026-01-01${CHANGE}`, /first section/],
  ["no section at all", HEAD, /first section/],
  ["a version without a day", `${HEAD}## [Unreleased]\n\n## [1.0.0]${CHANGE}`, /1\.2\.3/],
  ["brackets left open", `${HEAD}## [Unreleased${CHANGE}`, /1\.2\.3/],
  [
    "a day that is none",
    `${HEAD}## [Unreleased]\n\n## [1.0.0] - 2026-02-30${CHANGE}`,
    /No such day/,
  ],
  ["an unknown kind", `${HEAD}## [Unreleased]\n\n### New\n\n- A.\n`, /A kind is one of/],
  [
    "a kind twice",
    `${HEAD}## [Unreleased]${CHANGE}### Added\n\n- B.\n`,
    /only once in a section: Added/,
  ],
  ["a kind without changes", `${HEAD}## [Unreleased]\n\n### Fixed\n`, /must have changes: Fixed/],
  ["a change without a kind", `${HEAD}## [Unreleased]\n\n- A.\n`, /under its kind: - A\./],
  [
    "an older version first",
    `${HEAD}## [Unreleased]\n\n## [1.9.0] - 2026-01-01${CHANGE}## [1.10.0] - 2026-01-01${CHANGE}`,
    /newest version comes first: 1\.10\.0/,
  ],
  [
    "an older day first",
    `${HEAD}## [Unreleased]\n\n## [1.1.0] - 2026-01-01${CHANGE}## [1.0.0] - 2026-01-02${CHANGE}`,
    /newest version comes first: 1\.0\.0/,
  ],
  ["two unreleased sections", `${HEAD}## [Unreleased]\n\n## [Unreleased]\n`, /second section/],
];

for (const [what, text, problem] of WRONG) {
  Deno.test(`parseChangelog() refuses ${what}`, () => {
    assert.throws(() => parseChangelog(text), problem);
  });
}
