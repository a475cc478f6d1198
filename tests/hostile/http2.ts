/** HTTP/2 without TLS by hand, frame by frame, so that nothing is repaired on the way. */
import { latin1 } from "../support/raw_socket.ts";

export interface Http2Answer {
  /** Null when the stream was reset instead of answered. */
  readonly status: number | null;
  readonly text: string;
  /** The code of a failure. */
  readonly code: string | null;
}

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const GOAWAY = 7;
const END_STREAM = 1;
const END_HEADERS = 4;
/** Statuses that HPACK has a byte of their own for (RFC 7541 appendix A). */
const INDEXED = [200, 204, 206, 304, 400, 404, 500];
const FIRST_INDEXED = 8;
/** HPACK's code of a digit: five bits for these, six for the others (RFC 7541 appendix B). */
const SHORT_DIGITS = "012";

export type Fields = readonly (readonly [name: string, value: string])[];

/** The pseudo-fields of a request, in order. */
export function pseudo(method: string, path: string, authority = "127.0.0.1:80"): Fields {
  return [[":method", method], [":scheme", "http"], [":path", path], [":authority", authority]];
}

export interface BodySent {
  /** Short enough for the window that a server opens at first. */
  readonly text: string;
  /** True if more would follow, which never comes. */
  readonly isOpen?: boolean;
}

/** Sends one request on a connection of its own and reads what becomes of it. */
export async function ask2(port: number, fields: Fields, body?: BodySent): Promise<Http2Answer> {
  using conn = await Deno.connect({ hostname: "127.0.0.1", port });
  const end = body?.isOpen === true ? 0 : END_STREAM;
  const parts = [latin1(PREFACE), frame(SETTINGS, 0, 0, "")];
  parts.push(frame(HEADERS, END_HEADERS | (body === undefined ? end : 0), 1, block(fields)));
  const data = body?.text.match(/[^]{1,16384}/g) ?? [];
  data.forEach((text, i) => parts.push(frame(DATA, i === data.length - 1 ? end : 0, 1, text)));
  if (body?.text === "") parts.push(frame(DATA, end, 1, ""));
  for (const part of parts) {
    for (let at = 0; at < part.length;) at += await conn.write(part.subarray(at));
  }
  return await readAnswer(conn);
}

async function readAnswer(conn: Deno.Conn): Promise<Http2Answer> {
  let status: number | null = null;
  let text = "";
  for await (const { type, flags, stream, payload } of frames(conn)) {
    if (type === GOAWAY || (type === RST_STREAM && stream === 1)) break;
    if (type === HEADERS) status = statusOf(payload);
    if (type === DATA) text += String.fromCharCode(...payload);
    if ((type === HEADERS || type === DATA) && (flags & END_STREAM) !== 0) break;
  }
  const code = /"code":"([a-z.-]+)"/.exec(text)?.[1] ?? null;
  return { status, text, code };
}

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Uint8Array;
}

async function* frames(conn: Deno.Conn): AsyncGenerator<Frame> {
  for (;;) {
    const header = await take(conn, 9);
    if (header === null) return;
    const view = new DataView(header.buffer);
    const payload = await take(conn, view.getUint32(0) >>> 8);
    if (payload === null) return;
    yield { type: view.getUint8(3), flags: view.getUint8(4), stream: view.getUint32(5), payload };
  }
}

async function take(conn: Deno.Conn, length: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const size = await conn.read(bytes.subarray(at)).catch(() => null);
    if (size === null) return null;
    at += size;
  }
  return bytes;
}

function frame(type: number, flags: number, stream: number, payload: string): Uint8Array {
  const bytes = new Uint8Array(9 + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, payload.length << 8 | type);
  view.setUint8(4, flags);
  view.setUint32(5, stream);
  bytes.set(latin1(payload), 9);
  return bytes;
}

/** Fields as literals that are never indexed, without Huffman's code. */
function block(fields: Fields): string {
  return fields.map(([name, value]) => `\x10${prefixed(name)}${prefixed(value)}`).join("");
}

function prefixed(text: string): string {
  if (text.length < 127) return String.fromCharCode(text.length) + text;
  let rest = text.length - 127;
  let bytes = "\x7f";
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes += String.fromCharCode(rest % 128 + 128);
  return bytes + String.fromCharCode(rest) + text;
}

/** `:status` comes first: as an index, or as a literal with its name by index. */
function statusOf(payload: Uint8Array): number {
  const [first = 0, length = 0, ...rest] = payload;
  if (first >= 0x80) return INDEXED[(first & 0x7f) - FIRST_INDEXED] ?? 0;
  const value = rest.slice(0, length & 0x7f);
  return Number(length < 0x80 ? String.fromCharCode(...value) : huffmanDigits(value));
}

function huffmanDigits(bytes: readonly number[]): string {
  let bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  let digits = "";
  while (digits.length < 3) {
    const short = parseInt(bits.slice(0, 5), 2);
    const isShort = short < SHORT_DIGITS.length;
    digits += isShort ? SHORT_DIGITS[short] : String(parseInt(bits.slice(0, 6), 2) - 0x19 + 3);
    bits = bits.slice(isShort ? 5 : 6);
  }
  return digits;
}
