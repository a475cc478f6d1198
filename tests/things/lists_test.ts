import assert from "node:assert/strict";
import { NOW } from "../support/builders.ts";
import { sourceTexts } from "../support/sources.ts";
import { AUDIT_FILTER, auditList } from "../../src/things/audit.ts";
import { couponList } from "../../src/things/coupon.ts";
import { customerList } from "../../src/things/customer.ts";
import { DELIVERY_FILTER, deliveryList } from "../../src/things/delivery.ts";
import { ENDPOINT_LIST } from "../../src/things/endpoint.ts";
import { keyList } from "../../src/things/key.ts";
import type { FilterField, ListedColumn } from "../../src/things/list.ts";
import { ORDER_FILTER, ORDER_LIST } from "../../src/things/order.ts";
import { unexpectedList } from "../../src/things/payment.ts";
import { productColumns, variantList } from "../../src/things/product.ts";
import { PROVIDER_LIST } from "../../src/things/provider.ts";
import { REFUND_FILTER, refundList } from "../../src/things/refund.ts";
import { SESSION_FILTER, SESSION_LIST } from "../../src/things/session.ts";

interface Described {
  readonly table: readonly Pick<ListedColumn<never>, "title">[];
  readonly page?: readonly Pick<ListedColumn<never>, "title">[];
  readonly filter?: Readonly<Record<string, FilterField>>;
  /** The command and the page of the dashboard. */
  readonly surfaces: readonly string[];
}

const CLI = "src/cli/commands/";
const DASHBOARD = "src/web/dashboard/";
const LISTS: readonly Described[] = [
  {
    ...SESSION_LIST,
    filter: SESSION_FILTER,
    surfaces: [`${CLI}session_list`, `${DASHBOARD}sessions/list`],
  },
  {
    ...ORDER_LIST,
    filter: ORDER_FILTER,
    surfaces: [`${CLI}order.ts`, `${DASHBOARD}sessions/filter`],
  },
  {
    ...deliveryList({ showsEndpoint: true }),
    filter: DELIVERY_FILTER,
    surfaces: [`${CLI}webhook_delivery`, `${DASHBOARD}webhooks/deliveries`],
  },
  {
    ...unexpectedList({ hasCounts: true }),
    surfaces: [`${CLI}payment.ts`, `${DASHBOARD}unexpected/unexpected.tsx`],
  },
  {
    ...couponList("INR", NOW),
    surfaces: [`${CLI}coupon.ts`, `${DASHBOARD}coupons/list.tsx`],
  },
  { ...keyList(NOW, true), surfaces: [`${CLI}key.ts`, `${DASHBOARD}keys/list.tsx`] },
  { ...PROVIDER_LIST, surfaces: [`${CLI}provider.ts`, `${DASHBOARD}providers/list.tsx`] },
  { ...ENDPOINT_LIST, surfaces: [`${CLI}webhook.ts`, `${DASHBOARD}webhooks/list.tsx`] },
  { ...customerList(), surfaces: [`${CLI}customer.ts`, `${DASHBOARD}customers/list.tsx`] },
  {
    ...variantList("INR"),
    page: productColumns("INR"),
    surfaces: [`${CLI}product.ts`, `${DASHBOARD}products/list.tsx`],
  },
  {
    ...refundList(),
    filter: REFUND_FILTER,
    surfaces: [`${CLI}refund.ts`, `${DASHBOARD}refunds/`],
  },
  // The cells of its page have parts of their own.
  { ...auditList(), filter: AUDIT_FILTER, surfaces: [`${CLI}audit.ts`] },
];

Deno.test("a surface has no title, label or option of its own for a list of src/things", async () => {
  const texts = await sourceTexts();
  for (const { table, page = [], filter = {}, surfaces } of LISTS) {
    const own = [
      ...[...table, ...page].flatMap(({ title }) => [
        `title: "${title}"`,
        // With its cell of a row.
        `["${title}", (`,
      ]),
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
