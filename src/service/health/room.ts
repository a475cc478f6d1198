import { dirname } from "node:path";
import { formatBytes } from "../../domain/values/wording.ts";
import { action, type Diagnosis, notKnown, ok, warn } from "../../domain/diagnosis.ts";
import type { FileFacts, Machine } from "./machine.ts";

const MIB = 1024 * 1024;
/** With less, the log and a night's sessions may not fit. */
const LEAST_ROOM = 256 * MIB;
const GOOD_ROOM = 1024 * MIB;
/** A reused log is truncated to half of this; a larger one is held by a reader. */
const USUAL_LOG = 128 * MIB;
const LARGEST_LOG = 1024 * MIB;
/** Each connection takes a file, and the server needs some. */
const LEAST_FILES = 1024;

/** Judges disk space, the size of the log, and the open-file limit. */
export function judgeRoom(path: string, file: FileFacts, machine: Machine): Diagnosis[] {
  return [
    judgeDisk(path, file, machine),
    judgeLog(machine.file(`${path}-wal`)),
    judgeFileLimit(machine.fileLimit(`${path}.lock`)),
  ];
}

function judgeDisk(path: string, { bytes }: FileFacts, machine: Machine): Diagnosis {
  const topic = "disk room";
  const room = machine.roomBytes(dirname(path));
  if (room === undefined) return notKnown(topic, "Not checked: cannot read the free disk space");
  const found = `${formatBytes(room)} free, database size ${formatBytes(bytes)}`;
  const advice = "Free some space: on a full disk sessions can be read but not changed";
  if (room < LEAST_ROOM) return action(topic, found, advice);
  // A restore needs the size of the database again, and so does a backup beside it.
  if (room < GOOD_ROOM || room < 2 * bytes) return warn(topic, found, advice);
  return ok(topic, found);
}

function judgeLog(log: FileFacts | null | undefined): Diagnosis {
  const topic = "write-ahead log";
  if (log === undefined) return notKnown(topic, "Not checked: cannot read the write-ahead log");
  if (log === null) return ok(topic, "No log: the database is not open");
  const found = `Its size is ${formatBytes(log.bytes)}`;
  if (log.bytes <= USUAL_LOG) return ok(topic, found);
  const advice = "Find the program that keeps reading the database (lsof), and stop it; " +
    "then restart the server";
  return log.bytes > LARGEST_LOG ? action(topic, found, advice) : warn(topic, found, advice);
}

function judgeFileLimit(limit: ReturnType<Machine["fileLimit"]>): Diagnosis {
  const topic = "open files";
  if (limit === undefined) {
    return notKnown(
      topic,
      "Not checked: no server has recorded its open-file limit",
      "Start the server and run doctor again, or ask systemd: systemctl show -p LimitNOFILE checkoutd",
    );
  }
  const { files, isLeast } = limit;
  const found = `Open-file limit: ${isLeast ? "at least " : ""}${files}`;
  const advice =
    "Each connection takes one file: raise the limit (LimitNOFILE=65536 in the systemd unit, or " +
    "ulimit -n), and restart the server";
  return files < LEAST_FILES ? action(topic, found, advice) : ok(topic, found);
}
