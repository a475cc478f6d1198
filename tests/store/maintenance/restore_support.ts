/** A database, a backup of an earlier moment, and how the two are told apart. */
import { NOW } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { look, maintenance, QUIET, tamper, withPopulated } from "./support.ts";

export const OPTIONS = { onProgress: () => {}, now: NOW, by: OPERATOR };

export const epochOf = (path: string) => look(path, "SELECT value FROM epoch")?.["value"];
export const setEpoch = (path: string, value: number) =>
  tamper(path, `UPDATE epoch SET value = ${value}`);

/** Runs with a database at epoch 2 and a backup of it at epoch 1. */
export function withBackup(
  run: (path: string, backup: string, folder: string) => Promise<void>,
): Promise<void> {
  return withPopulated(async (path, folder) => {
    const backup = `${folder}/backup.db`;
    setEpoch(path, 1);
    await maintenance.backup(path, backup, QUIET);
    setEpoch(path, 2);
    await run(path, backup, folder);
  });
}
