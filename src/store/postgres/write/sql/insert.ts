/**
 * Makes an INSERT of a row whose parameters have the names of its columns; their types come from
 * the table. Computed columns are SQL over the row `r`.
 */
export function insertRow(
  table: string,
  columns: readonly string[],
  computed: Readonly<Record<string, string>> = {},
): string {
  const names = [...columns, ...Object.keys(computed)];
  const values = [...columns.map((column) => `r.${column}`), ...Object.values(computed)];
  return `INSERT INTO ${table} (${names.join(", ")})
       SELECT ${values.join(", ")} FROM jsonb_populate_record(NULL::${table}, p) AS r`;
}

/** Makes a SET list that takes these columns from the new row. */
export function takeExcluded(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(", ");
}

/**
 * Makes a DELETE of old rows. Rows that another transaction works on are left for the next time, so
 * that neither waits for the other.
 */
export function purge(table: string, condition: string): string {
  return `DELETE FROM ${table} WHERE ctid IN (
         SELECT ctid FROM ${table} WHERE ${condition} FOR UPDATE SKIP LOCKED)`;
}
