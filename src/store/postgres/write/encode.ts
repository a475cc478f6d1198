import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { StatementData } from "../../commit/plan/statement.ts";
import type { ParamValue } from "../../write/params.ts";
import { storable } from "../connection/storable.ts";

/** Runs on another thread. */
const deflate = promisify(deflateRaw);

/** A statement as the function takes it: name, 1 for exactly one row or 0 for any, parameters. */
type EncodedStatement = readonly [name: string, isOne: 0 | 1, params: Record<string, unknown>];

/**
 * A commit as JSON. 64-bit integers and bytes are texts, which the types of the columns read.
 *
 * Uses of sessions alone are one statement, which takes half the time: none of them is refused, so
 * the index of each is not needed.
 */
export async function encodeCommit(commit: readonly StatementData[]): Promise<string> {
  if (commit.every(isTouch)) return JSON.stringify([touches(commit)]);
  const encoded: EncodedStatement[] = [];
  for (const posted of commit) {
    const { name, params, rows } = posted;
    if (isTouch(posted)) {
      encoded.push(touches([posted]));
      continue;
    }
    const values: Record<string, unknown> = {};
    for (const param in params) {
      const value = params[param] ?? null;
      if (typeof value === "string") values[param] = storable(value);
      else values[param] = isPlain(value) ? value : await textOf(value);
    }
    encoded.push([name, rows === "one" ? 1 : 0, values]);
  }
  return JSON.stringify(encoded);
}

function isTouch({ name }: StatementData): boolean {
  return name === "session.touch";
}

function touches(posted: readonly StatementData[]): EncodedStatement {
  return ["session.touch", 0, { touched: posted.map(({ params }) => params) }];
}

function isPlain(value: ParamValue): value is null | number {
  return value === null || typeof value === "number";
}

async function textOf(value: Exclude<ParamValue, null | number | string>): Promise<string> {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return `\\x${value.toHex()}`;
  return `\\x${(await deflate(value.compress, { level: 6 })).toString("hex")}`;
}
