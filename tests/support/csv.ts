/**
 * Parses CSV by RFC 4180, but for its separator: rows of cells.
 *
 * @param text with CRLF after each row; a byte order mark is left out
 * @throws {Error} where it breaks the RFC
 */
export function parseCsv(text: string, separator = ","): string[][] {
  const rows: string[][] = [];
  let rest = text.replace(/^\uFEFF/, "");
  const cell = new RegExp(
    `^(?:"((?:[^"]|"")*)"|([^"\\r\\n${separator}]*))(${separator}|\\r\\n)`,
  );
  let row: string[] = [];
  while (rest !== "") {
    const match = cell.exec(rest);
    if (match === null) throw new Error(`Not CSV: ${JSON.stringify(rest.slice(0, 80))}`);
    const [whole, quoted, plain = "", end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== separator) {
      rows.push(row);
      row = [];
    }
    rest = rest.slice(whole.length);
  }
  return rows;
}
