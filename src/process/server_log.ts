import { unknownVariables } from "../command/variables.ts";
import type { Terminal } from "../command/sink.ts";
import type { ServerConfig } from "./config/server_config.ts";
import { instanceOf } from "./config/servers_flags.ts";
import { EFFECTS } from "./machine/effects.ts";
import { colorsOf } from "./machine/terminal.ts";
import { createLogger, type Logger } from "./log/log.ts";

/** Creates the server's log, which begins with a warning about variables that have no effect. */
export function serverLog(
  config: ServerConfig,
  terminal: Terminal,
  write: (text: string) => Promise<void>,
): Logger {
  const logger = createLogger({
    level: config.logLevel,
    format: config.logFormat,
    instance: instanceOf(config),
    now: EFFECTS.now,
    terminal: colorsOf(terminal),
    write,
  });
  const warning = unknownVariables(terminal.env);
  if (warning !== undefined) logger.warn(warning);
  return logger;
}
