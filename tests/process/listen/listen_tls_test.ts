import assert from "node:assert/strict";
import { listen } from "../../../src/process/listen/listen.ts";
import type { Logger } from "../../../src/process/log/log.ts";
import { withFolder } from "../../support/process.ts";
import { CERT, KEY } from "../../support/tls.ts";

/** When {@link CERT} ends. */
const ENDS = "2126-10-27T10:38:23.000Z";
const ENDS_MS = Date.parse(ENDS);
const DAY_MS = 86_400_000;

/** Log lines by level for a certificate loaded, and loaded again, this long before it expires. */
async function saidOf(leftMs: number): Promise<[said: string[], ends: number[]]> {
  const said: string[] = [];
  const ends: number[] = [];
  const note = (level: string): Logger["info"] => (message, fields = {}) =>
    void said.push(`${level} ${message} ${fields["subject"]} ${fields["valid_until"]}`);
  const logger: Logger = {
    debug: note("debug"),
    info: note("info"),
    warn: note("warn"),
    error: note("error"),
    flush: () => Promise.resolve(),
  };
  await withFolder(async (folder) => {
    const [certFile, keyFile] = [`${folder}/cert.pem`, `${folder}/key.pem`];
    await Deno.writeTextFile(certFile, CERT);
    await Deno.writeTextFile(keyFile, KEY);
    const place = { kind: "tls", host: "127.0.0.1", port: 0, certFile, keyFile } as const;
    const listener = await listen(place, {
      handler: () => Promise.resolve(new Response(null)),
      logger,
      drainMs: 0,
      now: () => ENDS_MS - leftMs,
      onCertificate: (validUntilMs) => void ends.push(validUntilMs),
    });
    await listener.reload?.();
    await listener.shutdown();
    await listener.ended;
  });
  return [said, ends];
}

Deno.test("listen() warns of a certificate that ends within 14 days, and again after a reload", async () => {
  const loaded = `info Certificate loaded CN=hooks.example ${ENDS}`;
  const endsSoon = `warn The certificate expires within 14 days: renew it CN=hooks.example ${ENDS}`;
  const expired =
    `warn The certificate has expired and clients refuse it: renew it CN=hooks.example ${ENDS}`;
  const rows: [leftMs: number, warning: string[]][] = [
    [14 * DAY_MS + 1, []],
    [14 * DAY_MS, [endsSoon]],
    [1, [endsSoon]],
    [0, [expired]],
    [-DAY_MS, [expired]],
  ];
  for (const [leftMs, warning] of rows) {
    const [said, ends] = await saidOf(leftMs);
    const once = [loaded, ...warning];
    assert.deepEqual(said, [...once, ...once], `${leftMs} ms before its end`);
    assert.deepEqual(ends, [ENDS_MS, ENDS_MS]);
  }
});
