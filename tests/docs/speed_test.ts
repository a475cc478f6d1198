/** The page about speed: the benchmark is run as it shows it, on a smaller matter. */
import assert from "node:assert/strict";
import { parseOptions } from "../../bench/options.ts";
import { TARGETS } from "../../bench/report/targets.ts";
import { withFolder } from "../support/process.ts";
import { codes, section, table } from "./pages.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { commandsOf, withCommands } from "./commands.ts";
import { benchHelp } from "./programs.ts";

const page = await readRoot("docs/dev/speed.md");

Deno.test("docs/dev/speed.md: the targets are the benchmark's", () => {
  const text = section(page, "Targets");
  const rows = [...table(text, "Target"), ...table(text, "Other target")].map(([, ...wanted]) =>
    wanted.map((one) => Number(/^at (?:least|most) ([\d.]+)/.exec(one)?.[1] ?? NaN))
  );
  const { cases, growthKept, otherLoss, ...targets } = TARGETS;
  const { createTimesFloorCpu, loadedP99TimesFloor, besideP99TimesAlone } = targets;
  const { createKb, stepKb, sessionKb, memoryMib, renderMs, firstViewKb } = targets;
  assert.deepEqual(rows.flat(), [
    ...[cases.create, cases.hot, cases.all].flatMap((one) => [
      one.ofFloor,
      one.timesNaive,
      one.naiveOfFloor,
    ]),
    ...[createTimesFloorCpu, loadedP99TimesFloor, besideP99TimesAlone],
    ...[createKb, stepKb, cases.mixed.timesNaive, cases.mixed.timesNaiveCpu],
    ...[sessionKb, memoryMib],
    ...[renderMs, firstViewKb],
    ...[growthKept, otherLoss * 100],
  ]);
  const { sessions, growth } = targets;
  for (const count of [sessions, growth.from, growth.to]) {
    assert.ok(page.includes(count.toLocaleString("en")), String(count));
  }
});

/** Parsed options of a run. */
function optionsOf(...argv: string[]) {
  const parsed = parseOptions(argv);
  assert.ok("options" in parsed, argv.join(" "));
  return parsed.options;
}

Deno.test("docs/dev/speed.md: every option of the benchmark with its default, and no others", () => {
  const rows = table(page, "Option of `bench`");
  const named = rows.map(([option = ""]) => codes(option)[0]?.split(" ")[0]);
  const listed = [...benchHelp().matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag]) => flag);
  assert.deepEqual(named.sort(), listed.filter((flag) => flag !== "--help").sort());

  const { sessions, connections, rounds, seconds, folder } = optionsOf();
  const { growthSizes } = optionsOf("--growth");
  const defaults = rows.map(([, value = ""]) => value.replaceAll("`", ""))
    .filter((value) => value !== "");
  assert.deepEqual(defaults, [
    ...[sessions, connections, rounds, seconds].map(String),
    folder,
    growthSizes.join(),
  ]);
  const quick = optionsOf("--quick");
  const quickly = rows.map(([, , value = ""]) => value).filter((value) => value !== "");
  assert.deepEqual(quickly.map(Number), [quick.sessions, quick.rounds, quick.seconds]);
});

/** Makes a run of some seconds of one of many minutes. */
const TRIAL = "--quick --sessions 40 --connections 2 --rounds 1 --seconds 1 --against .";

Deno.test({
  name: "docs/dev/speed.md: it measures on another disk as shown, and leaves nothing there",
  // It reads /proc.
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withCommands("docs/dev/speed.md#measuring", async (shown) => {
      // The first three take too long to be run.
      const [, , , block] = shown.take(4, { of: "sh" });
      const lines = block === undefined ? [] : commandsOf(block);
      const [line] = lines;
      assert.ok(line !== undefined && lines.length === 1 && /^deno run /.test(line));
      await withFolder(async (folder) => {
        const { code, stdout, stderr } = await new Deno.Command("bash", {
          args: ["-c", `${Deno.execPath()} ${line.slice(5).replaceAll("/srv", folder)} ${TRIAL}`],
          cwd: ROOT,
          env: { NO_COLOR: "1" },
          stdin: "null",
        }).output();
        const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
        assert.equal(code, 0, err);
        assert.match(out ?? "", /^Targets\nGet Session, .* (met|missed)$/m);
        assert.match(
          out ?? "",
          /^Get Session, .* of the other checkout's +at least 0\.95 +(met|missed)$/m,
        );
        assert.match(out ?? "", /^NOTE: Targets are set for 100,000 sessions, not for 40$/m);
        assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), []);
      });
    }),
});
