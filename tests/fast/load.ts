import { ROOT } from "../support/root.ts";
import { sourceTexts } from "../support/sources.ts";

/**
 * Tests that start no process, by the worker that runs them. A file belongs to the first worker
 * that names its place. A worker loads the program and its schemas once, where `deno test` would
 * load them for every file; four workers keep two cores busy.
 */
export const WORKERS = {
  steps: ["tests/http/steps/"],
  http: ["tests/http/"],
  rules: ["tests/domain/", "tests/schema/"],
  services: ["tests/service/", "tests/store/memory_test.ts"],
} as const;

/** The worker of a test, if it has one. */
export function workerOf(path: string): string | undefined {
  return Object.entries(WORKERS)
    .find(([, places]) => places.some((place) => path.startsWith(place)))?.[0];
}

/** Loads the tests of a worker. */
export async function load(worker: keyof typeof WORKERS): Promise<void> {
  for (const { path } of await sourceTexts("tests")) {
    if (path.endsWith("_test.ts") && workerOf(path) === worker) {
      await import(`file://${ROOT}${path}`);
    }
  }
}
