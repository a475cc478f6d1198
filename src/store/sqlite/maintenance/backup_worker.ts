/**
 * The copying thread: SQLite's copying blocks its thread, and the main thread must stay free for
 * signals. Started by `copyOnThread`.
 */
import { AppError } from "../../../domain/errors.ts";
import { DatabaseOpenError } from "../../open_error.ts";
import { messageOf } from "../file/errors.ts";
import { copyDatabase, type CopyPaths } from "./backup_copy.ts";
import type { FromCopier } from "./backup_thread.ts";

globalThis.addEventListener("message", (event) => {
  if (!(event instanceof MessageEvent)) return;
  const [port] = event.ports;
  if (port !== undefined) void copyFor(port, event.data);
}, { once: true });

async function copyFor(port: MessagePort, copying: CopyPaths): Promise<void> {
  const tell = (message: FromCopier) => port.postMessage(message);
  try {
    const report = await copyDatabase(copying, (text) => tell({ kind: "progress", text }));
    tell({ kind: "done", report });
  } catch (error) {
    // Posting an error loses its class.
    const code = error instanceof AppError ? error.code : null;
    const isOpening = error instanceof DatabaseOpenError;
    tell({ kind: "failed", code, isOpening, message: messageOf(error) });
  }
}
