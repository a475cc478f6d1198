import type { Calls } from "../command/calls.ts";
import type { Subject } from "../domain/caller.ts";
import { DASHBOARD_HOST, DASHBOARD_PORT } from "../command/dashboard_options.ts";
import { shellWord } from "../demo/curl.ts";
import { signInUrl } from "../service/people/people.ts";
import { shownDatabase } from "../store/database_url.ts";
import type { ServerConfig } from "./config/server_config.ts";
import type { Logger } from "./log/log.ts";
import { VERSION } from "./program.ts";
import type { Services } from "../service/services.ts";

/** The server itself, for the demo shop that it creates. */
const SERVER: Subject = { kind: "operator", label: "checkoutd --demo" };

/** The content of the announcement and its outputs. */
export interface Announcement {
  readonly config: ServerConfig;
  readonly services: Services;
  readonly logger: Logger;
  /** Calls of the programs. */
  readonly calls: Calls;
  /** Writes to stdout, beside the log. */
  readonly print: (text: string) => Promise<void>;
}

/**
 * Logs where the server listens, and with `--demo` prints commands to try. It never throws: a shop
 * that cannot be read is an error in the log, and the others are served.
 */
export async function announce(url: string, announcement: Announcement): Promise<void> {
  const { config, services, logger, print, calls } = announcement;
  // A browser cannot open a Unix socket.
  const docs = /^https?:/.test(url) ? { docs: `${url}/docs` } : {};
  logger.info("listening", { url, ...docs, database: shownDatabase(config.db), version: VERSION });
  try {
    if (config.demo) return await printDemo(url, { config, services, calls, print });
    if ((await services.merchants.list()).length === 0) {
      logger.warn(`No shops yet: create one with ${calls.checkoutctl} init, or start with --demo`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error(
      config.demo
        ? `Cannot create or read the demo shop: check the database with ${calls.checkoutctl} db check`
        : `Cannot read the shops: find the row with ${calls.checkoutctl} db check`,
      { reason },
    );
  }
}

async function printDemo(
  url: string,
  { config, services, calls, print }: Pick<
    Announcement,
    "config" | "services" | "calls" | "print"
  >,
): Promise<void> {
  // Loaded on demand, to keep the start of other servers short.
  const { demoCart, demoCommands, demoGuide, demoShops } = await import("../demo/demo.ts");
  const { demoLink, demoPayments, demoSignIn, seedDemo } = await import("../service/shop/demo.ts");
  const demo = await seedDemo(services, demoShops(), SERVER);
  const hasProvider = await demoPayments(services, demo, SERVER);
  const link = await demoLink(services, demo, demoCart());
  const page = link === null ? null : { link, hasProvider };
  const guide = demoGuide(demo, demoCommands(demo.secret, url), page);
  const { dashboardPort: port = DASHBOARD_PORT, dashboardPort } = config;
  const signIn = signInUrl(
    `http://${DASHBOARD_HOST}:${port}`,
    await demoSignIn(services, SERVER),
  );
  const serve = dashboardPort === undefined
    ? `: serve it in another terminal, and open the link within 15 minutes\n` +
      `${calls.checkoutctl} --db ${shellWord(shownDatabase(config.db))} dashboard\n`
    : `: open the link within 15 minutes\n`;
  await print(
    `\n${guide}\n# 4. See the dashboard${serve}\n${signIn}\n\nServing on ${url}; API documentation at ${url}/docs; stop with Ctrl-C.\n\n`,
  );
}
