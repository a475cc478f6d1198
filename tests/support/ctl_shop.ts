/** A shop with a key in a database of a test's own, as the command line makes them. */
import { EFFECTS } from "../../src/process/machine/effects.ts";
import { readMerchant } from "../../src/schema/seed/merchant.ts";
import { createOperatorServices } from "../../src/service/services.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { FOREVER } from "./builders.ts";
import { databaseOf } from "./database_of.ts";
import { OPERATOR } from "./operator.ts";
import { noCalls } from "./payments/no_calls.ts";
import { plainSecrets } from "./secrets.ts";

export interface CtlShop {
  readonly merchantId: string;
  readonly keyId: string;
  readonly secret: string;
}

/** The shop and its database file: made once in a test file, and copied for every further test. */
let made: { readonly shop: CtlShop; readonly bytes: Uint8Array } | undefined;

/** Puts the shop `demo-store.example` with a key into the database of a folder. */
export async function aShop(folder: string): Promise<CtlShop> {
  const path = `${folder}/checkout.db`;
  // A server may have it open.
  if (databaseOf(folder) !== path || await exists(path)) return await makeShop(folder);
  if (made === undefined) {
    const shop = await makeShop(folder);
    made = { shop, bytes: await Deno.readFile(path) };
  } else {
    await Deno.writeFile(path, made.bytes, { mode: 0o600 });
  }
  return made.shop;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

async function makeShop(folder: string): Promise<CtlShop> {
  const { store } = await openStore(databaseOf(folder), {
    program: "tests",
    schema: "migrate",
    env: () => undefined,
  });
  try {
    return await addShop(store);
  } finally {
    await store.close();
  }
}

/** Puts the shop `demo-store.example` with a key into a database. */
export async function addShop(store: Store, rateLimit: number | null = null): Promise<CtlShop> {
  const { merchants, keys } = createOperatorServices({
    store,
    secrets: plainSecrets(store),
    callProvider: noCalls,
    ...EFFECTS,
  });
  const { id: merchantId } = await merchants.create(
    readMerchant({
      name: "Demo",
      domains: ["demo-store.example"],
      country_code: "IN",
      currency_code: "INR",
    }),
    OPERATOR,
  );
  const key = { merchantId, name: "e2e", ...FOREVER, rateLimit };
  const { key: { id: keyId }, secret } = await keys.create(key, OPERATOR);
  return { merchantId, keyId, secret };
}
