/** Certificates made on the fly, by openssl. */
import assert from "node:assert/strict";
import { runTool } from "./tools.ts";

/** A certificate for 127.0.0.1, its files, and the authority that vouches for it. */
export interface TestCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  /** PEM of an authority that has signed nothing else. */
  readonly authority: string;
}

async function openssl(folder: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await runTool("openssl", args, { cwd: folder });
  assert.equal(code, 0, stderr);
}

const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/**
 * Makes `NAME.crt` and `NAME.key` in a folder, signed by an authority of their own.
 *
 * @param names what the certificate is for
 * @param days until it expires; less than 0 for an expired one
 */
export async function makeCertificate(
  folder: string,
  name: string,
  { names = "DNS:localhost,IP:127.0.0.1", days = 2 } = {},
): Promise<TestCertificate> {
  const ca = [`-keyout`, `${name}-ca.key`, `-out`, `${name}-ca.crt`, "-days", "2"];
  await openssl(folder, "req", "-x509", ...NEW_KEY, ...ca, "-subj", `/CN=${name} authority`);
  const request = ["-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`];
  await openssl(folder, "req", ...NEW_KEY, ...request);
  await Deno.writeTextFile(
    `${folder}/${name}.ext`,
    `subjectAltName=${names}\nbasicConstraints=CA:FALSE\n`,
  );
  const signing = ["-CA", `${name}-ca.crt`, "-CAkey", `${name}-ca.key`, "-days", `${days}`];
  const files = ["-in", `${name}.csr`, "-out", `${name}.crt`, "-extfile", `${name}.ext`];
  await openssl(folder, "x509", "-req", ...files, ...signing);
  return {
    certFile: `${folder}/${name}.crt`,
    keyFile: `${folder}/${name}.key`,
    authority: await Deno.readTextFile(`${folder}/${name}-ca.crt`),
  };
}

/** Puts one certificate in another's place, as a renewal does. */
export async function replaceCertificate(old: TestCertificate, by: TestCertificate): Promise<void> {
  await Deno.rename(by.certFile, old.certFile);
  await Deno.rename(by.keyFile, old.keyFile);
}
