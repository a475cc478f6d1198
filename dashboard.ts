/** The dashboard of a database as a process: of `checkoutctl dashboard`, and beside a server. */
import type { DashboardOptions } from "./src/command/dashboard_options.ts";
import { dashboardOptions } from "./src/process/config/dashboard_flags.ts";
import type { ServerConfig } from "./src/process/config/server_config.ts";
import { type DashboardHooks, serveDashboard } from "./src/process/dashboard.ts";
import { lockDatabase } from "./src/process/database/lock.ts";
import { openedInTime } from "./src/process/database/patience.ts";
import { databaseFailure } from "./src/process/failures.ts";
import { withFlags } from "./src/process/listen/listener.ts";
import { EFFECTS } from "./src/process/machine/effects.ts";
import { pictureMaker } from "./src/pictures/maker.ts";
import { ownTerminal } from "./src/process/machine/terminal.ts";
import { SecretsKeyFile } from "./src/process/secrets/key_file.ts";
import { isCurrentView, sessionView } from "./src/schema/api/view.ts";
import { phoneOrigins } from "./src/schema/phone.ts";
import { smsRequestFromText } from "./src/schema/stored/endpoint.ts";
import { isUrl } from "./src/store/database_url.ts";
import { maintenanceOfEngines, openStore } from "./src/store/open.ts";
import { requireFile } from "./src/store/sqlite/file/connect.ts";

/** A dashboard, how it opens its database, and what it is told and tells. */
export interface DashboardRun extends DashboardHooks {
  readonly path: string;
  readonly secretsKey: string | undefined;
  readonly options: DashboardOptions;
  /** Name of the program, as a database server lists it. */
  readonly program: string;
  /** True to wait for the server beside it, which creates the database and upgrades it. */
  readonly waits: boolean;
}

/**
 * Serves the dashboard of a database until a signal or a failure ends it.
 *
 * @returns the exit code
 * @throws {DatabaseOpenError | DatabaseLockError | ListenError} when it cannot start
 */
export async function runDashboard(
  { path, secretsKey, options, program, waits, ...hooks }: DashboardRun,
): Promise<number> {
  const { env, calls } = ownTerminal();
  const client = { program, env };
  const whole = maintenanceOfEngines({
    ...client,
    now: EFFECTS.now,
    lock: lockDatabase,
    newId: EFFECTS.newId,
    isView: (session, view) => !isCurrentView(view) || view === sessionView(session),
  });
  // This process has the database open: who may open it is not asked again.
  const explained = async <T>(work: Promise<T>) =>
    await work.catch((error) => {
      throw databaseFailure(error, calls);
    });
  const given = { ...client, now: EFFECTS.now, writer: "thread", schema: "require" } as const;
  return await serveDashboard(path, options, {
    ...hooks,
    maintenance: {
      examine: (...asked) => explained(whole.examine(...asked)),
      secrets: (...asked) => explained(whole.secrets(...asked)),
    },
    keys: new SecretsKeyFile({ database: path, file: secretsKey }),
    seal: whole.seal,
    forms: { phoneOrigins, readSms: smsRequestFromText },
    makePicture: pictureMaker(),
    open: async (log) => {
      const open = async () => {
        if (!isUrl(path)) requireFile(path);
        // A restore replaces the file.
        const lock = lockDatabase(path, "shared");
        try {
          return (await openStore(path, { ...given, ...log })).store;
        } catch (error) {
          lock.release();
          throw error;
        }
      };
      return await (waits ? openedInTime(open, EFFECTS) : open());
    },
  });
}

/** Serves the dashboard beside a server with the same configuration. */
export async function runDashboardOf(
  config: ServerConfig,
  relayed: AsyncIterable<string>,
): Promise<number> {
  const { dashboardHost: host, dashboardPort: port } = config;
  return await runDashboard({
    path: config.db,
    secretsKey: config.secretsKey,
    options: dashboardOptions(config),
    program: "checkoutd",
    waits: true,
    relayed,
    log: { level: config.logLevel, format: config.logFormat },
    onListen: (url, logger) => logger.info("serving the dashboard", { dashboard_url: url }),
  }).catch((error) => {
    throw withFlags(error, `--dashboard-host ${host} --dashboard-port ${port}`);
  });
}
