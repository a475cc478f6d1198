import assert from "node:assert/strict";
import { deliveryList } from "../../src/things/delivery.ts";
import type { FilterField, List } from "../../src/things/list.ts";
import { ORDER_FILTER, ORDER_LIST } from "../../src/things/order.ts";
import { SESSION_FILTER, SESSION_LIST } from "../../src/things/session.ts";
import { sourceTexts } from "../support/sources.ts";

interface Described {
  readonly list: Pick<List<never>, "table" | "page">;
  readonly filter: Readonly<Record<string, FilterField>>;
  /** The command and the section of the dashboard. */
  readonly surfaces: readonly string[];
}

const LISTS: readonly Described[] = [
  {
    list: SESSION_LIST,
    filter: SESSION_FILTER,
    surfaces: ["src/cli/commands/session_list", "src/web/dashboard/sessions/list"],
  },
  {
    list: ORDER_LIST,
    filter: ORDER_FILTER,
    surfaces: ["src/cli/commands/order.ts", "src/web/dashboard/sessions/filter"],
  },
  {
    list: deliveryList({ showsEndpoint: true }),
    filter: {},
    surfaces: ["src/cli/commands/webhook_delivery", "src/web/dashboard/webhooks/deliveries"],
  },
];

Deno.test("a surface has no title, label or option of its own for a list of src/things", async () => {
  const texts = await sourceTexts();
  for (const { list, filter, surfaces } of LISTS) {
    const own = [
      ...[...list.table, ...list.page].flatMap(({ title }) => [`title: "${title}"`, `["${title}"`]),
      ...Object.values(filter).flatMap((field) => [
        `label: "${field.label}"`,
        ...("option" in field ? [field.option[0]] : []),
      ]),
    ];
    for (const surface of surfaces) {
      const files = texts.filter(({ path }) => path.startsWith(surface));
      assert.ok(files.length > 0, surface);
      for (const { path, text } of files) {
        assert.deepEqual(own.filter((word) => text.includes(word)), [], path);
      }
    }
  }
});
