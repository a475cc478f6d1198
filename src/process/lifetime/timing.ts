/** A task that is run now and then, or once later on. */
export interface Recurring {
  /** No further run; resolves when the one under way is over. */
  stop(): Promise<void>;
}

/**
 * Runs a task again and again, the next time `intervalMs` after the last has ended,
 * so that a slow one never runs twice at once.
 *
 * @param onError what to do with a failure; the task is tried again all the same
 */
export function every(
  intervalMs: number,
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Recurring {
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
export function later(delayMs: number, task: () => void): Recurring {
  const timer = setTimeout(task, delayMs);
  return {
    stop() {
      clearTimeout(timer);
      return Promise.resolve();
    },
  };
}

/** Resolves after some milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Waits for a piece of work, but no longer than `withinMs`.
 *
 * @returns false when that time passed first; the work goes on
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
