import { isUrl, readDatabaseUrl, shownDatabase } from "./database_url.ts";
import { AppError } from "../domain/errors.ts";
import { type CopyReport, copyRows, type CopySource, type CopyTarget } from "./copy/copy.ts";
import { requireFile } from "./sqlite/file/connect.ts";
import { sqliteCopySource, sqliteCopyTarget } from "./sqlite/maintenance/copy_ends.ts";
import type { HeldLock } from "./maintenance.ts";

/** Injected dependencies of {@link copyBetween}. */
export interface CopyDeps {
  /** Locks a file against every other process; throws if one has it open. */
  readonly lock: (path: string) => HeldLock;
  readonly env: (name: string) => string | undefined;
  readonly onProgress: (text: string) => void;
}

/**
 * Copies a database to another one, which is new or empty, between both engines. Neither may be in
 * use. Servers refuse the target until the copy is complete; after a failure it is copied again.
 *
 * @throws {AppError} `error.conflict` if one is in use, the target has data, or the source has
 *   another schema version
 */
export async function copyBetween(
  from: string,
  to: string,
  deps: CopyDeps,
): Promise<CopyReport> {
  if (from === to) {
    throw new AppError("error.invalid-request", `Cannot copy to itself: ${shownDatabase(from)}`);
  }
  return await withSource(
    from,
    deps,
    (source) => withTarget(to, deps, (target) => copyRows(source, target, deps.onProgress)),
  );
}

async function withSource<T>(
  database: string,
  { lock, env }: CopyDeps,
  work: (source: CopySource) => Promise<T>,
): Promise<T> {
  if (isUrl(database)) {
    const { connected } = await import("./postgres/maintenance/maintenance.ts");
    const { postgresCopySource } = await import("./postgres/maintenance/copy_ends.ts");
    const url = readDatabaseUrl(database, env);
    return await connected(
      url,
      async (connection) => await work(await postgresCopySource(connection, url.shown)),
    );
  }
  requireFile(database);
  using _held = heldBy(lock(database));
  const source = sqliteCopySource(database);
  try {
    return await work(source);
  } finally {
    source.close();
  }
}

async function withTarget<T>(
  database: string,
  { lock, env }: CopyDeps,
  work: (target: CopyTarget) => Promise<T>,
): Promise<T> {
  if (isUrl(database)) {
    const { connected } = await import("./postgres/maintenance/maintenance.ts");
    const { postgresCopyTarget } = await import("./postgres/maintenance/copy_ends.ts");
    const url = readDatabaseUrl(database, env);
    return await connected(
      url,
      async (connection) => await work(await postgresCopyTarget(connection, url.shown)),
    );
  }
  using _held = heldBy(lock(database));
  const target = sqliteCopyTarget(database);
  try {
    return await work(target);
  } finally {
    target.close();
  }
}

function heldBy(lock: HeldLock): Disposable {
  return { [Symbol.dispose]: () => lock.release() };
}
