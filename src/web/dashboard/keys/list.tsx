import type { ApiKey } from "../../../domain/shop/api_key.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { FilterForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { CsvLink, LinkButton, PageHead } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";
import { KeyBadges, keyLabel, scopeNames } from "./text.tsx";

/** Filter of a shop's keys, as its form sends it; empty for all. */
export interface KeyFilter {
  readonly state: "" | "usable" | "ended";
  readonly mode: "" | "live" | "test";
}

/** A shop's keys. */
export interface KeyListModel {
  readonly shopId: string;
  /** Those of the filter, last created first. */
  readonly rows: readonly ApiKey[];
  readonly filter: KeyFilter;
  readonly mayWrite: boolean;
  readonly formats: DashboardFormats;
  readonly now: number;
}

/** Path of the form of a new key. */
export function newKeyPath(shopId: string): string {
  return pathWithin(shopId, "keys", "new");
}

/** The list of a shop's keys. */
export function keysBody(model: KeyListModel): DashboardBody {
  const { shopId, rows, filter, mayWrite, formats } = model;
  const path = sectionPath(shopId, "keys");
  return {
    title: "API keys",
    section: "keys",
    children: (
      <>
        <PageHead
          title="API keys"
          note={`With them the shop's backend calls the API. Last created first, times in ${formats.timeZone}`}
        >
          <CsvLink href={withQuery(`${path}.csv`, { ...filter })} isShown={rows.length > 0} />
          {mayWrite ? <LinkButton href={newKeyPath(shopId)} isMain>New key</LinkButton> : ""}
        </PageHead>
        <FilterForm action={path} fields={filterFields(filter)} />
        <ListTable
          caption="API keys"
          rows={rows}
          columns={columnsOf(model)}
          empty={emptyText(model)}
        />
      </>
    ),
  };
}

function filterFields({ state, mode }: KeyFilter) {
  return [
    {
      kind: "select" as const,
      name: "state",
      label: "State",
      value: state,
      options: [
        { value: "", label: "Any" },
        { value: "usable", label: "Works" },
        { value: "ended", label: "Expired or revoked" },
      ],
    },
    {
      kind: "select" as const,
      name: "mode",
      label: "Mode",
      value: mode,
      options: [
        { value: "", label: "Any" },
        { value: "live", label: "Live" },
        { value: "test", label: "Test" },
      ],
    },
  ];
}

function emptyText({ filter: { state, mode }, mayWrite }: KeyListModel): string {
  if (state !== "" || mode !== "") return "No keys match. Clear the filter to see all.";
  return mayWrite
    ? "No keys yet. Create one for the shop's backend, or one for tests, which touches nothing."
    : "No keys yet. An owner of the shop can create one.";
}

function columnsOf({ shopId, formats, now }: KeyListModel): ListColumn<ApiKey>[] {
  const moment = (at: number | null, none: string) =>
    at === null ? none : <MomentText at={at} formats={formats} />;
  return [
    {
      title: "Name",
      kind: "main",
      cell: (key) => (
        <a href={pathWithin(shopId, "keys", key.id)}>
          <bdi>{keyLabel(key)}</bdi>
        </a>
      ),
    },
    { title: "State", cell: (key) => <KeyBadges apiKey={key} now={now} /> },
    { title: "Begins with", cell: ({ prefix }) => <code>{prefix}…</code> },
    { title: "Scopes", kind: "text", cell: scopeNames },
    { title: "Expires", cell: ({ expiresAt }) => moment(expiresAt, "Never") },
    {
      title: "Last used",
      cell: ({ lastUsedAt }) => lastUsedAt === null ? "Never" : formats.relative(lastUsedAt, now),
    },
  ];
}
