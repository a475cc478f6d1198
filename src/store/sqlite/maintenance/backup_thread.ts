import { AppError, type ErrorCode } from "../../../domain/errors.ts";
import type { BackupOptions, BackupReport } from "../../maintenance.ts";
import { DatabaseOpenError } from "../file/errors.ts";
import type { Copying } from "./backup_copy.ts";

/** Messages of a thread that copies: its progress, and once its result. */
export type FromCopier =
  | { readonly kind: "progress"; readonly text: string }
  | { readonly kind: "done"; readonly report: BackupReport }
  | {
    readonly kind: "failed";
    /** Of an {@link AppError}; null of any other error. */
    readonly code: ErrorCode | null;
    /** True when the database could not be opened. */
    readonly isOpening: boolean;
    readonly message: string;
  };

/**
 * Copies a database on a thread of its own, so that this one can be told to end it.
 *
 * @throws {AppError} `error.unavailable` when the signal came, or the copy is damaged
 * @throws {DatabaseOpenError} when there is no database of ours
 */
export async function copyOnThread(
  copying: Copying,
  { onProgress, signal }: Pick<BackupOptions, "onProgress" | "signal">,
): Promise<BackupReport> {
  const { promise, resolve, reject } = Promise.withResolvers<BackupReport>();
  const interrupt = () => reject(new AppError("error.unavailable", "The backup was interrupted"));
  if (signal?.aborted) interrupt();
  signal?.addEventListener("abort", interrupt);
  const worker = new Worker(new URL("./backup_worker.ts", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<FromCopier>) => {
    if (data.kind === "done") return resolve(data.report);
    if (data.kind === "failed") return reject(failure(data));
    try {
      onProgress(data.text);
    } catch (error) {
      reject(error);
    }
  };
  worker.onerror = (event) => {
    // Unhandled it would end the process, and what was begun would stay.
    event.preventDefault();
    reject(new Error(event.message));
  };
  worker.postMessage(copying, [port2]);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener("abort", interrupt);
    port1.close();
    worker.terminate();
  }
}

function failure({ code, isOpening, message }: FromCopier & { readonly kind: "failed" }): Error {
  if (isOpening) return new DatabaseOpenError(message);
  return code === null ? new Error(message) : new AppError(code, message);
}
