import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import {
  NO_PREFIX_FILTER,
  NO_PRODUCT_FILTER,
  type PrefixFilter,
} from "../../../src/domain/filters.ts";
import type { CouponId, CustomerId, Int64 } from "../../../src/domain/ids.ts";
import type { MaybePromise } from "../../../src/domain/session/stored.ts";
import type { Variant } from "../../../src/domain/shop/catalog.ts";
import { couponKey } from "../../../src/domain/shop/coupon.ts";
import { mapPage, type Page, type PageRequest } from "../../../src/domain/values/page.ts";
import type { Store } from "../../../src/store/store.ts";
import { aCoupon, aCustomer, aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { M1, putMerchant } from "../support.ts";

/** A list of keys, and its rows. */
interface PrefixList {
  readonly read: (
    store: Store,
    filter: PrefixFilter,
    page: PageRequest<string>,
  ) => Promise<Page<string, string>>;
  readonly rows: readonly Change[];
  /** In the order of the list. */
  readonly keys: readonly string[];
}

const CODES = [
  "%",
  "10",
  "SAVE",
  "SAVE10",
  "SAVE100",
  "SAVE2",
  "SAVF",
  "_X",
  "ÄSAVE",
  "\u{1F600}A",
];
const PHONES = ["+12025550100", "+919876543210", "+919876543211", "+92300000000", "erased:1"];

/** Contract of the port: lists of what begins with a prefix, or contains a text. */
export function prefixContract(promised: Promised): void {
  prefixesOf(promised, "coupons.of()", {
    read: (store, filter, page) =>
      keysOf(store.coupons.of(M1, filter, page), ({ code }) => couponKey(code)),
    rows: CODES.map((code, n) => ({
      kind: "coupon.put",
      coupon: aCoupon({ id: uuid<CouponId>(500 + n), code }),
    })),
    keys: CODES,
  });
  prefixesOf(promised, "customers.of()", {
    read: (store, filter, page) =>
      keysOf(store.customers.of(M1, filter, page), ({ customer }) => customer.phone),
    rows: PHONES.map((phone, n) => ({
      kind: "customer.put",
      customer: aCustomer({ id: uuid<CustomerId>(400 + n), phone }),
      seededCoins: 0,
    })),
    keys: PHONES,
  });
  promised("catalog.of() gives the products whose title or vendor has a text", async (store) => {
    const named = (n: number, title: string, vendor: string) =>
      aProduct({ productId: int64(n), id: uuid(n), title, vendor, variants: [variantOf(n)] });
    const products = [named(1, "Big MUG", "North"), named(2, "100% _", "Mugs"), named(3, "Ä", "x")];
    await store.commit([
      putMerchant,
      ...products.map((product) => ({ kind: "product.put", merchantId: M1, product } as const)),
    ]);
    const found = async (search: string, after?: Int64) => {
      const { rows, next } = await store.catalog.of(M1, { ...NO_PRODUCT_FILTER, search }, {
        limit: 1,
        after,
      });
      return [...rows.map(({ productId }) => productId), next];
    };
    assert.deepEqual(await found("mug"), ["1", "1"]);
    assert.deepEqual(await found("MUG", int64(1)), ["2", null]);
    assert.deepEqual(await found("0% _"), ["2", null]);
    assert.deepEqual(await found("Ä"), ["3", null]);
    assert.deepEqual(await found("vase"), [null]);
  });
}

function variantOf(n: number): Variant {
  return aVariant({ productId: int64(n), variantId: int64(n) });
}

async function keysOf<Row>(
  page: MaybePromise<Page<Row, string>>,
  keyOf: (row: Row) => string,
): Promise<Page<string, string>> {
  return mapPage(await page, keyOf);
}

function prefixesOf(promised: Promised, name: string, { read, rows, keys }: PrefixList): void {
  promised(
    `${name} gives the rows that begin with a prefix, in pages of any size`,
    async (store) => {
      await store.commit([putMerchant, ...rows]);
      const begun = keys.flatMap((key) =>
        [...key].map((_, i, all) => all.slice(0, i + 1).join(""))
      );
      for (const prefix of new Set(["", ...begun, "SAVE1000", "~", "+9199"])) {
        const wanted = keys.filter((key) => key.startsWith(prefix));
        for (const limit of [1, 2, 20]) {
          const found: string[] = [];
          for (let after: string | undefined, n = 0; n < 20; n++) {
            const page = await read(store, { ...NO_PREFIX_FILTER, prefix }, { limit, after });
            found.push(...page.rows);
            if (page.next === null) break;
            after = page.next;
          }
          assert.deepEqual(found, wanted, prefix);
        }
      }
    },
  );
}
