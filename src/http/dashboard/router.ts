import { type Route, Router } from "../router.ts";
import type { DashboardPage } from "./page.ts";

/** Finds pages: a fixed name in a path goes before a parameter in its place. */
export function dashboardRouter(pages: readonly DashboardPage[]): Router<DashboardPage> {
  return new Router([...pages].sort((a, b) => compare(a.path, b.path)));
}

/** A page of the dashboard with the parameters of its path. */
export type DashboardRoute = Route<DashboardPage>;

function compare(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = Number(a[i]?.startsWith("{")) - Number(b[i]?.startsWith("{"));
    if (order !== 0) return order;
  }
  return 0;
}
