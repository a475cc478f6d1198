import assert from "node:assert/strict";
import { failureIn } from "../support/refused.ts";
import { parseServerArgs } from "../../src/process/config/config.ts";
import { instanceOf } from "../../src/process/config/servers_flags.ts";

Deno.test("parseServerArgs() prints help that says what --version prints, and prints that", () => {
  const help = parseServerArgs(["--help"], { version: "checkoutd 1.2.3" });
  assert.ok("text" in help);
  assert.equal(help.exitCode, 0);
  assert.match(help.text, /^ {2}-V, --version +print version, commit and schema version$/m);
  for (const word of ["-V", "version"]) {
    const version = { version: "checkoutd 1.2.3" };
    assert.deepEqual(parseServerArgs([word], version), parseServerArgs(["--version"], version));
  }
  assert.deepEqual(parseServerArgs(["--version"], { version: "checkoutd 1.2.3" }), {
    exitCode: 0,
    text: "checkoutd 1.2.3\n",
  });
});

function configOf(...argv: string[]) {
  const parsed = parseServerArgs(argv);
  assert.ok("config" in parsed, JSON.stringify(parsed));
  return parsed.config;
}

function refusal(...argv: string[]): string {
  const parsed = parseServerArgs(argv);
  assert.ok(!("config" in parsed));
  const { message, exitCode } = failureIn(parsed.text);
  assert.deepEqual([parsed.exitCode, exitCode], [2, 2]);
  return message;
}

Deno.test("parseServerArgs() refuses a password in any argument, and repeats none", () => {
  const url = "postgres://user:secret@host/db";
  for (const argv of [["--db", url], [`--db=${url}`], [url], ["--port", url]]) {
    assert.match(
      refusal(...argv),
      /^No argument may have a password, (?!.*secret).* CHECKOUT_DB, /,
    );
  }
});

Deno.test("a server is named by --instance, else by its place if its database may have others", () => {
  const named = (...argv: string[]) => instanceOf(configOf(...argv));
  const url = "postgres://user@host/db";
  assert.equal(named(), undefined);
  assert.equal(named("--db", url), "127.0.0.1:8080");
  assert.equal(named("--db", url, "--host", "::1", "--port", "9000"), "::1:9000");
  assert.equal(named("--db", url, "--unix-socket", "/run/a.sock"), "/run/a.sock");
  for (const name of ["a", "db-1.example:8080", "x".repeat(128)]) {
    assert.equal(named("--db", url, "--instance", name), name);
    assert.equal(named("--instance", name), name);
  }
  for (const wrong of ["", "-a", "a b", 'a"', "\u00e9", "x".repeat(129)]) {
    assert.match(refusal("--instance", wrong), /--instance.* must have 1 to 128 letters/i);
  }
});

Deno.test("parseServerArgs() shows no metrics by default, and on this machine alone when asked", () => {
  const { metricsHost, metricsPort, metricsToken } = configOf();
  assert.deepEqual([metricsHost, metricsPort, metricsToken], ["127.0.0.1", undefined, undefined]);
  assert.equal(configOf("--metrics-port", "9464").metricsPort, 9464);
});

Deno.test("parseServerArgs() takes a metrics token of 16 to 512 characters, and never repeats a wrong one", () => {
  const token = "abcdefghijklmnop";
  assert.equal(configOf("--metrics-token", token).metricsToken, token);
  for (
    const wrong of [
      "",
      "fifteen-letters",
      "sixteen letters!",
      "x".repeat(513),
      "sixteen-letter\u00e9s",
    ]
  ) {
    const text = refusal("--metrics-token", wrong);
    assert.match(text, /--metrics-token must have 16 to 512 characters/);
    assert.ok(wrong === "" || !text.includes(wrong));
  }
});

Deno.test("parseServerArgs() refuses a bad metrics port", () => {
  assert.match(refusal("--metrics-port", "65536"), /--metrics-port.*65536.*from 0 to 65535/);
});

Deno.test("parseServerArgs() refuses a metrics port that is the API's own, in one line", () => {
  const own = /^--metrics-port must differ from --port: \d+$/;
  const rows: string[][] = [
    ["--metrics-port", "8080"],
    ["--port", "9000", "--metrics-port", "9000"],
    ["--metrics-port", "8080", "--metrics-host", "localhost"],
    ["--metrics-port", "8080", "--metrics-host", "0.0.0.0"],
    ["--metrics-port", "8080", "--host", "::", "--metrics-host", "10.0.0.1"],
  ];
  for (const argv of rows) assert.match(refusal(...argv), own, argv.join(" "));
  assert.equal(configOf("--port", "0", "--metrics-port", "0").metricsPort, 0);
  const socket = configOf("--unix-socket", "/run/s", "--metrics-port", "8080");
  assert.equal(socket.metricsPort, 8080);
  const apart = configOf("--host", "10.0.0.1", "--metrics-port", "8080");
  assert.equal(apart.metricsPort, 8080);
});

Deno.test("parseServerArgs() refuses a metrics host without a metrics port, in one line", () => {
  assert.equal(
    refusal("--metrics-host", "10.0.0.1"),
    "--metrics-host needs --metrics-port: 10.0.0.1",
  );
  // A default that somebody has written out is no less a misunderstanding.
  assert.match(refusal("--metrics-host", "127.0.0.1"), /needs --metrics-port: /);
  const token = "abcdefghijklmnop";
  assert.match(
    refusal("--metrics-host", "10.0.0.1", "--metrics-token", token),
    /needs --metrics-port: /,
  );
  assert.equal(configOf("--metrics-host", "::1", "--metrics-port", "9464").metricsHost, "::1");
});

Deno.test("parseServerArgs() reads durations with a unit, and plain numbers as before", () => {
  const rows = [
    [["--session-ttl", "1h", "--payment-ttl", "15m", "--retention", "4w"], [3600, 900, 28]],
    [["--session-ttl", "90s", "--payment-ttl", "1d", "--retention", "90d"], [90, 86_400, 90]],
    [["--session-ttl", "7200", "--payment-ttl", "60", "--retention", "7"], [7200, 60, 7]],
  ] as const;
  for (const [argv, wanted] of rows) {
    const parsed = parseServerArgs(argv);
    assert.ok("config" in parsed);
    const { sessionTtl, paymentTtl, retention } = parsed.config;
    assert.deepEqual([sessionTtl, paymentTtl, retention], wanted);
  }
  const ordersKept = (...argv: string[]) => {
    const parsed = parseServerArgs(argv);
    return "config" in parsed ? parsed.config.orderRetention : parsed.text;
  };
  assert.deepEqual(
    [[], ["never"], ["104w"], ["3650"]].map((to) =>
      ordersKept(...to.flatMap((text) => ["--order-retention", text]))
    ),
    [730, Infinity, 728, 3650],
  );
  for (const bad of ["0", "0s", "1.5h", "h", "-1h", "36h"]) {
    const parsed = parseServerArgs(["--retention", bad]);
    assert.ok("exitCode" in parsed && parsed.exitCode === 2, bad);
    assert.match(parsed.text, /--retention/);
  }
});

Deno.test("parseServerArgs() takes a mail server with its sender, and no password as an argument", () => {
  const from = ["--mail-from", "desk@host.example"];
  const server = "smtp://relay.lan:25";
  const parsed = parseServerArgs(["--mail", server, ...from]);
  assert.deepEqual("config" in parsed && [parsed.config.mail, parsed.config.mailFrom], [
    server,
    "desk@host.example",
  ]);
  const refused = [
    [["--mail", "smtps://desk:s3cret@host.example", ...from], /set CHECKOUT_MAIL/],
    [["--mail", server], /--mail needs --mail-from/],
    [from, /--mail-from needs --mail/],
    [["--mail", "https://host.example", ...from], /The mail server must be smtps:/],
    [["--mail", server, "--mail-from", "desk"], /The sender must be an e-mail address/],
  ] as const;
  for (const [argv, message] of refused) {
    const { exitCode, text } = { exitCode: 0, text: "", ...parseServerArgs(argv) };
    assert.equal(exitCode, 2);
    assert.match(text, message);
    assert.doesNotMatch(text, /s3cret/);
  }
  Deno.env.set("CHECKOUT_MAIL", "smtps://desk:s3cret@host.example");
  try {
    assert.ok("config" in parseServerArgs(from));
  } finally {
    Deno.env.delete("CHECKOUT_MAIL");
  }
});
