import assert from "node:assert/strict";
import { failureIn } from "../../support/refused.ts";
import { parseServerArgs } from "../../../src/process/config/config.ts";
import { type Place, placeOf, urlOf } from "../../../src/process/listen/listener.ts";

function placeFor(...argv: readonly string[]): Place {
  const parsed = parseServerArgs(argv);
  assert.ok("config" in parsed, JSON.stringify(parsed));
  return placeOf(parsed.config);
}

Deno.test("placeOf() is a port, a port with TLS, or a Unix socket, as the flags say", () => {
  assert.deepEqual(placeFor(), { kind: "tcp", host: "127.0.0.1", port: 8080 });
  assert.deepEqual(placeFor("--port", "1", "--tls-cert", "c", "--tls-key", "k"), {
    kind: "tls",
    host: "127.0.0.1",
    port: 1,
    certFile: "c",
    keyFile: "k",
  });
  assert.deepEqual(placeFor("--unix-socket", "/run/s"), { kind: "unix", path: "/run/s" });
});

Deno.test("parseServerArgs() takes a certificate only with its key", () => {
  for (const flag of ["--tls-cert", "--tls-key"]) {
    const parsed = parseServerArgs([flag, "file.pem"]);
    assert.ok("text" in parsed);
    assert.equal(parsed.exitCode, 2);
    assert.match(
      failureIn(parsed.text).message,
      new RegExp(`^${flag} needs --tls-.*: file\\.pem$`),
    );
  }
});

Deno.test("urlOf() names a place as its clients do", () => {
  assert.equal(urlOf({ kind: "tcp", host: "127.0.0.1", port: 80 }), "http://127.0.0.1:80");
  assert.equal(urlOf({ kind: "tcp", host: "::1", port: 80 }), "http://[::1]:80");
  const tls = { kind: "tls", host: "::", port: 443, certFile: "c", keyFile: "k" } as const;
  assert.equal(urlOf(tls), "https://[::]:443");
  assert.equal(urlOf({ kind: "unix", path: "/run/s" }), "unix:/run/s");
});
