import type { Route } from "../router.ts";
import type { DashboardPage } from "./page.ts";

/** A page of the dashboard with the parameters of its path. */
export type DashboardRoute = Route<DashboardPage>;

/**
 * Finds pages by comparing all paths, of which there are few. The router of the API refuses a fixed
 * name beside a parameter: `/coupons/new` and `/coupons/{coupon}`.
 */
export interface DashboardRouter {
  /** @returns undefined for an unknown path or method */
  find(method: string, path: string): DashboardRoute | undefined;
  /** Methods of the pages at a path; none for an unknown path. */
  methodsOf(path: string): string[];
}

/** Makes the router of pages: a fixed name in a path goes before a parameter in its place. */
export function dashboardRouter(pages: readonly DashboardPage[]): DashboardRouter {
  const placed = [...pages].sort((a, b) => compare(a.path, b.path))
    .map((operation) => ({ operation, names: operation.path.split("/") }));
  const at = (path: string) => {
    const parts = path.split("/");
    return placed.flatMap(({ operation, names }) => {
      const params = matched(names, parts);
      return params === undefined ? [] : [{ operation, params }];
    });
  };
  return {
    find: (method, path) => at(path).find(({ operation }) => operation.method === method),
    methodsOf: (path) => [...new Set(at(path).map(({ operation }) => operation.method))],
  };
}

/** The parameters of a path, exactly as sent; undefined for another path. */
function matched(
  names: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (names.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const part = parts[i] ?? "";
    if (!name.startsWith("{")) {
      if (name !== part) return undefined;
    } else if (part === "") return undefined;
    else params[name.slice(1, -1)] = part;
  }
  return params;
}

function compare(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = Number(a[i]?.startsWith("{")) - Number(b[i]?.startsWith("{"));
    if (order !== 0) return order;
  }
  return 0;
}
