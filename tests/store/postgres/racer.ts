/**
 * A process of racers. Each line of its input is a race, rounds that run at once, and its first
 * racer; it answers in a line how many commits stood, were refused, and failed.
 *
 * usage: racer.ts URL [naive]
 */
import { CommitRefused } from "../../../src/store/store.ts";
import { readDatabaseUrl } from "../../../src/store/database_url.ts";
import type { StatementData } from "../../../src/store/commit/plan/statement.ts";
import { planCommit } from "../../../src/store/commit/plan/plan.ts";
import { PgConnection } from "../../../src/store/postgres/connection/client.ts";
import { openPostgresStore } from "../../../src/store/postgres/open_store.ts";
import { encodeCommit } from "../../../src/store/postgres/write/encode.ts";
import { WRITE_FUNCTION } from "../../../src/store/postgres/write/function.ts";
import type { Change } from "../../../src/domain/changes.ts";
import { PROCESSES, type Race, RACERS } from "./race.ts";
import { ALL_RACES, type RaceName } from "./races.ts";

type Commits = readonly (readonly Change[])[];

/** Result of some racers. */
export interface RaceResult {
  readonly stood: number;
  readonly refused: number;
  /** Messages of other errors. */
  readonly failed: readonly string[];
}

const [address = "", mode] = Deno.args;
const url = readDatabaseUrl(address, () => undefined);

/** The same statements, each sent alone in a transaction of a connection, without locks before. */
async function naively(): Promise<(commits: Commits) => Promise<RaceResult>> {
  const connections = await Promise.all(
    Array.from(
      { length: RACERS / PROCESSES },
      () => PgConnection.open(url, { connectMs: 5000, queryMs: 10_000 }),
    ),
  );
  return async (commits) => {
    const ends = await Promise.all(
      commits.map((changes, i) => transact(connections[i]!, planCommit(changes).posted)),
    );
    const failed = ends.filter((end) => end !== "stood" && end !== "refused");
    const stood = ends.filter((end) => end === "stood").length;
    return { stood, refused: ends.length - stood - failed.length, failed };
  };
}

/** @returns `stood`, `refused` or the message of an error */
async function transact(
  connection: PgConnection,
  commit: readonly StatementData[],
): Promise<string> {
  await connection.script("BEGIN", 5000);
  try {
    for (const statement of commit) {
      const [row] = await connection.query(
        `SELECT ${WRITE_FUNCTION}($1::uuid, '{}', $2::jsonb) AS refused`,
        [crypto.randomUUID(), `[${await encodeCommit([statement])}]`],
      );
      if ((row as { readonly refused: string | null }).refused === null) continue;
      await connection.script("ROLLBACK", 5000);
      return "refused";
    }
    await connection.script("COMMIT", 5000);
    return "stood";
  } catch (error) {
    await connection.script("ROLLBACK", 5000);
    return String(error);
  }
}

async function asWritten(): Promise<(commits: Commits) => Promise<RaceResult>> {
  const store = await openPostgresStore(url);
  return async (commits) => {
    const settled = await Promise.allSettled(commits.map((changes) => store.commit(changes)));
    const reasons = settled.filter((one) => one.status === "rejected").map(({ reason }) => reason);
    const failed = reasons.filter((reason) => !(reason instanceof CommitRefused)).map(String);
    return {
      stood: settled.length - reasons.length,
      refused: reasons.length - failed.length,
      failed,
    };
  };
}

if (import.meta.main) {
  const commit = await (mode === "naive" ? naively() : asWritten());
  console.log("ready");
  const decoder = new TextDecoder();
  for await (const chunk of Deno.stdin.readable) {
    const [name, rounds, first]: [RaceName, number[], number] = JSON.parse(decoder.decode(chunk));
    const race: Race = ALL_RACES[name];
    const mine = rounds.flatMap((round) =>
      Array.from({ length: RACERS / PROCESSES }, (_, i) => race.racer(round, first + i))
    );
    console.log(JSON.stringify(await commit(mine)));
  }
  Deno.exit();
}
