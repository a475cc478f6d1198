/** Machines as a test wants them. */
import type { Alarm } from "../../../src/domain/alarm.ts";
import type { FileFacts, FileLimit, Machine } from "../../../src/service/health/machine.ts";

export const GIB = 1024 ** 3;

/** A file that nobody but its owner can read. */
export function aFile(over: Partial<FileFacts> = {}): FileFacts {
  return { isFolder: false, bytes: 4096, modifiedAt: 0, mode: 0o600, names: 1, ...over };
}

/** A folder that others can enter. */
export function aFolder(over: Partial<FileFacts> = {}): FileFacts {
  return aFile({ isFolder: true, mode: 0o755, ...over });
}

/** A machine with these files, and room for everything. */
export function aMachine(
  files: Readonly<Record<string, FileFacts>>,
  over: {
    readonly room?: number | undefined;
    readonly limit?: FileLimit | undefined;
    readonly alarms?: readonly Alarm[];
  } = {},
): Machine {
  const { room = 100 * GIB, limit = { files: 1024, isLeast: true }, alarms } = over;
  return {
    trueName: (path) => path,
    file: (path) => files[path] ?? null,
    list: (folder) => {
      if (files[folder] === undefined) return undefined;
      return Object.keys(files).filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1)).sort();
    },
    roomBytes: () => room,
    fileLimit: () => limit,
    alarms: () => alarms,
  };
}

/** A machine that tells nothing, as in a narrow sandbox. */
export const SILENT: Machine = {
  trueName: (path) => path,
  file: () => undefined,
  list: () => undefined,
  roomBytes: () => undefined,
  fileLimit: () => undefined,
  alarms: () => undefined,
};
