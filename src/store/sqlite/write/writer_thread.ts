import {
  type BatchResult,
  type BatchTarget,
  reasonAfter,
  type TidyFailure,
} from "../../commit/batch.ts";
import type { StatementData } from "../../commit/plan/statement.ts";
import { DurabilityLost } from "../../errors.ts";
import type { FileId } from "./in_place.ts";

/** Messages to a writer's thread. */
export type ToWriter =
  | {
    readonly kind: "open";
    readonly path: string;
    readonly busyTimeoutMs: number;
    readonly retryForMs: number;
    readonly database?: FileId | undefined;
  }
  | { readonly kind: "write"; readonly batch: readonly (readonly StatementData[])[] }
  | { readonly kind: "close" };

/** Answers of the thread, one per message, in order. */
type Answer =
  | BatchResult
  | { readonly kind: "opened" }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "closed" };

/** Messages of the thread: its answers, and failures to copy the log. */
export type FromWriter = Answer | { readonly kind: "untidy"; readonly failure: TidyFailure };

/** Time limits of a writer thread. */
export interface WriterThreadOptions {
  /** Time that the thread itself waits for a lock, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Time for which opening is retried, in milliseconds. */
  readonly retryForMs: number;
  /** The opened file of the database (default: the file that the path names now). */
  readonly database?: FileId | undefined;
}

const ENDED = "The writer thread has ended";

/**
 * Writes batches on another thread, over a connection of its own. Posted rows are copied, which is
 * cheap.
 */
export class WriterThread implements BatchTarget {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  #answer: PromiseWithResolvers<Answer> | null = null;
  #lost: DurabilityLost | null = null;
  readonly #ended = Promise.withResolvers<DurabilityLost>();
  #isOpening = false;
  readonly #opened = Promise.withResolvers<void>();

  #closing: Promise<void> | null = null;

  /**
   * Starts the thread, without opening a database.
   *
   * @param start replaces the thread's program in tests
   */
  constructor(start: () => Worker = startWriter) {
    this.#worker = start();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#port.onmessage = ({ data }: MessageEvent<FromWriter>) => this.#take(data);
    this.#worker.onerror = (event) => {
      // An unhandled error would end the process without answering clients.
      event.preventDefault();
      this.#fail(event.message);
    };
    this.#worker.postMessage(null, [port2]);
  }

  /**
   * Opens the database on the thread. Writes wait for it.
   *
   * @returns when it is open, or opening has failed and nothing can be written
   */
  async open(path: string, options: WriterThreadOptions): Promise<void> {
    this.#isOpening = true;
    try {
      const answer = await this.#ask({ kind: "open", path, ...options });
      if (answer.kind !== "opened") this.#fail(messageOf(answer));
    } catch {
      // Writes report that the thread has ended.
    }
    this.#opened.resolve();
  }

  get lost(): Promise<DurabilityLost> {
    return this.#ended.promise;
  }

  /** @throws {DurabilityLost} if the thread has ended by itself */
  async write(batch: readonly (readonly StatementData[])[]): Promise<BatchResult> {
    await this.#opened.promise;
    const answer = await this.#ask({ kind: "write", batch });
    switch (answer.kind) {
      case "done":
      case "displaced":
      case "upgraded":
      case "damaged":
      case "busy":
      case "failed":
      case "lost":
        return answer;
      default:
        throw new Error(`The writer answered a batch with: ${answer.kind}`);
    }
  }

  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  async #close(): Promise<void> {
    if (this.#isOpening) await this.#opened.promise;
    await this.#ask({ kind: "close" }).catch(() => {});
    this.#lost ??= new DurabilityLost(ENDED, { cause: new Error("It was closed") });
    this.#port.close();
    this.#worker.terminate();
  }

  #ask(message: ToWriter): Promise<Answer> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    if (this.#answer !== null) return Promise.reject(new Error("The writer is at work already"));
    this.#answer = Promise.withResolvers();
    this.#port.postMessage(message);
    return this.#answer.promise;
  }

  #take(message: FromWriter): void {
    if (message.kind === "untidy") return this.#lose(reasonAfter(message.failure));
    const answer = this.#answer;
    this.#answer = null;
    answer?.resolve(message);
  }

  #fail(message: string): void {
    this.#lose(new DurabilityLost(ENDED, { cause: new Error(message) }));
  }

  #lose(reason: DurabilityLost): void {
    if (this.#lost !== null) return;
    this.#lost = reason;
    this.#answer?.reject(reason);
    this.#answer = null;
    this.#ended.resolve(reason);
  }
}

function startWriter(): Worker {
  return new Worker(new URL("./writer_worker.ts", import.meta.url), { type: "module" });
}

function messageOf(answer: Answer): string {
  return "message" in answer ? answer.message : `It answered: ${answer.kind}`;
}
