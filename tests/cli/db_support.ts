/** The command line run in this process, over a database in a file. */
import assert from "node:assert/strict";
import { BY_NAME } from "../../src/command/calls.ts";
import { type FileSettings, NO_FILE } from "../../src/command/file_settings.ts";
import type { Machine } from "../../src/service/health/machine.ts";
import type { CliIo } from "../../src/cli/io.ts";
import { lockDatabase } from "../../src/process/database/lock.ts";
import { copyBetween } from "../../src/store/copy_database.ts";
import { run } from "../../src/cli/run.ts";
import { SecretsKeyFile } from "../../src/process/secrets/key_file.ts";
import { machine } from "../../src/process/machine/machine.ts";
import { NOW } from "../support/builders.ts";
import { maintenance, withPopulated } from "../store/maintenance/support.ts";
import type { Ran } from "./support.ts";

/** A database in a file, and a command line to type into. */
export interface DbShell {
  readonly path: string;
  readonly folder: string;
  isTerminal: boolean;
  /** Answer on the terminal; undefined if nothing may be asked. */
  answer: boolean | undefined;
  now: () => number;
  machine: Machine;
  /** Variables that are set, and those of them that a file set. */
  readonly env: Record<string, string>;
  settings: FileSettings;
  readonly asked: string[];
  /** Opens the store; absent if no command may. */
  open?: CliIo["open"];
  run(...argv: string[]): Promise<Ran>;
}

/** Runs with a populated database. */
export function withDb(test: (shell: DbShell) => Promise<void>): Promise<void> {
  return withPopulated(async (path, folder) => {
    const shell: DbShell = {
      path,
      folder,
      isTerminal: false,
      answer: undefined,
      now: () => NOW,
      machine,
      env: {},
      settings: NO_FILE,
      asked: [],
      run: async (...argv) => {
        const written = { out: "", err: "" };
        const code = await run(["--db", path, ...argv], ioOf(shell, written));
        return { code, ...written };
      },
    };
    await test(shell);
  });
}

function ioOf(shell: DbShell, written: { out: string; err: string }): CliIo {
  const sink = (name: "out" | "err") => ({
    isTerminal: shell.isTerminal,
    columns: 80,
    rows: 24,
    isClosed: false,
    write: (text: string) => void (written[name] += text),
  });
  const unwanted = (what: string) => () => assert.fail(`${what} is not wanted here`);
  return {
    version: { text: "0.0.0-test", fields: {} },
    stdout: sink("out"),
    stderr: sink("err"),
    stdinIsTerminal: shell.isTerminal,
    calls: BY_NAME,
    env: (name) => shell.env[name],
    readTextFile: unwanted("A text file"),
    readBytes: unwanted("A file"),
    makePicture: unwanted("A picture"),
    secretKeys: (database, file) => new SecretsKeyFile({ database, file }),
    confirm: (question) => {
      shell.asked.push(question);
      assert.notEqual(shell.answer, undefined, `nothing should be asked: ${question}`);
      return Promise.resolve(shell.answer === true);
    },
    questions: unwanted("A question"),
    open: shell.open ?? unwanted("The store"),
    dashboard: unwanted("The dashboard"),
    maintenance,
    copyDatabase: (from, to, onProgress) =>
      copyBetween(from, to, {
        env: (name) => shell.env[name],
        onProgress,
        lock: (path) => lockDatabase(path, "exclusive"),
      }),
    server: unwanted("a server"),
    otherServer: unwanted("another server"),
    settings: shell.settings,
    machine: shell.machine,
    now: () => shell.now(),
    timeZone: "UTC",
    wait: unwanted("Waiting"),
    nextTurn: unwanted("A turn"),
    untilInterrupted: (work) => work(new AbortController().signal),
  };
}
