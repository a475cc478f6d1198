import type { Int64 } from "../../domain/ids.ts";
import { PARAM_TYPES, type ParamType, typeOfParam } from "../sql/param_types.ts";

/** Types of parameters, with the values that they take. */
interface TypeValues extends Record<ParamType, unknown> {
  readonly text: string;
  readonly bigint: number;
  readonly smallint: boolean | number;
  /** A 64-bit id, which a number cannot hold. */
  readonly int64: Int64;
  readonly bytea: string;
  readonly "text[]": readonly string[];
  readonly "bigint[]": readonly number[];
  readonly "int64[]": readonly Int64[];
}

type Bare<Name extends string> = Name extends `${infer Of}?` ? Of : Name;
type TypeOf<Name extends string> = Name extends keyof typeof PARAM_TYPES
  ? (typeof PARAM_TYPES)[Name]
  : "text";

/** A value of any parameter. */
export type QueryValue = TypeValues[ParamType] | null;

/** Values of parameters by name; only one whose name is declared with `?` may be null. */
export type ParamValues<Name extends string> = {
  readonly [Given in Name as Bare<Given>]:
    | TypeValues[TypeOf<Bare<Given>>]
    | (Given extends `${string}?` ? null : never);
};

/** A parameter of a query. */
export interface Parameter {
  readonly name: string;
  readonly type: ParamType;
}

/** `:name`, also behind the IN of a list. */
const USED = /(?:\b(NOT )?IN )?(?<![:\w]):([a-z]\w*)/g;

/**
 * Reads the declared names of parameters, of which an engine uses some.
 *
 * @throws {Error} for one that no engine uses
 */
export function parametersOf(names: readonly string[], text: string, all: string): Parameter[] {
  const [used, known] = [usedIn(text), usedIn(all)];
  return names.map((declared) => {
    const name = declared.replace(/\?$/, "");
    if (!known.has(name)) throw new Error(`Unused parameter ${name} in: ${text}`);
    return { name, type: typeOfParam(name) } as const;
  }).filter(({ name }) => used.has(name));
}

function usedIn(text: string): Set<string | undefined> {
  return new Set([...text.matchAll(USED)].map(([, , name]) => name));
}

/** SQL of an engine for a parameter. */
export interface Placeholders {
  /** A value, by its place from 1. */
  readonly value: (place: number, type: ParamType) => string;
  /** Condition of being in the list, or not in it. */
  readonly isIn: (place: number, type: ParamType, not: boolean) => string;
}

/**
 * Writes the parameters of a query as an engine does.
 *
 * @throws {Error} for a name that is not declared
 */
export function withPlaces(
  text: string,
  parameters: readonly Parameter[],
  { value, isIn }: Placeholders,
): string {
  return text.replaceAll(USED, (whole, not: string | undefined, name: string) => {
    const index = parameters.findIndex((one) => one.name === name);
    const type = parameters[index]?.type;
    if (type === undefined) throw new Error(`Undeclared parameter :${name} in: ${text}`);
    return whole.startsWith(":")
      ? value(index + 1, type)
      : isIn(index + 1, type, not !== undefined);
  });
}
