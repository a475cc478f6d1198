import { join } from "node:path";
import { z } from "zod";
import { cartBody, stepsOf } from "../subject/shop.ts";
import type { Children } from "./children.ts";

/** Sessions that "hot" reads are spread over. */
export const HOT = 100;

/** Sessions that go through steps: far more than connections, so that no two meet in one. */
const STEPPED = 600;

/** A database under measurement, and what the load on it is made of. */
export interface Database {
  /** Everything of it is in here. */
  readonly folder: string;
  readonly database: string;
  /** Ids of all its sessions, one a line, but of those that a measurement has created. */
  readonly allIds: string;
  /** {@link HOT} of them. */
  readonly hotIds: string;
  /** Paths and bodies of steps, in their order. */
  readonly steps: string;
  /** Paths of checkout pages, once a server has made links to them. */
  readonly pages: string;
  /** The body of Create Session. */
  readonly cart: string;
}

/** The write-ahead log has what is not in the file yet. */
const PARTS = ["", "-wal"];

const seededSchema = z.object({ secret: z.string(), added: z.int() });

/** Names the files of a database in a folder; makes none of them but the cart. */
export async function databaseIn(folder: string): Promise<Database> {
  const database = {
    folder,
    database: join(folder, "bench.db"),
    allIds: join(folder, "ids"),
    hotIds: join(folder, "hot_ids"),
    steps: join(folder, "steps"),
    pages: join(folder, "pages"),
    cart: join(folder, "cart.json"),
  };
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(database.cart, cartBody());
  return database;
}

/**
 * Adds sessions to a database, which is made where it is missing. No other process may have it open.
 *
 * @param root of the checkout whose database it is
 * @param limits how many at most, and for how many seconds
 * @returns how many it has added, and the secret of a key to the shop
 */
export async function addSessions(
  children: Children,
  root: string,
  { folder, database, allIds, hotIds, steps }: Database,
  { sessions, seconds }: { readonly sessions: number; readonly seconds: number },
): Promise<{ readonly secret: string; readonly added: number }> {
  const output = await children.run(Deno.execPath(), [
    "run",
    "--no-prompt",
    `--lock=${root}deno.lock`,
    `--allow-read=${folder}`,
    `--allow-write=${folder}`,
    // The driver of PostgreSQL reads these variables.
    ...(database.includes("://") ? ["--allow-net=127.0.0.1", "--allow-env=PG*,USER"] : []),
    `${root}bench/subject/seed.ts`,
    database,
    String(sessions),
    allIds,
    String(seconds),
  ]);
  const ids = (await Deno.readTextFile(allIds)).trimEnd().split("\n");
  await Deno.writeTextFile(hotIds, `${spread(ids, HOT).join("\n")}\n`);
  await Deno.writeTextFile(steps, stepsOf(spread(ids.toReversed(), STEPPED)));
  return seededSchema.parse(JSON.parse(output));
}

/** So many of them from the whole of a list: neighbours would share their pages in the file. */
export function spread(ids: readonly string[], count: number): string[] {
  const step = Math.max(1, Math.floor(ids.length / count));
  return ids.filter((_, i) => i % step === 0).slice(0, count);
}

/** Copies a database that is not open anywhere, with its lists of ids. */
export async function copyDatabase(from: Database, folder: string): Promise<Database> {
  const copy = await databaseIn(folder);
  await Deno.copyFile(from.allIds, copy.allIds);
  await Deno.copyFile(from.hotIds, copy.hotIds);
  await Deno.copyFile(from.steps, copy.steps);
  for (const part of PARTS) {
    await Deno.copyFile(from.database + part, copy.database + part).catch((error) => {
      if (part === "" || !(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
  return copy;
}

/** Bytes on disk of a database. */
export async function sizeOf({ database }: Database): Promise<number> {
  let bytes = 0;
  for (const part of PARTS) {
    bytes += await Deno.stat(database + part).then(({ size }) => size, () => 0);
  }
  return bytes;
}
