import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_PREFIX_FILTER } from "../../../src/domain/filters.ts";
import type { CustomerId, MerchantId } from "../../../src/domain/ids.ts";
import type { CoinMovement, Customer } from "../../../src/domain/shop/customer.ts";
import type { Store } from "../../../src/store/store.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { aMovement } from "../../support/shop.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant, putOther, sid } from "../support.ts";

const PHONE = "+919876543210";
const CUSTOMER: Customer = {
  id: uuid<CustomerId>(60),
  merchantId: M1,
  phone: PHONE,
  createdAt: NOW,
};
const NOTHING = { ISSUED: 0, AVAILABLE: 0, PROCESSING: 0, USED: 0 };

function put(customer: Customer, seededCoins = 0): Change {
  return { kind: "customer.put", customer, seededCoins };
}

let moves = 0;
function move(over: Partial<CoinMovement>): Change {
  const id = uuid(7000 + ++moves);
  return { kind: "coins.move", movement: aMovement({ id, customerId: CUSTOMER.id, ...over }) };
}

async function balances(store: Store) {
  return (await store.customers.byPhone(M1, PHONE))?.balances;
}

/** Contract of the port: customers, their coins, and codes sent to phones. */
export function customerContract(promised: Promised): void {
  people(promised);
  coins(promised);
  debts(promised);
  ledger(promised);
}

function people(promised: Promised): void {
  promised("customers.byPhone() finds by phone number within one shop", async (store) => {
    await store.commit([putMerchant, putOther, put(CUSTOMER, 5)]);
    assert.deepEqual(await store.customers.byPhone(M1, PHONE), {
      customer: CUSTOMER,
      seededCoins: 5,
      balances: NOTHING,
      debt: 0,
    });
    assert.equal(await store.customers.byPhone(M2, PHONE), null);
    assert.equal(await store.customers.byPhone(M1, "+911111111111"), null);
  });

  promised("customer.put sets what a seed gave and leaves the ledger alone", async (store) => {
    await store.commit([putMerchant, put(CUSTOMER, 500), move({})]);
    await store.commit([put(CUSTOMER, 700)]);
    const known = await store.customers.byPhone(M1, PHONE);
    assert.equal(known?.seededCoins, 700);
    assert.deepEqual(known?.balances, { ...NOTHING, ISSUED: -500, AVAILABLE: 500 });
  });

  promised("customer.put is refused for the phone number of another", async (store) => {
    const twin = put({ ...CUSTOMER, id: uuid<CustomerId>(61) });
    await store.commit([putMerchant, put(CUSTOMER)]);
    await assertRefused(store.commit([twin]), twin, /^Phone number is taken: \+919876543210$/);
    const other = put({ ...CUSTOMER, phone: "+911111111111" });
    await assertRefused(store.commit([other]), other, /^Customer has another merchant or phone /);
  });

  promised("customers.of() lists by phone number, customers.find() finds one", async (store) => {
    const second: Customer = { ...CUSTOMER, id: uuid<CustomerId>(61), phone: "+15550100" };
    await store.commit([putMerchant, putOther, put(CUSTOMER, 5), put(second), move({ coins: 7 })]);
    const known = {
      customer: CUSTOMER,
      seededCoins: 5,
      balances: { ...NOTHING, ISSUED: -7, AVAILABLE: 7 },
      debt: 0,
    };
    const unknown = { customer: second, seededCoins: 0, balances: NOTHING, debt: 0 };
    assert.deepEqual((await store.customers.of(M1, NO_PREFIX_FILTER, { limit: 1000 })).rows, [
      unknown,
      known,
    ]);
    assert.deepEqual((await store.customers.of(M2, NO_PREFIX_FILTER, { limit: 1000 })).rows, []);
    assert.deepEqual(await store.customers.find(CUSTOMER.id), known);
    assert.equal(await store.customers.find(uuid<CustomerId>(62)), null);
  });

  promised("customer.add is refused for an id or phone that is there", async (store) => {
    const add = (over: Partial<Customer> = {}): Change => ({
      kind: "customer.add",
      customer: { ...CUSTOMER, ...over },
    });
    await store.commit([putMerchant, putOther, add(), add({ id: uuid(63), merchantId: M2 })]);
    assert.deepEqual(await store.customers.find(CUSTOMER.id), {
      customer: CUSTOMER,
      seededCoins: 0,
      balances: NOTHING,
      debt: 0,
    });
    const sameId = add({ phone: "+15550100" });
    await assertRefused(store.commit([sameId]), sameId, /^Customer id is taken: /);
    const samePhone = add({ id: uuid<CustomerId>(61) });
    await assertRefused(store.commit([samePhone]), samePhone, /^Phone number is taken: \+9198/);
    const stray = add({ id: uuid<CustomerId>(61), merchantId: uuid<MerchantId>(9) });
    await assertRefused(store.commit([stray]), stray, /^Merchant of the customer is not known: /);
  });
}

function coins(promised: Promised): void {
  promised("coins.move takes from one account what it gives to another", async (store) => {
    await store.commit([putMerchant, put(CUSTOMER), move({})]);
    await store.commit([move({ from: "AVAILABLE", to: "PROCESSING", coins: 200 })]);
    await store.commit([move({ from: "PROCESSING", to: "USED", coins: 150 })]);
    assert.deepEqual(await balances(store), {
      ISSUED: -500,
      AVAILABLE: 300,
      PROCESSING: 50,
      USED: 150,
    });
  });

  promised("coins.move is refused below zero, for every account but the shop's", async (store) => {
    await store.commit([putMerchant, put(CUSTOMER), move({ coins: 10 })]);
    for (const from of ["AVAILABLE", "PROCESSING", "USED"] as const) {
      const tooMany = move({ from, to: "ISSUED", coins: 11 });
      await assertRefused(store.commit([tooMany]), tooMany, /^Too few coins in [A-Z]+: 11$/);
    }
    assert.deepEqual(await balances(store), { ...NOTHING, ISSUED: -10, AVAILABLE: 10 });
  });

  promised("coins.move happens once for a session and reason", async (store) => {
    const earned = { sessionId: sid(1), reason: "earned", coins: 3 };
    const again = move(earned);
    await store.commit([putMerchant, put(CUSTOMER), move(earned)]);
    await assertRefused(store.commit([again]), again, /^Session has moved coins .+: earned$/);
    await store.commit([
      move({ ...earned, sessionId: sid(2) }),
      move({ ...earned, reason: "bonus" }),
      move({ ...earned, sessionId: null }),
      move({ ...earned, sessionId: null }),
    ]);
    assert.deepEqual(await balances(store), { ...NOTHING, ISSUED: -15, AVAILABLE: 15 });
  });

  promised(
    "coins.move is refused without coins, to the same account, or for nobody",
    async (store) => {
      await store.commit([putMerchant, put(CUSTOMER), move({})]);
      for (const over of [{ coins: 0 }, { coins: -1 }, { to: "ISSUED" as const }]) {
        const change = move(over);
        await assertRefused(
          store.commit([change]),
          change,
          /^Movement must be of more than 0 coins/,
        );
      }
      const stranger = move({ customerId: uuid<CustomerId>(62) });
      await assertRefused(store.commit([stranger]), stranger, /^Customer is not known: /);
      assert.deepEqual(await balances(store), { ...NOTHING, ISSUED: -500, AVAILABLE: 500 });
    },
  );
}

function debts(promised: Promised): void {
  const owe = (coins: number): Change => {
    const taken = move({ from: "AVAILABLE", to: "ISSUED", coins });
    return taken.kind === "coins.move" ? { ...taken, asDebt: true } : taken;
  };
  const coinsOf = async (store: Store) => {
    const stored = await store.customers.byPhone(M1, PHONE);
    return [stored?.balances.AVAILABLE, stored?.debt, stored?.balances.ISSUED];
  };

  promised("coins.move as a debt takes coins that are not there, and only these", async (store) => {
    await store.commit([putMerchant, put(CUSTOMER), move({ coins: 10 })]);
    const early = owe(1);
    await assertRefused(store.commit([early]), early, /^Coins in AVAILABLE are taken first$/);
    await store.commit([move({ from: "AVAILABLE", to: "ISSUED", coins: 10 }), owe(7), owe(5)]);
    assert.deepEqual(await coinsOf(store), [0, 12, 12]);
  });

  promised("coins.move to AVAILABLE pays the debt first, from every account", async (store) => {
    const begun = [move({ coins: 30 }), move({ from: "AVAILABLE", to: "PROCESSING", coins: 30 })];
    const used = move({ from: "PROCESSING", to: "USED", coins: 20 });
    await store.commit([putMerchant, put(CUSTOMER), ...begun, used, owe(40)]);
    await store.commit([move({ from: "PROCESSING", to: "AVAILABLE", coins: 10 })]);
    assert.deepEqual(await coinsOf(store), [0, 30, 10]);
    await store.commit([move({ from: "USED", to: "AVAILABLE", coins: 20 })]);
    assert.deepEqual(await coinsOf(store), [0, 10, 10]);
    await store.commit([move({ coins: 25 })]);
    assert.deepEqual(await coinsOf(store), [15, 0, -15]);
  });

  promised("coins.move takes nothing from AVAILABLE while there is a debt", async (store) => {
    const hold = move({ from: "AVAILABLE", to: "PROCESSING", coins: 1 });
    await store.commit([putMerchant, put(CUSTOMER), owe(2)]);
    await assertRefused(store.commit([hold]), hold, /^Too few coins in AVAILABLE: 1$/);
    const paid = [move({ coins: 2 }), hold];
    await assertRefused(store.commit(paid), hold, /^Too few coins in AVAILABLE: 1$/);
    await store.commit([move({ coins: 3 }), hold]);
    assert.deepEqual(await coinsOf(store), [0, 0, -1]);
  });

  promised("customer.erase writes a debt off with an entry of the ledger", async (store) => {
    await store.commit([putMerchant, put(CUSTOMER), move({ coins: 5, reason: "for Asha" })]);
    await store.commit([move({ from: "AVAILABLE", to: "ISSUED", coins: 5 }), owe(40)]);
    const entry = { entryId: uuid(7900), at: NOW + 5 };
    const erase: Change = {
      kind: "customer.erase",
      customerId: CUSTOMER.id,
      onlyIdle: true,
      ...entry,
    };
    await store.commit([erase]);
    const stored = await store.customers.find(CUSTOMER.id);
    assert.deepEqual([stored?.balances, stored?.debt], [NOTHING, 0]);
    assert.deepEqual((await store.customers.movements(CUSTOMER.id)).at(-1), {
      id: entry.entryId,
      customerId: CUSTOMER.id,
      from: "ISSUED",
      to: "AVAILABLE",
      coins: 40,
      reason: "debt-written-off",
      sessionId: null,
      at: entry.at,
    });
  });
}

function ledger(promised: Promised): void {
  promised("customers.movements() lists a customer's ledger, oldest first", async (store) => {
    const entries = [
      move({ at: NOW + 2, reason: "bonus" }),
      move({ at: NOW, sessionId: sid(1), coins: 3 }),
      move({ at: NOW + 2, from: "AVAILABLE", to: "PROCESSING", coins: 1 }),
    ] as const;
    await store.commit([putMerchant, put(CUSTOMER), ...entries]);
    const [bonus, seed, hold] = entries;
    const movements = [seed, bonus, hold].map((entry) => "movement" in entry && entry.movement);
    assert.deepEqual(await store.customers.movements(CUSTOMER.id), movements);
    assert.deepEqual(await store.customers.movements(uuid<CustomerId>(62)), []);
  });
}
