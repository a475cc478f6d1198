/**
 * The places of 64-bit ids in a JSON text: `true` at an id, and the parts of an object or array by
 * field name, `[]` for the elements of an array.
 */
export type IdPlaces = true | { readonly [part: string]: IdPlaces };

/** Strings, numbers and punctuation of a JSON text; `true`, `false`, `null` and space are between. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/g;

/**
 * Reads an answer's JSON with its 64-bit ids as text, digit for digit. `JSON.parse` alone would
 * round those beyond 2^53.
 *
 * @throws {SyntaxError} if the text is not JSON
 */
export function parseWithIds(json: string, places: IdPlaces): unknown {
  return JSON.parse(
    mapIds(json, places, (token) => /^-?\d+$/.test(token) ? `"${token}"` : token),
  );
}

/**
 * Writes a request's JSON with the digits of its 64-bit ids as numbers, as the API takes them. Text
 * that is not a whole number stays text, and the API refuses it by the name of its field.
 */
export function stringifyWithIds(value: unknown, places: IdPlaces): string {
  return mapIds(
    JSON.stringify(value),
    places,
    (token) => /^"-?(?:0|[1-9]\d*)"$/.test(token) ? token.slice(1, -1) : token,
  );
}

/** Replaces the strings and numbers at these places. */
function mapIds(json: string, places: IdPlaces, map: (token: string) => string): string {
  const open: { readonly places: IdPlaces | undefined; readonly isArray: boolean }[] = [];
  let here: IdPlaces | undefined = places;
  let isKey = false;
  return json.replace(TOKENS, (token) => {
    const inside = open.at(-1);
    switch (token) {
      case "{":
      case "[":
        open.push({ places: here, isArray: token === "[" });
        isKey = token === "{";
        here = partOf(here, "[]");
        return token;
      case "}":
      case "]":
        open.pop();
        isKey = false;
        return token;
      case ",":
        isKey = inside?.isArray === false;
        here = partOf(inside?.places, "[]");
        return token;
    }
    if (!isKey) return here === true ? map(token) : token;
    isKey = false;
    here = partOf(inside?.places, String(JSON.parse(token)));
    return token;
  });
}

function partOf(places: IdPlaces | undefined, part: string): IdPlaces | undefined {
  return typeof places === "object" && Object.hasOwn(places, part) ? places[part] : undefined;
}
