import type { MaybePromise } from "../../domain/session/stored.ts";
import type { ParamType } from "../sql/param_types.ts";
import { allOf, type Engine, type Sql, sqlFor } from "../sql/sql.ts";
import {
  parametersOf,
  type ParamValues,
  type Placeholders,
  type QueryValue,
  withPlaces,
} from "./parameters.ts";

/** A SELECT with a reader of its rows. */
export interface NamedQuery<Name extends string, T> {
  /** The first row; null for no row. */
  one(values: ParamValues<Name>): MaybePromise<T | null>;
  /** All rows. */
  all(values: ParamValues<Name>): MaybePromise<T[]>;
}

/** A SELECT of one row by its id. */
export interface QueryById<T> {
  /** The row with this id; null for no row. */
  one(id: string): MaybePromise<T | null>;
}

/** A database that is read. */
export interface Reader {
  readonly engine: Engine;
  /**
   * Makes a query.
   *
   * @param names its parameters, which are `:name` in the SQL; with `?` those that may be null
   */
  query<const Name extends string, T>(
    names: readonly Name[],
    text: Sql,
    read: (row: unknown) => T,
  ): NamedQuery<Name, T>;
  /**
   * Makes a query of rows with `id = :id`. PostgreSQL, where a query costs more than its rows, reads
   * all of one turn of the event loop by one, with `id IN :ids`.
   *
   * @param key column of the id (default: `id`)
   */
  queryById<T>(text: Sql, read: (row: unknown) => T, key?: string): QueryById<T>;
}

/** How an engine runs a SELECT. */
interface EngineReads<Value> extends Pick<Reader, "engine" | "queryById"> {
  readonly placeholders: Placeholders;
  /** Makes a SELECT with parameters by place. */
  select<T>(text: string, read: (row: unknown) => T): {
    one(...values: readonly Value[]): MaybePromise<T | null>;
    all(...values: readonly Value[]): MaybePromise<T[]>;
  };
  /** A value as the engine takes it. */
  bind(value: QueryValue, type: ParamType): Value;
}

/** Makes queries by name of an engine's, which are by place. */
export function readerOf<Value>(reads: EngineReads<Value>): Reader {
  const { engine, queryById, placeholders, select, bind } = reads;
  return {
    engine,
    queryById,
    query: (names, text, read) => {
      const parameters = parametersOf(names, sqlFor(engine, text), allOf(text));
      const found = select(withPlaces(sqlFor(engine, text), parameters, placeholders), read);
      const bound = (values: Readonly<Record<string, QueryValue>>) =>
        parameters.map(({ name, type }) => bind(values[name] ?? null, type));
      return {
        one: (values) => found.one(...bound(values)),
        all: (values) => found.all(...bound(values)),
      };
    },
  };
}

/** Maps what was read: at once, if it is no promise. */
export function mapped<T, U>(
  found: MaybePromise<T>,
  map: (found: T) => MaybePromise<U>,
): MaybePromise<U> {
  return found instanceof Promise ? found.then(map) : map(found);
}

/** Two reads, which wait for each other only as promises. */
export function both<A, B>(one: MaybePromise<A>, other: MaybePromise<B>): MaybePromise<[A, B]> {
  return one instanceof Promise || other instanceof Promise
    ? Promise.all([one, other])
    : [one, other];
}
