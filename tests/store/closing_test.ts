/** A program that erased a person closes its database while another one reads it. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { aCustomer, aMerchant, NOW, uuid } from "../support/builders.ts";
import { withFolder } from "./support.ts";

Deno.test("a store that erased a person closes, with its work, while another program reads", () =>
  withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    const store = await openSqliteStore(path);
    const customer = aCustomer();
    await store.commit([{ kind: "merchant.put", merchant: aMerchant() }, {
      kind: "customer.add",
      customer,
    }]);
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec("BEGIN");
    assert.equal(reader.prepare("SELECT count(*) AS n FROM customers").get()?.["n"], 1);
    const entry = { entryId: uuid(9), at: NOW };
    await store.commit([
      { kind: "customer.erase", customerId: customer.id, onlyIdle: false, ...entry },
    ]);
    await store.close();
    reader.exec("COMMIT");
    reader.close();
    const again = await openSqliteStore(path);
    assert.notEqual((await again.customers.find(customer.id))?.customer.phone, customer.phone);
    await again.close();
  }));
