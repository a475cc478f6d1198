/** A task that runs repeatedly, or once later. */
export interface RecurringTask {
  /** Prevents further runs; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs a task repeatedly, `intervalMs` after its last run has ended, so never twice at once.
 *
 * @param onError called with each failure; the task is tried again
 */
export function every(
  intervalMs: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): RecurringTask {
  let stopped = false;
  let running: Promise<void> | undefined;
  let timer = setTimeout(tick, intervalMs);

  function tick(): void {
    running = task().then(() => {}, onError).then(() => {
      running = undefined;
      if (!stopped) timer = setTimeout(tick, intervalMs);
    });
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Runs a task once, `delayMs` from now, unless it is stopped before. */
export function later(delayMs: number, task: () => void): RecurringTask {
  const timer = setTimeout(task, delayMs);
  return {
    stop() {
      clearTimeout(timer);
      return Promise.resolve();
    },
  };
}

/** Resolves once a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true })
  );
}

/** Resolves after some milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Waits for work, but no longer than `withinMs`.
 *
 * @returns false when the time passed first; the work continues
 */
export async function inTime(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), withinMs);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
