/** Restores a backup and kills itself at one stage: `killed_restore.ts DATABASE BACKUP STAGE`. */
import { restoreDatabase } from "../../../src/store/sqlite/maintenance/restore.ts";
import { NOW } from "../../support/builders.ts";

const [path = "", backup = "", last = ""] = Deno.args;
restoreDatabase(path, backup, {
  now: NOW,
  onProgress: () => {},
  isView: () => true,
  onStage: (stage) => {
    if (stage === last) Deno.kill(Deno.pid, "SIGKILL");
  },
});
