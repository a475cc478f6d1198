/** Databases in files to be copied, broken and looked at. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { isCurrentView, sessionView } from "../../../src/schema/api/view.ts";
import { lockDatabase } from "../../../src/process/database/lock.ts";
import {
  type MaintenanceDeps,
  sqliteMaintenance,
} from "../../../src/store/sqlite/maintenance/maintenance.ts";
import type { CheckName, CheckReport, Maintenance } from "../../../src/store/maintenance.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import { aCustomer, NOW, uuid } from "../../support/builders.ts";
import { aMovement } from "../../support/shop.ts";
import { populate } from "../upgrade/populate.ts";
import { withFolder } from "../support.ts";

let ids = 0;

/** As `cli.ts` puts it together. */
export const PARTS: MaintenanceDeps = {
  lock: lockDatabase,
  newId: () => uuid(++ids),
  isView: (session, view) => !isCurrentView(view) || view === sessionView(session),
};

export const maintenance: Maintenance = sqliteMaintenance(PARTS);

export const QUIET = { force: false, onProgress: () => {} };

let made: Promise<Uint8Array> | undefined;

/** Runs with a folder that holds a database `checkout.db` with something of everything. */
export async function withPopulated(
  run: (path: string, folder: string) => Promise<void>,
): Promise<void> {
  // Made once: every test gets a copy.
  made ??= bytesOfPopulated();
  const bytes = await made;
  await withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    await Deno.writeFile(path, bytes);
    await run(path, folder);
  });
}

async function bytesOfPopulated(): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  await withFolder(async (folder) => {
    const path = `${folder}/checkout.db`;
    await populate({ db: path });
    bytes = await Deno.readFile(path);
  });
  return bytes!;
}

/** Changes a database behind the program's back. */
export function tamper(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  try {
    db.exec("PRAGMA foreign_keys = OFF");
    db.exec(sql);
  } finally {
    db.close();
  }
}

/** Adds a customer who owes coins: those of a cancelled order, which were spent. */
export async function addDebt(path: string, coins: number): Promise<void> {
  const store = await openSqliteStore(path);
  const [merchant] = await store.merchants.all();
  const customer = aCustomer({
    id: uuid(990),
    merchantId: merchant!.id,
    phone: "+919876500990",
  });
  const entry = { id: uuid(991), customerId: customer.id, sessionId: null, at: NOW };
  const movement = { ...entry, coins, reason: "cancel-debt" };
  await store.commit([
    { kind: "customer.add", customer },
    {
      kind: "coins.move",
      movement: aMovement({ ...movement, from: "AVAILABLE", to: "ISSUED" }),
      asDebt: true,
    },
  ]);
  await store.close();
}

/** The first row that a query finds. */
export function look(path: string, sql: string): Record<string, unknown> | undefined {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(sql).get();
  } finally {
    db.close();
  }
}

export async function check(path: string): Promise<CheckReport> {
  return await maintenance.check(path, QUIET);
}

/** The oldest order. */
export const ORDER =
  "(SELECT id FROM sessions WHERE session_state = 'COMPLETED' ORDER BY id LIMIT 1)";

/** Damage to one thing, and the finding. */
export type Damage = readonly [CheckName, what: string, sql: string, found: RegExp];

/** A test that damage is found by its check and by no other. */
export function findsAlone([name, what, sql, message]: Damage): void {
  Deno.test(`check() finds by ${name} ${what}, and nothing else`, () =>
    withPopulated(async (path) => {
      tamper(path, sql);
      const { findings, found } = await check(path);
      assert.ok(found > 0);
      assert.deepEqual([...new Set(findings.map((one) => one.check))], [name]);
      assert.match(findings[0]?.message ?? "", message);
    }));
}

/** Names in a folder, in order. */
export function namesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
}

/** Makes a database so long that copying it takes more than a moment: 12,000 pages. */
export function fill(path: string): void {
  tamper(path, "CREATE TABLE filler (a)");
  tamper(
    path,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
     INSERT INTO filler SELECT randomblob(4000) FROM n`,
  );
}
