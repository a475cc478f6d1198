/** A page of a list in the order of its keys. */
export interface PageRequest<Key> {
  /** Most rows. */
  readonly limit: number;
  /** Key of the row before the page (default: the first page). */
  readonly after?: Key | undefined;
}

/** Rows of a page. */
export interface Page<Row, Key> {
  readonly rows: readonly Row[];
  /** Key of the last row; null if none follows. */
  readonly next: Key | null;
}

/** Reads a page. */
export type PageReader<Row, Key> = (
  page: PageRequest<Key>,
) => Page<Row, Key> | Promise<Page<Row, Key>>;

/** Makes a page of the rows found for it, of which one more than its limit was asked for. */
export function pageOf<Row, Key>(
  found: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Key,
): Page<Row, Key> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? keyOf(last) : null };
}

/** Encodes the key of a page. */
export function mapNext<Row, Key, Other>(
  { rows, next }: Page<Row, Key>,
  encode: (key: Key) => Other,
): Page<Row, Other> {
  return { rows, next: next === null ? null : encode(next) };
}

/** Encodes the rows of a page. */
export function mapPage<Row, Key, Other>(
  { rows, next }: Page<Row, Key>,
  encode: (row: Row) => Other,
): Page<Other, Key> {
  return { rows: rows.map(encode), next };
}

/** Rows that {@link eachPage} reads at a time. */
const ROWS_AT_A_TIME = 100;

/**
 * Reads a list in pages of a bounded size.
 *
 * @param wanted rows to read (default: all), and the key before them
 */
export async function* eachPage<Row, Key>(
  read: PageReader<Row, Key>,
  { limit = Infinity, after }: Partial<PageRequest<Key>> = {},
): AsyncGenerator<Page<Row, Key>> {
  let left = limit;
  let next: Key | null = after ?? null;
  do {
    const wanted = Math.min(left, ROWS_AT_A_TIME);
    const page = await read({ limit: wanted, ...(next === null ? {} : { after: next }) });
    yield page;
    left -= page.rows.length;
    next = page.next;
  } while (next !== null && left > 0);
}

/**
 * {@link eachPage} as one page.
 *
 * @param read reads a page; it keeps what is needed of each row
 */
export async function readPages<Row, Key>(
  read: PageReader<Row, Key>,
  wanted: Partial<PageRequest<Key>> = {},
): Promise<Page<Row, Key>> {
  const rows: Row[] = [];
  let next: Key | null = null;
  for await (const page of eachPage(read, wanted)) {
    for (const row of page.rows) rows.push(row);
    next = page.next;
  }
  return { rows, next };
}
