// Cuts a long JSON text, so that it is parsed without blocking the event loop for long.

import { stringEnd } from "./json_text.ts";

/** A part of a JSON text that is parsed by itself. */
export interface JsonPiece {
  /** An object with the member whose array was cut; the rest of the text has that array empty. */
  readonly text: string;
  /** Maps a position in this text to its position in the whole. */
  readonly placeOf: (position: number) => number;
  readonly isRest: boolean;
}

/**
 * Cuts the array of a member of the outermost object into pieces of whole elements. The rest of the
 * text comes last. It need not understand invalid JSON, of which the parser refuses a piece.
 *
 * @param minChars characters after which a piece ends with its element
 */
export function* piecesOf(text: string, key: string, minChars: number): Generator<JsonPiece> {
  const start = arrayStart(text, key);
  if (start === undefined) return yield { text, placeOf: (position) => position, isRest: true };
  const head = `{${JSON.stringify(key)}:[`;
  let from = start;
  const piece = (to: number, tail: string): JsonPiece => {
    const own = text.slice(from, to);
    // Without an element between two commas.
    const hole = own.trim() === "" && (from !== start || text.charCodeAt(to) === COMMA) ? "," : "";
    const before = from - head.length;
    return { text: head + own + hole + tail, placeOf: (at) => at + before, isRest: false };
  };
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = stringEnd(text, at);
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) {
        yield piece(at, "]}");
        const cut = at - start;
        return yield {
          text: text.slice(0, start) + text.slice(at),
          placeOf: (position) => position < start ? position : position + cut,
          isRest: true,
        };
      }
      depth -= 1;
    } else if (code === COMMA && depth === 0 && at - from >= minChars) {
      yield piece(at, "]}");
      from = at + 1;
    }
  }
  // Cut off, or not JSON.
  yield piece(text.length, "");
}

const COMMA = 0x2c;

/** Place after the bracket of a member's array; undefined without one. */
function arrayStart(text: string, key: string): number | undefined {
  const colon = /[ \t\n\r]*:[ \t\n\r]*\[/y;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = stringEnd(text, at);
      colon.lastIndex = end + 1;
      if (depth === 1 && text.slice(at + 1, end) === key && colon.test(text)) {
        return colon.lastIndex;
      }
      at = end;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return undefined;
}
