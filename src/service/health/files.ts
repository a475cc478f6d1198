import { basename, dirname, join } from "node:path";
import { counted, formatBytes } from "../../domain/values/wording.ts";
import { action, type Diagnosis, notKnown, ok, some, warn } from "../../domain/diagnosis.ts";
import type { FileFacts, Machine } from "./machine.ts";

const OTHERS_READ = 0o004;
const OTHERS_WRITE = 0o002;
const OTHERS_ENTER = 0o001;
/** Of shared folders, such as /tmp. */
const STICKY = 0o1000;

/** Judges the permissions of the database and its folder, and the files beside it. */
export function judgeFiles(path: string, file: FileFacts, machine: Machine): Diagnosis[] {
  const folder = dirname(path);
  const about = machine.file(folder);
  return [
    judgeFile({ topic: "database file", path, file, folder: about ?? undefined }),
    judgeFolder(folder, about ?? undefined),
    judgeNames(path, file),
    ...judgeLeftovers(path, machine),
  ];
}

/** A file with customers' data, and its folder. */
export interface PrivateFile {
  readonly topic: string;
  readonly path: string;
  readonly file: FileFacts;
  readonly folder: FileFacts | undefined;
}

/** Judges whether other users can read or write a file with customers' data. */
export function judgeFile({ topic, path, file, folder }: PrivateFile): Diagnosis {
  if (file.mode === null) return notKnown(topic, `${path} has no permission bits on this system`);
  const advice = `chmod o-rwx ${path}`;
  const mode = file.mode.toString(8).padStart(3, "0");
  const isShut = folder?.mode !== null && folder !== undefined &&
    (folder.mode & OTHERS_ENTER) === 0;
  if (isShut) return ok(topic, `${path} is in a folder that other users cannot enter`);
  if ((file.mode & OTHERS_WRITE) !== 0) {
    return action(topic, `Any user of this machine can change ${path}, mode ${mode}`, advice);
  }
  if ((file.mode & OTHERS_READ) !== 0) {
    const what = "customers' phone numbers and webhook secrets";
    const found = `Any user of this machine can read ${what} in ${path}, mode ${mode}`;
    return warn(topic, found, advice);
  }
  return ok(topic, `${path} is not accessible to other users, mode ${mode}`);
}

function judgeFolder(folder: string, about: FileFacts | undefined): Diagnosis {
  const topic = "database folder";
  const mode = about?.mode ?? null;
  if (mode === null) {
    return notKnown(topic, `Not checked: cannot read the permissions of ${folder}`);
  }
  const text = mode.toString(8).padStart(3, "0");
  if ((mode & OTHERS_WRITE) === 0) return ok(topic, `Other users cannot write to it, mode ${text}`);
  return action(
    topic,
    `Any user of this machine can put another database into ${folder}, mode ${text}`,
    (mode & STICKY) === 0
      ? `chmod o-rwx ${folder}`
      : "Stop the server and move the database into a folder of its own, of mode 0750",
  );
}

/** Opened by two names, one database gets two write-ahead logs, which damages it. */
function judgeNames(path: string, { names }: FileFacts): Diagnosis {
  const topic = "names";
  if (names === null) {
    return notKnown(topic, "Not checked: cannot count the names (hard links) of the file");
  }
  if (names === 1) return ok(topic, "The database file has one name");
  return action(
    topic,
    `The database file has ${names} names (hard links): opening it by two of them damages it`,
    `Find them with: find ${dirname(path)} -samefile ${path}; remove all but one`,
  );
}

/** Judges files that restores and backups left beside the database. */
function judgeLeftovers(path: string, machine: Machine): Diagnosis[] {
  const topic = "left behind";
  const folder = dirname(path);
  const names = machine.list(folder);
  if (names === undefined) return [notKnown(topic, `Not checked: cannot read ${folder}`)];
  const own = basename(path);
  const kept = names.filter((name) => name.startsWith(`${own}.before-restore-`));
  const parts = names.filter((name) =>
    name.startsWith(`${own}.restoring`) || name.includes(".part-")
  );
  const found: Diagnosis[] = [];
  if (kept.length > 0) {
    const bytes = kept.reduce((sum, name) => {
      return sum + (machine.file(join(folder, name))?.bytes ?? 0);
    }, 0);
    const files = counted(kept.length, "file");
    found.push(warn(
      topic,
      `Restores have kept earlier databases: ${files}, ${formatBytes(bytes)}`,
      `Remove what you no longer need: ${some(kept)}`,
    ));
  }
  if (parts.length > 0) {
    found.push(warn(
      topic,
      `An interrupted backup or restore left ${counted(parts.length, "file")}`,
      `When no backup is running, remove: ${some(parts)}`,
    ));
  }
  return found.length > 0 ? found : [ok(topic, "No leftover files beside the database")];
}
