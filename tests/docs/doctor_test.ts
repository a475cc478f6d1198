/** The report of `doctor` that docs/operating.md shows, and its thresholds in docs/server.md. */
import assert from "node:assert/strict";
import { judgeBackups } from "../../src/cli/doctor/backups.ts";
import { judgeClock, judgeKeys, judgeWebhooks } from "../../src/cli/doctor/contents.ts";
import type { Diagnosis } from "../../src/cli/doctor/diagnosis.ts";
import { judgeRoom } from "../../src/cli/doctor/room.ts";
import { withDb } from "../cli/db_support.ts";
import { aFile, aFolder, aMachine, GIB } from "../cli/doctor/support.ts";
import { look } from "../store/maintenance/support.ts";
import { assertShows, blocks, section } from "./pages.ts";
import { readRoot } from "../support/root.ts";

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 0, 2);

/** The table of its checks, each row on a line and each cell without its padding. */
const said = section(await readRoot("docs/server.md"), "Doctor").replaceAll(/ +/g, " ");

const BACKUPS = "/var/backups/checkoutd";
const BACKUP = `${BACKUPS}/checkout-20251230T031500Z.db`;

Deno.test("docs/operating.md: doctor prints what is shown of a database, its machine and a late backup", () =>
  withDb(async (shell) => {
    const [latest] = Object.values(look(shell.path, "SELECT max(at) FROM events") ?? {});
    const modifiedAt = Number(latest);
    shell.now = () => modifiedAt + MINUTE_MS;
    shell.machine = aMachine({
      [shell.folder]: aFolder({ mode: 0o750 }),
      [shell.path]: aFile({ bytes: 527 * MIB, modifiedAt }),
      [`${shell.path}-wal`]: aFile({ bytes: 3.9 * MIB, modifiedAt }),
      [BACKUPS]: aFolder({ mode: 0o700 }),
      [BACKUP]: aFile({ bytes: 520 * MIB, modifiedAt: Date.UTC(2025, 11, 30, 3, 15) }),
    }, { room: 70 * GIB });
    const { code, out } = await shell.run("doctor", "--backups", BACKUPS);
    assert.equal(code, 1);
    const [shown] = blocks(section(await readRoot("docs/operating.md"), "Diagnose"), "text");
    const anySchema = (text: string) => text.replace(/(?<=at version )\d+/, "<n>");
    const printed = out.replaceAll(shell.folder, "/var/lib/checkoutd");
    assertShows(anySchema(shown?.text ?? ""), anySchema(printed));
  }));

/** Holds that the page has a phrase in the table, and that the levels it is about come out so. */
function assertSays(phrase: string, ...levels: readonly (readonly [Diagnosis[], string])[]): void {
  assert.ok(said.includes(phrase), phrase);
  levels.forEach(([found, expected], i) => {
    const worst = ["action", "warn", "ok"].find((level) =>
      found.some((one) => one.level === level)
    );
    assert.equal(worst, expected, `${phrase}: ${i}`);
  });
}

/** What it says of the room of a machine that is well but for one thing. */
function room(
  topic: string,
  { left = 100 * GIB, bytes = 1, log = 1, files = 65_536 },
): Diagnosis[] {
  const machine = aMachine({ "/d/x.db-wal": aFile({ bytes: log }) }, {
    room: left,
    limit: { files, isLeast: false },
  });
  return judgeRoom("/d/x.db", aFile({ bytes }), machine).filter((one) => one.topic === topic);
}

Deno.test("docs/server.md: room on the disk, the log and open files matter from where it says", () => {
  const disk = (left: number, bytes = 1) => room("disk room", { left, bytes });
  assertSays(
    "| Below 1 GiB, or twice the database | Below 256 MiB |",
    [disk(256 * MIB - 1), "action"],
    [disk(256 * MIB), "warn"],
    [disk(GIB - 1), "warn"],
    [disk(GIB), "ok"],
    [disk(4 * GIB - 1, 2 * GIB), "warn"],
    [disk(4 * GIB, 2 * GIB), "ok"],
  );
  const log = (bytes: number) => room("write-ahead log", { log: bytes });
  assertSays(
    "| Over 128 MiB | Over 1 GiB |",
    [log(128 * MIB), "ok"],
    [log(128 * MIB + 1), "warn"],
    [log(GIB), "warn"],
    [log(GIB + 1), "action"],
  );
  const open = (files: number) => room("open files", { files });
  assertSays(
    "| Open-file limit of the server | | Below 1024 |",
    [open(1023), "action"],
    [open(1024), "ok"],
  );
});

Deno.test("docs/server.md: a late backup and a clock that is behind matter from where it says", () => {
  const backup = (ageMs: number) =>
    judgeBackups(
      { folder: "/b", maxAgeMs: 2 * DAY_MS, now: NOW },
      aMachine({ "/b": aFolder(), "/b/x.db": aFile({ modifiedAt: NOW - ageMs }) }),
    );
  assertSays(
    "| | None, empty, or older than two days",
    [backup(2 * DAY_MS), "ok"],
    [backup(2 * DAY_MS + 1), "action"],
  );
  const clock = (ahead: number) => [judgeClock([{ what: "it", at: NOW + ahead }], NOW)];
  assertSays(
    "| | More than a minute behind a stored time |",
    [clock(MINUTE_MS), "ok"],
    [clock(MINUTE_MS + 1), "action"],
  );
});

Deno.test("docs/server.md: idle and ending keys, and webhooks that are late, matter from where it says", () => {
  const key = (made: number, used: number | null, ends: number | null) => {
    const [createdAt, lastUsedAt] = [NOW - made, used === null ? null : NOW - used];
    const expiresAt = ends === null ? null : NOW + ends;
    const one = { id: "1", name: "a", shop: "b", createdAt, lastUsedAt, expiresAt };
    return judgeKeys({ keys: [one] }, NOW);
  };
  const YEAR_MS = 365 * DAY_MS;
  assertSays(
    "| Unused for a week after creation, or for 90 days; without expiry; expiring within 14 days |",
    [key(7 * DAY_MS, null, YEAR_MS), "ok"],
    [key(7 * DAY_MS + 1, null, YEAR_MS), "warn"],
    [key(YEAR_MS, 90 * DAY_MS, YEAR_MS), "ok"],
    [key(YEAR_MS, 90 * DAY_MS + 1, YEAR_MS), "warn"],
    [key(0, 0, null), "warn"],
    [key(0, 0, 14 * DAY_MS + 1), "ok"],
    [key(0, 0, 14 * DAY_MS), "warn"],
  );
  const endpoint = { id: "1", url: "https://a.example/", disabledAt: null, failed: 0 };
  const due = (forMs: number, pending: number) =>
    judgeWebhooks({ endpoints: [{ ...endpoint, pending, oldestDueAt: NOW - forMs }] }, NOW);
  assertSays(
    "| Due for over 15 minutes; disabled; failed within a week | Due for over a day, or over 10,000 of those late |",
    [due(15 * MINUTE_MS, 1), "ok"],
    [due(15 * MINUTE_MS + 1, 1), "warn"],
    [due(DAY_MS, 10_000), "warn"],
    [due(DAY_MS + 1, 1), "action"],
    [due(DAY_MS, 10_001), "action"],
  );
});
