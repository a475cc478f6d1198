/** The entry of checkoutd: the server, or the supervisor of a server and a dashboard, or one of these. */
import { giveUpRun, ownArgs, ownRole } from "./src/process/supervise/role.ts";
import { type Failure, failureText } from "./src/command/failure.ts";
import { hasColors } from "./src/command/sink.ts";
import { IS_SINGLE_FILE } from "./src/process/commit.ts";
import { parseServerArgs } from "./src/process/config/config.ts";
import type { ServerConfig } from "./src/process/config/server_config.ts";
import { takeSettings } from "./src/process/config/settings_file.ts";
import { startFailure } from "./src/process/failures.ts";
import { writeText } from "./src/process/machine/sink.ts";
import { ownTerminal } from "./src/process/machine/terminal.ts";
import { obstacleOf } from "./src/process/obstacle.ts";
import { programVersion } from "./src/process/program.ts";
import {
  ownCommand,
  superviseChildren,
  supervisorLines,
} from "./src/process/supervise/children.ts";
import { demoDashboardArgs } from "./src/process/supervise/demo_port.ts";
import { SCHEMA_VERSIONS } from "./src/store/open.ts";
// Not on demand, although a supervisor does not need it: that takes a server 2 % more memory.
import { runServer } from "./server.ts";

const terminal = ownTerminal();
const settings = takeSettings({ isInstalled: IS_SINGLE_FILE, args: ownArgs, env: Deno.env });

async function start(config: ServerConfig): Promise<number> {
  const obstacle = await obstacleOf(config, settings, terminal.env);
  if (obstacle !== undefined) return await refuse(obstacle);
  if (config.waitReady !== undefined) return 0;
  if (ownRole === undefined) return await startFirst(config);
  if (ownRole === "server") return await runServer(config, supervisorLines());
  // Loaded by the process that needs it alone.
  const { runDashboardOf } = await import("./dashboard.ts");
  return await runDashboardOf(config, supervisorLines());
}

/** Supervises a server and a dashboard, or is the server where there is no dashboard. */
async function startFirst(config: ServerConfig): Promise<number> {
  const command = ownCommand(terminal.env("CHECKOUT_SELF"));
  const demoArgs = command === undefined ? [] : await demoDashboardArgs(config);
  if (config.dashboardPort === undefined && demoArgs.length === 0) {
    giveUpRun();
    return await runServer(config, undefined);
  }
  if (command !== undefined) return await superviseChildren(command, [...ownArgs, ...demoArgs]);
  const message = "--dashboard-port needs bin/checkoutd or a single file; without them, " +
    `run ${terminal.calls.checkoutctl} dashboard beside the server`;
  return await refuse({ code: "error.unavailable", message });
}

async function refuse(failure: Failure): Promise<number> {
  await writeText(Deno.stderr, failureText(failure, hasColors(terminal.stderr, terminal)));
  return 1;
}

const version = programVersion("checkoutd", SCHEMA_VERSIONS).text;
const parsed = parseServerArgs(ownArgs, { version, terminal });
if ("config" in parsed) {
  Deno.exitCode = await start(parsed.config).catch((error) =>
    refuse(startFailure(error, { path: parsed.config.db, user: terminal.env("USER") }))
  );
  // Idle connections of clients must not keep the process alive.
  Deno.exit();
} else {
  await writeText(parsed.exitCode === 0 ? Deno.stdout : Deno.stderr, parsed.text);
  Deno.exitCode = parsed.exitCode;
}
