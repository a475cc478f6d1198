import { RegExpRouter } from "hono/router/reg-exp-router";
import type { Operation } from "./operation.ts";

/** An operation's place: a method, and a path in OpenAPI's notation. */
type Placed = Pick<Operation, "method" | "path">;

/** The operation of a request, and its path parameters exactly as sent. */
export interface Route<Found extends Placed = Operation> {
  readonly operation: Found;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the operation for a method and a path. */
export class Router<Found extends Placed = Operation> {
  readonly #router = new RegExpRouter<Found>();
  readonly #methods: ReadonlySet<string>;

  constructor(operations: readonly Found[]) {
    for (const operation of operations) {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
      this.#router.add(operation.method, path, operation);
    }
    this.#methods = new Set(operations.map(({ method }) => method));
  }

  /** @returns undefined for an unknown path or method */
  find(method: string, path: string): Route<Found> | undefined {
    const [[found], stash = []] = this.#router.match(method, path);
    if (found === undefined) return undefined;
    const [operation, places] = found;
    const params: Record<string, string> = {};
    for (const name in places) {
      const place = places[name] ?? "";
      params[name] = typeof place === "number" ? stash[place] ?? "" : place;
    }
    return { operation, params };
  }

  /** Methods of the operations at a path; none for an unknown path. */
  methodsOf(path: string): string[] {
    return [...this.#methods].filter((method) => this.find(method, path) !== undefined);
  }
}
