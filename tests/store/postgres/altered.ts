import assert from "node:assert/strict";
import type { Store } from "../../../src/store/store.ts";
import type { PostgresServer } from "../../support/postgres.ts";

/** Parts of a store that do not read tables. */
const OTHERS = ["writes", "file", "shared", "commit", "close"];
/** Reads of no table. */
const OF_NO_TABLE = ["health.queueDepth", "health.bytes"];

/** Adds a column with a value to every table, as a migration of a later version does. */
export async function alterAll(
  { sql }: Pick<PostgresServer, "sql">,
  database: string,
  column: string,
): Promise<void> {
  await sql(
    database,
    `DO $$
    DECLARE
      name text;
    BEGIN
      FOR name IN SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      LOOP
        EXECUTE format('ALTER TABLE %I ADD COLUMN ${column} bigint NOT NULL DEFAULT 7', name);
      END LOOP;
    END $$`,
  );
}

/** Names of a store's reads: `sessions.find`, `epoch`. */
export function readsOf(store: Store): Set<string> {
  const names = new Set<string>();
  for (const [part, value] of Object.entries(store)) {
    if (OTHERS.includes(part)) continue;
    if (typeof value === "function") names.add(part);
    else for (const name of methodsOf(value)) names.add(`${part}.${name}`);
  }
  return names.difference(new Set(OF_NO_TABLE));
}

function methodsOf(part: object): string[] {
  const own = Object.keys(part).filter((name) => Reflect.get(part, name) instanceof Function);
  const ofClass = Object.getOwnPropertyNames(Object.getPrototypeOf(part));
  const isPlain = Object.getPrototypeOf(part) === Object.prototype;
  return isPlain ? own : ofClass.filter((name) => name !== "constructor");
}

/**
 * A store that runs the first call of each read twice, on the tables before and after a change, and
 * asserts that both give the same.
 *
 * @param seen names of the reads that were called
 * @param alter changes the tables
 */
export function alteredWhileRead(
  store: Store,
  seen: Set<string>,
  alter: (nth: number) => Promise<void>,
): Store {
  const twice = (name: string, read: (...given: unknown[]) => unknown) => (...given: unknown[]) => {
    if (seen.has(name) || OF_NO_TABLE.includes(name)) return read(...given);
    seen.add(name);
    const nth = seen.size;
    return (async () => {
      const before = await read(...given);
      await alter(nth);
      const after = await read(...given);
      assert.equal(shown(after), shown(before), `${name} after a migration`);
      return after;
    })();
  };
  const parts = Object.entries(store).map(([part, value]) => {
    if (OTHERS.includes(part)) return [part, value];
    if (typeof value === "function") return [part, twice(part, value.bind(store))];
    const methods = methodsOf(value)
      .map((name) => [name, twice(`${part}.${name}`, Reflect.get(value, name).bind(value))]);
    return [part, Object.fromEntries(methods)];
  });
  return Object.fromEntries(parts);
}

/**
 * Results have functions, which are never equal. Rows that no query puts in order, as those of a map,
 * come in the order of the plan, which a change of the tables may change.
 */
function shown(value: unknown): string {
  if (value instanceof Map) return [...value].map(shown).sort().join();
  return Deno.inspect(value, { depth: 9, iterableLimit: Infinity, strAbbreviateSize: Infinity });
}
