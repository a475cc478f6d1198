import type { Child } from "hono/jsx";
import type { FormField } from "../forms/fields.tsx";
import { FilterForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { type QueryValues, sectionPath, withQuery } from "../links.ts";
import { type SectionName, SECTIONS } from "../sections.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { CsvLink, PageHead } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";

/** A page of a shop's list. */
export interface ListModel<Row> {
  readonly shopId: string;
  readonly rows: readonly Row[];
  readonly isFirst: boolean;
  /** Key of the next page. */
  readonly next: string | null;
  readonly formats: DashboardFormats;
}

/** The parts of the page of a list. */
export interface ListParts<Row> {
  readonly section: SectionName;
  /** Title, path and way back of a list within its section (default: the list of the section). */
  readonly within?: {
    readonly title: string;
    readonly path: string;
    readonly back: { readonly href: string; readonly label: string };
  };
  readonly note: string;
  /** Name of the table, read aloud (default: the title). */
  readonly caption?: string;
  /** The filter, as in the addresses of the list. */
  readonly query?: QueryValues;
  /** Inputs of the filter. */
  readonly fields?: readonly FormField[];
  /** False for a list without a file (default: true). */
  readonly hasCsv?: boolean;
  readonly columns: readonly ListColumn<Row>[];
  /** Shown in place of a table without rows. */
  readonly empty: Child;
  /** Links and buttons beside the title. */
  readonly actions?: Child | false;
  /** Message above the list. */
  readonly banner?: Child | false;
  /** Below the list. */
  readonly children?: Child;
}

/** The page of a list. */
export function listBody<Row>(
  { shopId, rows, isFirst, next }: Pick<ListModel<Row>, "shopId" | "rows" | "isFirst" | "next">,
  { section, note, query = {}, fields, hasCsv = true, ...parts }: ListParts<Row>,
): DashboardBody {
  const { title, path, back } = parts.within ??
    { title: SECTIONS[section].label, path: sectionPath(shopId, section), back: undefined };
  return {
    title,
    section,
    children: (
      <>
        <PageHead title={title} note={note} {...back !== undefined && { back }}>
          <CsvLink href={withQuery(`${path}.csv`, query)} isShown={hasCsv && rows.length > 0} />
          {parts.actions || ""}
        </PageHead>
        {parts.banner || ""}
        {fields === undefined ? "" : <FilterForm action={path} fields={fields} />}
        <ListTable
          caption={parts.caption ?? title}
          rows={rows}
          columns={parts.columns}
          empty={parts.empty}
          first={isFirst ? undefined : withQuery(path, query)}
          next={next === null ? undefined : withQuery(path, { ...query, after: next })}
        />
        {parts.children ?? ""}
      </>
    ),
  };
}
