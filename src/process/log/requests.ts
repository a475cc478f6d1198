import type { RequestEntry } from "../../web/request_context.ts";
import type { Logger } from "./log.ts";

/** Log of requests: those that the server failed are errors. */
export function requestLog(logger: Pick<Logger, "error" | "info">): (entry: RequestEntry) => void {
  return (entry) => logger[entry.status >= 500 ? "error" : "info"]("request", entry);
}
