/** Both programs refuse the same mistakes in the same words. */
import assert from "node:assert/strict";
import { parseServerArgs } from "../../src/process/config/config.ts";
import { failureIn } from "../support/refused.ts";
import { withShell } from "./support.ts";

/** A mistake, as either program is given it, and the message of both. */
const MISTAKES: readonly (readonly [server: string[], ctl: string[], message: RegExp])[] = [
  [["--bogus"], ["merchant", "list", "--bogus"], /^Unknown option '--bogus'$/],
  [
    ["--hots", "a"],
    ["session", "list", "--stat", "a"],
    /^Unknown option '--\w+' \(Did you mean --\w+\?\)$/,
  ],
  [
    ["extra"],
    ["merchant", "list", "extra"],
    /^Too many arguments.* Expected 0 arguments but got 1: extra$/,
  ],
  [["--port"], ["session", "list", "--limit"], /^Option '--\w+ <\w+>' argument missing$/],
  [
    ["--port", "x"],
    ["session", "list", "--limit", "x"],
    /^Option '--\w+ <\w+>' argument 'x' is invalid\. It must be a whole number from \d+ to \d+$/,
  ],
  [
    ["--session-ttl", "3x"],
    ["session", "stats", "--days", "3x"],
    /^Option '--[\w-]+ <duration>' argument '3x' is invalid\. It must be a duration, such as 90s/,
  ],
  [
    ["--checkout-url", "x", "--checkout-port", "1"],
    ["demo", "--url", "x"],
    /^Option '--[\w-]+ <url>' argument 'x' is invalid\. It must be an http or https address/,
  ],
  [
    ["--metrics-host", "::1"],
    ["session", "stats", "--interval", "5"],
    /^--[\w-]+ needs --[\w-]+: \S+$/,
  ],
  [
    ["--unix-socket", "s", "--port", "1"],
    ["session", "list", "--orders", "--state", "completed"],
    /^Option '--[\w-]+(?: <\w+>)?' cannot be used with option '--\w+ <\w+>'$/,
  ],
  [
    ["--db", "mysql://user:secret@host/db"],
    ["--db", "mysql://user:secret@host/db", "merchant", "list"],
    /^--db must be a path, or a URL that begins with postgres:\/\/: mysql:\/\/$/,
  ],
  [
    ["--db", "postgres://user@host"],
    ["--db", "postgres://user@host", "merchant", "list"],
    /^--db must name a database: postgres:\/\/user@host\/database$/,
  ],
  [["--db", " "], ["--db", " ", "merchant", "list"], /^--db must not be empty$/],
];

for (const [server, ctl, message] of MISTAKES) {
  Deno.test(`checkoutd ${server.join(" ")} and checkoutctl ${ctl.join(" ")} fail alike`, () =>
    withShell(async (shell) => {
      const parsed = parseServerArgs(server);
      assert.ok("text" in parsed);
      const { code, out, err } = await shell.run(...ctl);
      assert.equal(out, "");
      for (const [text, exitCode] of [[parsed.text, parsed.exitCode], [err, code]] as const) {
        const failure = failureIn(text);
        assert.match(failure.message, message);
        assert.deepEqual([failure.code, failure.exitCode, exitCode], [
          "error.invalid-request",
          2,
          2,
        ]);
      }
    }));
}
