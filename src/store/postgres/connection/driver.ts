import Client from "pg/lib/client.js";
import type { DatabaseUrl } from "../../database_url.ts";
import { passwordOf } from "./pass_file.ts";
import { messageSocket } from "./socket.ts";
import { tlsOf } from "./tls.ts";
import { COLUMN_TYPES } from "./types.ts";

/** A statement for the driver. */
export interface DriverQuery {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
}

/** Its result. */
export interface DriverResult {
  readonly rows: unknown[];
}

/** The part of `pg`'s client that is used here; the package has no types of its own. */
export interface Driver {
  readonly processID: number | null;
  readonly connection: { readonly stream: { destroy(): void } };
  connect(): Promise<unknown>;
  query(query: DriverQuery, done: (error: Error | null, result: DriverResult) => void): void;
  on(event: "error" | "end", listener: (error: Error) => void): void;
  end(): Promise<void>;
}

/** A client of the driver, which is not connected yet. */
export function driverOf(
  url: DatabaseUrl,
  { queryMs, connectMs }: { readonly queryMs: number; readonly connectMs: number },
): Driver {
  const { host, port, user, database, applicationName, prepare } = url;
  const ssl = tlsOf(url);
  const password = passwordOf(url);
  return new Client({
    host,
    port,
    user,
    database,
    // Without one (empty counts as none) the driver would read a file of the user, which the sandbox
    // forbids. A function is an answer of its own.
    password: () => password,
    ssl,
    // TLS takes a socket of its own kind.
    ...(ssl === false && { stream: messageSocket }),
    sslnegotiation: "postgres",
    client_encoding: "UTF8",
    application_name: applicationName ?? "checkoutd",
    connectionTimeoutMillis: connectMs,
    // The server ends queries after their client has given up. A pooler keeps no settings of a session.
    ...(prepare && { statement_timeout: queryMs }),
    keepAlive: true,
    pipeline: true,
    types: COLUMN_TYPES,
  });
}
