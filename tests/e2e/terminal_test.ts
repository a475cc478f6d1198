/** Both programs on a real terminal, from source; single_file_test.ts does the same with the files. */
import { withFolder } from "../support/process.ts";
import { scriptEnvironment, SCRIPTS, UNUSED_PORT } from "../support/tasks.ts";
import { lacksScript } from "../support/terminal.ts";
import { walkTerminal } from "../support/terminal_walk.ts";

Deno.test({
  name: "both programs work on a terminal: help, version, a wrong flag, a table, a question",
  ignore: await lacksScript(),
  fn: () =>
    withFolder(async (folder) => {
      await walkTerminal((program, args) => ({
        program: SCRIPTS[program],
        args,
        cwd: folder,
        env: { ...scriptEnvironment(), ...UNUSED_PORT },
      }));
    }),
});
