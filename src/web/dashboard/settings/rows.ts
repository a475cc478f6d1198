/** The numbers of the rows that a form has under a name, in their order. */
export function rowNumbers(values: URLSearchParams, name: string): number[] {
  const numbers = [...values.keys()].flatMap((key) => {
    const number = key.startsWith(`${name}[`) ? parseInt(key.slice(name.length + 1), 10) : NaN;
    return Number.isInteger(number) ? [number] : [];
  });
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/**
 * Takes empty rows out of a form and numbers the others anew, so that a refusal names the row that
 * is shown again.
 *
 * @param texts last names of fields that are not all empty in a row that is meant
 * @returns the number of rows
 */
export function compactRows(
  values: URLSearchParams,
  name: string,
  texts: readonly string[],
): number {
  const rows = rowNumbers(values, name).map((number) => {
    const prefix = `${name}[${number}]`;
    const own = [...values].filter(([key]) => key.startsWith(`${prefix}.`));
    for (const [key] of own) values.delete(key);
    return own.map(([key, value]) => [key.slice(prefix.length + 1), value] as const);
  });
  const kept = rows.filter((row) =>
    row.some(([key, value]) => texts.includes(key.split(".").at(-1)!) && value.trim() !== "")
  );
  for (const [i, row] of kept.entries()) {
    for (const [key, value] of row) values.append(`${name}[${i}].${key}`, value);
  }
  return kept.length;
}
