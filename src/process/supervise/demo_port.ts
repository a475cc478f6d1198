import { DASHBOARD_HOST, DASHBOARD_PORT } from "../../command/dashboard_options.ts";
import type { ServerConfig } from "../config/server_config.ts";

/** Ports after those that the pages of demos take. */
const PORTS = [DASHBOARD_PORT, ...Array.from({ length: 20 }, (_, i) => 8190 + i)];

/**
 * The arguments that give a demo a dashboard, on a port of this machine that nothing answers on; none
 * for other servers, and for a demo that says where its dashboard is. It only connects: the supervisor
 * never listens.
 */
export async function demoDashboardArgs(
  { demo, dashboardPort, port, checkoutPort, metricsPort }: Pick<
    ServerConfig,
    "demo" | "dashboardPort" | "port" | "checkoutPort" | "metricsPort"
  >,
): Promise<readonly string[]> {
  if (!demo || dashboardPort !== undefined) return [];
  const own = [port, checkoutPort, metricsPort];
  for (const one of PORTS) {
    if (!own.includes(one) && !await isTaken(one)) return [`--dashboard-port=${one}`];
  }
  return [];
}

async function isTaken(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: DASHBOARD_HOST, port })).close();
    return true;
  } catch {
    return false;
  }
}
