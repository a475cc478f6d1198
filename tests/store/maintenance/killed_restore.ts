/** Restores a backup and kills itself at one stage: `killed_restore.ts DATABASE BACKUP STAGE`. */
import { restoreDatabase } from "../../../src/store/sqlite/maintenance/restore.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";

const [path = "", backup = "", last = ""] = Deno.args;
await restoreDatabase(path, backup, {
  now: NOW,
  by: OPERATOR,
  newId: () => uuid(1),
  onProgress: () => {},
  isView: () => true,
  onStage: (stage) => {
    if (stage === last) Deno.kill(Deno.pid, "SIGKILL");
  },
});
