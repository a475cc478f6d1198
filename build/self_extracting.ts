/** Makes one file from a program and the runtime: a shell script followed by compressed parts. */
import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import header from "./header.sh" with { type: "text" };
import password from "../bin/password.sh" with { type: "text" };
import { shellQuoted } from "../src/demo/curl.ts";
import { type NamedFile, PROGRAM_MODULE } from "./bundle.ts";
import type { Target } from "./targets.ts";

/** The contents of one file. */
export interface Contents {
  readonly name: string;
  readonly version: string;
  readonly target: Target;
  /** Environment variables of the program, unless the caller sets them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Flags of the runtime. */
  readonly flags: readonly string[];
  /** True for a program that may run this file. */
  readonly runsItself: boolean;
  /** The program's files; the first one is started. */
  readonly files: readonly NamedFile[];
  readonly runtime: Part;
}

/** A compressed file with the hash of its content. */
export interface Part {
  readonly packed: Uint8Array;
  /** SHA-256 of the unpacked bytes, hexadecimal. */
  readonly sha256: string;
}

/** Bytes reserved for the script, so that the offsets of the parts are known before it is written. */
const HEADER_BYTES = 24 * 1024;

/**
 * Further flags: the program is complete, so nothing is loaded from the network, from packages or
 * from the settings of a project around the cache folder.
 */
const SEALED = [
  "--no-remote",
  "--no-npm",
  "--no-config",
  "--no-lock",
  "--cached-only",
];

/** Compresses a file; level 9 would take twice the time and save 0.3 %. */
export function pack(bytes: Uint8Array<ArrayBuffer>): Part {
  return { packed: gzipSync(bytes, { level: 6 }), sha256: hash("sha256", bytes, "hex") };
}

/** Assembles a self-extracting file. */
export function selfExtracting(contents: Contents): Uint8Array<ArrayBuffer> {
  const { name, runtime, files } = contents;
  const parts = files.map((file) => ({ name: file.name, part: pack(file.bytes) }));
  // The id covers the flags too.
  const programId = hash(
    "sha256",
    JSON.stringify([contents.flags, parts.map((one) => [one.name, one.part.sha256])]),
    "hex",
  );
  let offset = HEADER_BYTES;
  const place = ({ packed, sha256 }: Part) => {
    const text = `${offset} ${packed.length} ${sha256}`;
    offset += packed.length;
    return text;
  };
  const placed = {
    NAME: name,
    VERSION: contents.version,
    TARGET: contents.target,
    RUNTIME_ID: runtime.sha256.slice(0, 16),
    PROGRAM_ID: programId.slice(0, 16),
    PROGRAM_FILES: files.map((file) => shellQuoted(file.name)).join(" "),
    PROGRAM_MODULE,
    VARIABLES: Object.entries(contents.variables).map(([variable, value]) =>
      `  [ -n "\${${variable}:-}" ] || ${variable}=${shellQuoted(value)}\n  export ${variable}`
    ).join("\n"),
    FLAGS: [...contents.flags, ...SEALED].map(shellQuoted).join(" "),
    RUN: contents.runsItself ? ' "--allow-run=$self"' : "",
    PASSWORD: password,
    RUNTIME_PART: place(runtime),
    UNPACK_PROGRAM: parts.map((one) =>
      `  unpack "$1" "$program/"${shellQuoted(one.name)} 0600 ${place(one.part)} || return 1`
    ).join("\n"),
  };
  const values: Readonly<Record<string, string>> = { ...placed, BYTES: String(offset) };
  const script = header.replace(/@([A-Z_]+)@/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`The header names an unknown value: ${key}`);
    return value;
  });
  return joined(script, [runtime, ...parts.map(({ part }) => part)]);
}

function joined(script: string, parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(script);
  if (head.length > HEADER_BYTES) throw new Error(`The header is too long: ${head.length} bytes`);
  const length = parts.reduce((sum, { packed }) => sum + packed.length, HEADER_BYTES);
  const bytes = new Uint8Array(length).fill(0x0a, head.length, HEADER_BYTES);
  bytes.set(head);
  let at = HEADER_BYTES;
  for (const { packed } of parts) {
    bytes.set(packed, at);
    at += packed.length;
  }
  return bytes;
}
