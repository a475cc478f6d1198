import assert from "node:assert/strict";
import { parseChangelog } from "../../build/changelog.ts";
import { parseManifest } from "../../build/programs.ts";
import { readRoot } from "../support/root.ts";

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

Deno.test("parseChangelog() reads what is unreleased and every version", () => {
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
  ["a day that is none", `${HEAD}## [Unreleased]\n\n## [1.0.0] - 2026-02-30${CHANGE}`, /no such/],
  ["an unknown kind", `${HEAD}## [Unreleased]\n\n### New\n\n- A.\n`, /A kind is one of/],
  ["a kind twice", `${HEAD}## [Unreleased]${CHANGE}### Added\n\n- B.\n`, /once: Added/],
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
