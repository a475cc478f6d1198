import { AppError, type ErrorCode } from "../../../domain/errors.ts";
import type { BackupOptions, BackupReport } from "../../backup.ts";
import { DatabaseOpenError } from "../../open_error.ts";
import type { CopyPaths } from "./backup_copy.ts";

/** Messages of a copying thread: its progress, then its result. */
export type FromCopier =
  | { readonly kind: "progress"; readonly text: string }
  | { readonly kind: "done"; readonly report: BackupReport }
  | {
    readonly kind: "failed";
    /** Code of an {@link AppError}; null for other errors. */
    readonly code: ErrorCode | null;
    /** True if the database could not be opened. */
    readonly isOpening: boolean;
    readonly message: string;
  };

/**
 * Copies a database on another thread, so that this one can interrupt it.
 *
 * @throws {AppError} `error.unavailable` if it was interrupted or the copy is damaged
 * @throws {DatabaseOpenError} if there is no database of this program
 */
export async function copyOnThread(
  copying: CopyPaths,
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
    // An unhandled error would end the process and leave files.
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
