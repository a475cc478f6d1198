import { join } from "node:path";
import { counted, formatBytes, lengthText } from "../../domain/values/wording.ts";
import { action, type Diagnosis, notKnown, ok, some, warn } from "../../domain/diagnosis.ts";
import { judgeFile } from "./files.ts";
import type { Machine } from "./machine.ts";

/** The folder of backups, and the highest age of the latest. */
export interface BackupFolder {
  readonly folder: string | undefined;
  readonly maxAgeMs: number;
  readonly now: number;
}

/** Judges whether there is a recent backup, not empty, that other users cannot read. */
export function judgeBackups(
  { folder, maxAgeMs, now }: BackupFolder,
  machine: Machine,
): Diagnosis[] {
  const topic = "backups";
  if (folder === undefined) {
    return [
      notKnown(
        topic,
        "Not checked: the backup folder is unknown",
        "Run doctor with --backups and the backup folder",
      ),
    ];
  }
  const names = machine.list(folder);
  if (names === undefined) {
    return [action(topic, `Cannot read the backup folder: ${folder}`, MAKE_ONE)];
  }
  const files = backupsIn(folder, names, machine);
  const parts = judgeParts(folder, names);
  const latest = files[0];
  if (latest === undefined) {
    const found = `No backup (*.db) in ${folder}`;
    return [action(topic, found, MAKE_ONE), ...parts];
  }
  const { path, file, at } = latest;
  const age = lengthText(Math.max(0, now - at));
  const found = `The latest of ${files.length} is ${age} old, ${formatBytes(file.bytes)}: ${path}`;
  const state = file.bytes === 0 || now - at > maxAgeMs
    ? action(topic, file.bytes === 0 ? `The latest backup is empty: ${path}` : found, MAKE_ONE)
    : ok(topic, found);
  // The most accessible file stands for all.
  const about = machine.file(folder) ?? undefined;
  const access = files.map((one) => judgeFile({ topic: "backup file", ...one, folder: about }));
  const worst = access.find(({ level }) => level === "action") ??
    access.find(({ level }) => level === "warn") ?? access[0];
  return [state, ...(worst === undefined ? [] : [worst]), ...parts];
}

/** The latest backup in a folder that is not empty; undefined for none. */
export function latestBackup(folder: string, machine: Machine) {
  return backupsIn(folder, machine.list(folder) ?? [], machine).find(({ file }) => file.bytes > 0);
}

function backupsIn(folder: string, names: readonly string[], machine: Machine) {
  return names.filter((name) => name.endsWith(".db")).flatMap((name) => {
    const path = join(folder, name);
    const file = machine.file(path);
    return file && !file.isFolder ? [{ path, file, at: file.modifiedAt ?? 0 }] : [];
  }).sort((one, other) => other.at - one.at);
}

/** Unfinished copies, as after a power failure: they take space and contain customers' data. */
function judgeParts(folder: string, names: readonly string[]): Diagnosis[] {
  const parts = names.filter((name) => name.includes(".part-"));
  if (parts.length === 0) return [];
  return [warn(
    "backups left behind",
    `An interrupted backup left ${counted(parts.length, "file")} in ${folder}`,
    `When no backup is running, remove: ${some(parts.map((name) => join(folder, name)))}`,
  )];
}

const MAKE_ONE = "Make one with `db backup`, and have the server make one a night with --backup-to";
