import type { Child } from "hono/jsx";

/** A column of a {@link ListTable}. */
export interface ListColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Child;
  /**
   * `main`: names the row, at most one a table; `text`: long or written by people, over several
   * lines where needed; `number`: amounts and counts, aligned by their last digit; `actions`:
   * buttons, without a visible title (default: short, on one line).
   */
  readonly kind?: "main" | "text" | "number" | "actions";
}

/**
 * A list of things as a table, or as cards where the window is narrow. Roles are named because
 * browsers drop those of a table that is laid out as anything else.
 */
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
  return (
    <div class="list">
      {rows.length === 0
        ? <div class="empty">{empty}</div>
        : (
          <table role="table" aria-label={caption}>
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
                  {columns.map((column) => <Cell column={column} row={row} />)}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      <ListPages caption={caption} first={first} next={next} />
    </div>
  );
}

function Cell<Row>({ column: { title, kind, cell }, row }: {
  readonly column: ListColumn<Row>;
  readonly row: Row;
}) {
  if (kind === "main") return <th scope="row" role="rowheader" class="main">{cell(row)}</th>;
  return <td role="cell" class={kind} data-title={title}>{cell(row)}</td>;
}

function ListPages({ caption, first, next }: {
  readonly caption: string;
  readonly first: string | undefined;
  readonly next: string | undefined;
}) {
  if (first === undefined && next === undefined) return "";
  return (
    <nav class="pages" aria-label={`Pages of ${caption}`}>
      {first === undefined ? "" : <a class="button quiet" href={first}>First page</a>}
      {next === undefined ? "" : <a class="button quiet" href={next} rel="next">Next page</a>}
    </nav>
  );
}
