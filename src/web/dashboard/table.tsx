import type { Child } from "hono/jsx";

/** A column of a {@link ListTable}. */
export interface ListColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Child;
  /**
   * `main`: names the row, at most one a table; `number`: amounts and counts, aligned by their last
   * digit; `actions`: buttons, without a visible title (default: text).
   */
  readonly kind?: "main" | "number" | "actions";
}

/** A list of things as a table, or as cards where the window is narrow. */
export function ListTable<Row>({ caption, columns, rows, empty, first, next }: {
  /** Name of the table, read aloud. */
  readonly caption: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: readonly Row[];
  /** Shown in place of a table without rows. */
  readonly empty: Child;
  /** Path of the first page, from any later one. */
  readonly first?: string | undefined;
  /** Path of the next page; undefined at the end. */
  readonly next?: string | undefined;
}) {
  if (rows.length === 0) return <div class="empty">{empty}</div>;
  return (
    <>
      <table class="list" role="table" aria-label={caption}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, kind }) => (
              <th scope="col" role="columnheader" class={kind}>
                {kind === "actions" ? <span class="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row">
              {columns.map(({ title, kind, cell }) =>
                kind === "main"
                  ? <th scope="row" role="rowheader" class="main">{cell(row)}</th>
                  : <td role="cell" class={kind} data-title={title}>{cell(row)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {first === undefined && next === undefined
        ? ""
        : (
          <nav class="pages" aria-label={`Pages of ${caption}`}>
            {first === undefined ? "" : <a class="button quiet" href={first}>First page</a>}
            {next === undefined ? "" : <a class="button quiet" href={next} rel="next">Next page</a>}
          </nav>
        )}
    </>
  );
}
