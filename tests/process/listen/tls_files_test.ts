import assert from "node:assert/strict";
import { ListenError } from "../../../src/process/listen/listener.ts";
import { readKeyPair } from "../../../src/process/listen/tls_files.ts";
import { withFolder } from "../../support/process.ts";
import { CERT, KEY } from "../../support/tls.ts";

const OTHER_KEY = `\
-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----
`;

Deno.test("readKeyPair() reads a pair and says what the certificate says", () =>
  withFolder(async (folder) => {
    const [certFile, keyFile] = [`${folder}/cert.pem`, `${folder}/key.pem`];
    await Deno.writeTextFile(certFile, CERT);
    await Deno.writeTextFile(keyFile, KEY);
    const pair = await readKeyPair({ certFile, keyFile });
    assert.deepEqual([pair.cert, pair.key], [CERT, KEY]);
    assert.equal(pair.about.subject, "CN=hooks.example");
    assert.equal(pair.about.validUntilMs, Date.parse("2126-10-27T10:38:23Z"));
  }));

Deno.test("readKeyPair() names the file that is the bad one", async () => {
  const rows: [cert: string | undefined, key: string | undefined, RegExp][] = [
    [undefined, KEY, /^Cannot read --tls-cert: \S+cert\.pem: No such file/],
    [CERT, undefined, /^Cannot read --tls-key: \S+key\.pem: No such file/],
    ["", KEY, /^--tls-cert must contain a certificate as PEM: \S+cert\.pem$/],
    [KEY, KEY, /^--tls-cert must contain a certificate as PEM: \S+cert\.pem$/],
    [CERT.slice(0, 200), KEY, /^--tls-cert must contain a certificate as PEM: \S+cert\.pem$/],
    [CERT, CERT, /^--tls-key must contain a private key without a passphrase as PEM: \S+key\.pem$/],
    [CERT, OTHER_KEY, /^--tls-key is not the key of .*--tls-cert \S+cert\.pem: \S+key\.pem$/],
  ];
  for (const [cert, key, message] of rows) {
    await withFolder(async (folder) => {
      const [certFile, keyFile] = [`${folder}/cert.pem`, `${folder}/key.pem`];
      if (cert !== undefined) await Deno.writeTextFile(certFile, cert);
      if (key !== undefined) await Deno.writeTextFile(keyFile, key);
      await assert.rejects(readKeyPair({ certFile, keyFile }), (error) => {
        assert.ok(error instanceof ListenError);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
