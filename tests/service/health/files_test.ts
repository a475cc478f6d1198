import assert from "node:assert/strict";
import { judgeBackups } from "../../../src/service/health/backups.ts";
import { judgeFiles } from "../../../src/service/health/files.ts";
import { judgeRoom } from "../../../src/service/health/room.ts";
import type { FileFacts } from "../../../src/service/health/machine.ts";
import { NOW } from "../../support/builders.ts";
import { aFile, aFolder, aMachine, GIB, SILENT } from "./support.ts";

const DB = "/srv/c/checkout.db";
const HOUR_MS = 3_600_000;

function files(file: FileFacts, more: Record<string, FileFacts> = {}) {
  return judgeFiles(DB, file, aMachine({ "/srv/c": aFolder(), [DB]: file, ...more }));
}

const levels = (found: readonly { topic: string; level: string }[]) =>
  Object.fromEntries(found.map(({ topic, level }) => [topic, level]));

Deno.test("judgeFiles() is content with what others cannot read", () => {
  assert.deepEqual(levels(files(aFile())), {
    "database file": "ok",
    "database folder": "ok",
    "names": "ok",
    "left behind": "ok",
  });
});

/** Mode of the file, mode of its folder, and what that is. */
const MODES: readonly (readonly [file: number, folder: number, level: string])[] = [
  [0o600, 0o755, "ok"],
  [0o640, 0o755, "ok"],
  [0o644, 0o755, "warn"],
  [0o644, 0o750, "ok"],
  [0o666, 0o755, "action"],
  [0o666, 0o700, "ok"],
  [0o602, 0o711, "action"],
];

for (const [mode, folder, level] of MODES) {
  const text = `${mode.toString(8)} in a folder of ${folder.toString(8)}`;
  Deno.test(`judgeFiles() gives ${level} for a database of mode ${text}`, () => {
    const found = files(aFile({ mode }), { "/srv/c": aFolder({ mode: folder }) });
    const [database] = found;
    assert.equal(database?.level, level);
    assert.equal(database?.advice, level === "ok" ? null : `chmod o-rwx ${DB}`);
  });
}

Deno.test("judgeFiles() reports a folder that other users can write to", () => {
  const found = files(aFile(), { "/srv/c": aFolder({ mode: 0o777 }) });
  assert.equal(levels(found)["database folder"], "action");
});

Deno.test("judgeFiles() does not have a folder closed that all share, as /tmp is", () => {
  const found = files(aFile(), { "/srv/c": aFolder({ mode: 0o1777 }) });
  const folder = found.find(({ topic }) => topic === "database folder");
  assert.equal(folder?.level, "action");
  assert.match(folder.advice ?? "", /^Stop the server and move the database/);
});

Deno.test("judgeFiles() wants a second name of the database removed", () => {
  const names = files(aFile({ names: 2 })).find(({ topic }) => topic === "names");
  assert.equal(names?.level, "action");
  assert.match(names?.advice ?? "", /find \/srv\/c -samefile/);
});

Deno.test("judgeFiles() names what restores kept and what was cut off", () => {
  const found = files(aFile(), {
    [`${DB}.before-restore-20260101T000000Z`]: aFile({ bytes: 3 * GIB }),
    "/srv/c/night.db.part-1": aFile(),
  }).filter(({ topic }) => topic === "left behind");
  assert.deepEqual(found.map(({ level }) => level), ["warn", "warn"]);
  assert.match(found[0]?.found ?? "", /1 file, 3\.0 GiB/);
  assert.match(found[1]?.advice ?? "", /night\.db\.part-1/);
});

const backups = (more: Record<string, FileFacts>, folder: string | undefined = "/b") =>
  judgeBackups({ folder, maxAgeMs: 48 * HOUR_MS, now: NOW }, aMachine(more));

Deno.test("judgeBackups() takes the latest backup by its age", () => {
  const old = aFile({ modifiedAt: NOW - 72 * HOUR_MS });
  const good = { "/b": aFolder(), "/b/1.db": old, "/b/2.db": aFile({ modifiedAt: NOW - HOUR_MS }) };
  assert.deepEqual(levels(backups(good)), { "backups": "ok", "backup file": "ok" });
  const aged = (ms: number) =>
    backups({ "/b": aFolder(), "/b/1.db": aFile({ modifiedAt: NOW - ms }) })[0]?.level;
  assert.deepEqual([aged(48 * HOUR_MS), aged(48 * HOUR_MS + 1)], ["ok", "action"]);
  const [late] = backups({ "/b": aFolder(), "/b/1.db": old });
  assert.equal(late?.level, "action");
  assert.match(late?.found ?? "", /latest of 1 is 3 days old/);
});

Deno.test("judgeBackups() reports a missing backup, an empty one, and a missing folder", () => {
  const empty = aFile({ bytes: 0, modifiedAt: NOW });
  for (const machine of [{ "/b": aFolder() }, { "/b": aFolder(), "/b/1.db": empty }, {}]) {
    assert.equal(backups(machine)[0]?.level, "action");
  }
});

Deno.test("judgeBackups() reports a backup that other users can read", () => {
  const open = aFile({ mode: 0o644, modifiedAt: NOW - 5 * HOUR_MS });
  const found = backups({
    "/b": aFolder(),
    "/b/1.db": aFile({ modifiedAt: NOW }),
    "/b/0.db": open,
  });
  assert.deepEqual(levels(found), { "backups": "ok", "backup file": "warn" });
  assert.match(found[1]?.found ?? "", /\/b\/0\.db/);
});

Deno.test("judgeBackups() names the files of interrupted backups, also without a backup", () => {
  const part = { "/b": aFolder(), "/b/1.db.part-7": aFile(), "/b/1.db.part-7-journal": aFile() };
  for (const more of [part, { ...part, "/b/2.db": aFile({ modifiedAt: NOW }) }]) {
    const found = backups(more).find(({ topic }) => topic === "backups left behind");
    assert.equal(found?.level, "warn");
    assert.match(found.found, /left 2 files in \/b$/);
    assert.match(found.advice ?? "", /\/b\/1\.db\.part-7, \/b\/1\.db\.part-7-journal$/);
  }
});

Deno.test("judgeBackups() reports unknown backups without a folder", () => {
  const [found] = judgeBackups({ folder: undefined, maxAgeMs: 1, now: NOW }, aMachine({}));
  assert.equal(found?.level, "not known");
  assert.match(found?.advice ?? "", /--backups/);
});

const room = (
  over: Parameters<typeof aMachine>[1],
  { bytes = 4096, log }: { readonly bytes?: number; readonly log?: number } = {},
) => {
  const more = log === undefined ? {} : { [`${DB}-wal`]: aFile({ bytes: log }) };
  return levels(judgeRoom(DB, aFile({ bytes }), aMachine(more, over)));
};

Deno.test("judgeRoom() wants room for twice the database, and never less than 256 MiB", () => {
  assert.equal(room({ room: 100 * GIB })["disk room"], "ok");
  assert.equal(room({ room: GIB })["disk room"], "ok");
  assert.equal(room({ room: GIB - 1 })["disk room"], "warn");
  assert.equal(room({ room: 4 * GIB }, { bytes: 2 * GIB })["disk room"], "ok");
  assert.equal(room({ room: 4 * GIB - 1 }, { bytes: 2 * GIB })["disk room"], "warn");
  assert.equal(room({ room: GIB / 4 })["disk room"], "warn");
  assert.equal(room({ room: GIB / 4 - 1 })["disk room"], "action");
});

Deno.test("judgeRoom() reports a log that a reader keeps from being truncated", () => {
  assert.equal(room({})["write-ahead log"], "ok");
  const log = (bytes: number) => room({}, { log: bytes })["write-ahead log"];
  assert.deepEqual([GIB / 8, GIB / 8 + 1, GIB, GIB + 1].map(log), ["ok", "warn", "warn", "action"]);
});

Deno.test("judgeRoom() wants enough files for connections", () => {
  const limit = (files: number) => room({ limit: { files, isLeast: false } })["open files"];
  assert.deepEqual([4096, 1024, 1023].map(limit), ["ok", "ok", "action"]);
});

Deno.test("what a machine does not tell is not known, and nothing to act on", () => {
  const found = [
    ...judgeFiles(DB, aFile({ mode: null, names: null }), SILENT),
    ...judgeRoom(DB, aFile(), SILENT),
  ];
  assert.deepEqual([...new Set(found.map(({ level }) => level))], ["not known"]);
});
