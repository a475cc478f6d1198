import type { ProductChange, Variant } from "../../../domain/shop/catalog.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { KeyFigures } from "../parts/facts.tsx";
import { Badge, PageHead, Panel } from "../parts/panel.tsx";
import { ListTable } from "../parts/table.tsx";
import { pricesOf } from "../../../things/product.ts";
import { shownPhrase } from "../lists/listed.tsx";
import { productImportPath } from "./list.tsx";
import { differences } from "./differences.ts";

/** Longest file that is imported in the dashboard, in MiB. */
export const IMPORT_LIMIT_MIB = 8;

/** The page of the form that a file is chosen with. */
export function importBody({ shopId, entered, problem }: {
  readonly shopId: string;
  readonly entered: FormState;
  /** Problem with an earlier file. */
  readonly problem?: string;
}): DashboardBody {
  return {
    title: "Import products",
    section: "products",
    children: (
      <>
        <PageHead
          title="Import products"
          note="You see what would change before anything is written."
          back={{ href: sectionPath(shopId, "products"), label: "Products" }}
        />
        <Panel>
          <ActionForm
            action={productImportPath(shopId)}
            submit="Show what would change"
            cancel={sectionPath(shopId, "products")}
            error={problem ?? entered.error}
            fields={[{
              kind: "file",
              name: "file",
              label: "Shopify products.json",
              hint:
                `At most ${IMPORT_LIMIT_MIB} MiB; products are matched by id. For a longer file: checkoutctl product import`,
              maxMebibytes: IMPORT_LIMIT_MIB,
              accept: ".json,application/json",
              isRequired: true,
              ...entered.errorOf("file"),
            }]}
          />
        </Panel>
      </>
    ),
  };
}

/** Preview of an import. */
export interface ImportModel {
  readonly shopId: string;
  /** Names the file in the page's path. */
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Changes of this page. */
  readonly rows: readonly ProductChange[];
  /** Number of the changes before this page, and of the first one after it. */
  readonly from: number;
  readonly next: number | null;
  readonly entered: FormState;
  readonly formats: DashboardFormats;
}

/** Path of the preview of a file. */
export function previewPath(shopId: string, id: string): string {
  return pathWithin(shopId, "products", "import", id);
}

/** The page that shows what a file would change, and applies it. */
export function previewBody(model: ImportModel): DashboardBody {
  const { shopId, id, created, updated, unchanged, from, next, entered, formats } = model;
  const { whole } = formats;
  const path = previewPath(shopId, id);
  const changed = created + updated;
  return {
    title: "Import products",
    section: "products",
    children: (
      <>
        <PageHead
          title="Import products"
          note={`${
            entered.isRefused ? "" : "Nothing is written yet. "
          }Products that are not in the file stay as they are.`}
          back={{ href: productImportPath(shopId), label: "Another file" }}
        />
        <KeyFigures
          figures={[
            { label: "New", value: whole(created) },
            { label: "Changed", value: whole(updated) },
            { label: "Unchanged", value: whole(unchanged) },
          ]}
        />
        {changed === 0 ? "" : (
          <Panel>
            <ActionForm
              action={path}
              submit={`Import ${whole(changed)} ${changed === 1 ? "product" : "products"}`}
              cancel={sectionPath(shopId, "products")}
              error={entered.error}
            />
          </Panel>
        )}
        <ListTable
          caption="Changes"
          rows={model.rows}
          empty="The file changes nothing: the catalogue has the same products already."
          columns={[
            {
              title: "Product",
              kind: "main",
              cell: ({ after }) => <bdi>{after.title}</bdi>,
            },
            { title: "Id", cell: ({ after }) => after.productId },
            {
              title: "Change",
              cell: ({ before }) =>
                before === null ? <Badge tone="good">New</Badge> : <Badge>Changed</Badge>,
            },
            {
              title: "What changes",
              kind: "text",
              cell: (change) => <Difference change={change} formats={formats} />,
            },
          ]}
          first={from === 0 ? undefined : path}
          next={next === null ? undefined : withQuery(path, { from: String(next) })}
        />
      </>
    ),
  };
}

function Difference({ change, formats }: {
  readonly change: ProductChange;
  readonly formats: DashboardFormats;
}) {
  const { before, after: { variants } } = change;
  if (before === null) {
    const prices = shownPhrase(pricesOf(variants, formats.currencyCode), formats);
    return <>{`${countText(variants, formats)}, ${prices}`}</>;
  }
  return (
    <ul class="names">
      {differences(change, formats).map((one) => (
        <li>
          <bdi>{one}</bdi>
        </li>
      ))}
    </ul>
  );
}

function countText({ length }: readonly Variant[], { whole }: DashboardFormats): string {
  return length === 1 ? "1 variant" : `${whole(length)} variants`;
}
