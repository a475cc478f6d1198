/** The text in the lock file of a server: process id, address, alarms. */
import { type Alarm, ALARM_TOPICS } from "../../domain/alarm.ts";

/** Longer messages are cut: the log has them whole. */
const MAX_LENGTH = 500;
const LINE = /^alarm (\w+) (\d+) (.+)$/;

/** The lines of alarms in the file of a server's lock. */
export function alarmLines(alarms: readonly Alarm[]): string {
  return alarms.map(({ topic, since, message }) =>
    `alarm ${topic} ${since} ${message.replaceAll(/\s+/g, " ").slice(0, MAX_LENGTH)}\n`
  ).join("");
}

/** Reads the alarms in the text of that file. */
export function alarmsIn(text: string): Alarm[] {
  return text.split("\n").flatMap((line) => {
    const [, name, since, message = ""] = LINE.exec(line) ?? [];
    const topic = ALARM_TOPICS.find((one) => one === name);
    return topic === undefined ? [] : [{ topic, since: Number(since), message }];
  });
}

/** More than the digits of any process id and a line break. */
const PID_BYTES = 16;

/** Replaces the text of a lock file; a read-only one is held without it. */
export function noteIn(file: Deno.FsFile, text: string): void {
  try {
    const bytes = new TextEncoder().encode(text);
    file.seekSync(0, Deno.SeekMode.Start);
    // In the room that the file has: on a full disk a note can still be replaced.
    file.writeSync(bytes);
    file.truncateSync(bytes.length);
  } catch {
    // The disk is full, or the file belongs to another user.
  }
}

/** Process id in a lock file; empty without one. */
export function readPid(file: Deno.FsFile): string {
  const bytes = new Uint8Array(PID_BYTES);
  const text = new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
  return /^(\d+)\n/.exec(text)?.[1] ?? "";
}
