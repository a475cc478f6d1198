import { LOG_FORMATS, LOG_LEVELS } from "../log/log.ts";
import { setting } from "./server_config.ts";

/** The flags of the log. */
export const logFlags = {
  level: () =>
    setting("--log-level <level>", "lowest level to log")
      .choices(LOG_LEVELS).default("info" as const),
  format: () =>
    setting("--log-format <format>", "JSON lines, readable text, or auto: text on a terminal")
      .choices(LOG_FORMATS).default("auto" as const),
} as const;
