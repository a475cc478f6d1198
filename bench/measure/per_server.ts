import type { Database } from "./database.ts";
import type { Server } from "./servers.ts";

/** A value for each server of a run. */
export interface PerServer<T> {
  /** A bare server: the least that any server on this runtime does. */
  readonly floor: T;
  /** The server of this checkout. */
  readonly subject: T;
  /** `bench/subject/naive.ts`; absent where it is not measured. */
  readonly naive?: T;
  /** The server of another checkout, with `--against`. */
  readonly other?: T;
}

/** A server of a run. */
export type Role = keyof PerServer<unknown>;

/** A server with the sessions that it is asked for, and a key to them. */
export interface Served {
  readonly server: Server;
  readonly database: Database;
  readonly secret: string;
  /** CPU time that a database beside the server has used so far. */
  readonly databaseCpuMicros?: () => Promise<number>;
}

/** Servers in the order in which they are measured. */
export const ROLES = ["floor", "subject", "naive", "other"] as const satisfies readonly Role[];

/** Maps the value of each server. */
export function mapServers<T, U>(
  { floor, subject, naive, other }: PerServer<T>,
  make: (value: T) => U,
): PerServer<U> {
  return {
    floor: make(floor),
    subject: make(subject),
    ...(naive === undefined ? {} : { naive: make(naive) }),
    ...(other === undefined ? {} : { other: make(other) }),
  };
}

/**
 * Calls a function for one server after another. Every other round is in reversed order: the work
 * that a server leaves behind does not always slow the same one.
 */
export async function forEachServer<T>(
  servers: PerServer<T>,
  round: number,
  call: (value: T, role: Role) => Promise<void>,
): Promise<void> {
  for (const role of round % 2 === 1 ? ROLES : ROLES.toReversed()) {
    const value = servers[role];
    if (value !== undefined) await call(value, role);
  }
}
