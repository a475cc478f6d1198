/** Makes an INSERT with a named parameter for each column, and SQL for computed ones. */
export function insertInto(
  table: string,
  columns: readonly string[],
  computed: Readonly<Record<string, string>> = {},
): string {
  const names = [...columns, ...Object.keys(computed)];
  const values = [...columns.map((column) => `:${column}`), ...Object.values(computed)];
  return `INSERT INTO ${table} (${names.join(", ")}) VALUES (${values.join(", ")})`;
}

/** Makes a SET list that takes these columns from the new row. */
export function fromExcluded(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(", ");
}
