import type { Method } from "./operation.ts";

/** An operation's place: a method, and a path in OpenAPI's notation. */
export interface RoutePlace {
  readonly method: Method;
  readonly path: string;
}

/** The operation of a request, and its path parameters exactly as sent. */
export interface Route<Found extends RoutePlace> {
  readonly operation: Found;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the operation for a method and a path. A fixed name goes before a parameter in its place:
 * `/coupons/new` before `/coupons/{coupon}`.
 */
export class Router<Found extends RoutePlace> {
  /** By the number of names in their paths, which are few each. */
  readonly #places = new Map<number, { operation: Found; names: readonly string[] }[]>();

  constructor(operations: readonly Found[]) {
    for (const operation of [...operations].sort((a, b) => rank(a.path) < rank(b.path) ? -1 : 1)) {
      const names = operation.path.split("/");
      const places = this.#places.get(names.length) ?? [];
      this.#places.set(names.length, [...places, { operation, names }]);
    }
  }

  /** @returns undefined for an unknown path or method */
  find(method: string, path: string): Route<Found> | undefined {
    const parts = path.split("/");
    for (const { operation, names } of this.#places.get(parts.length) ?? []) {
      if (operation.method !== method) continue;
      const params = matched(names, parts);
      if (params !== undefined) return { operation, params };
    }
    return undefined;
  }

  /** Methods of the operations at a path; none for an unknown path. */
  methodsOf(path: string): Method[] {
    const parts = path.split("/");
    const places = this.#places.get(parts.length) ?? [];
    const at = places.filter(({ names }) => matched(names, parts) !== undefined);
    return [...new Set(at.map(({ operation: { method } }) => method))];
  }
}

/** The parameters of a path, exactly as sent; undefined for another path. */
function matched(
  names: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (let i = 0; i < names.length; i++) {
    const [name = "", part = ""] = [names[i], parts[i]];
    if (!name.startsWith("{")) {
      if (name !== part) return undefined;
    } else if (part === "") return undefined;
    else params[name.slice(1, -1)] = part;
  }
  return params;
}

/** Orders paths of one length. */
function rank(path: string): string {
  return path.split("/").map((name) => Number(name.startsWith("{"))).join("");
}
