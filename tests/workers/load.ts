import { ROOT } from "../support/root.ts";
import { sourceTexts } from "../support/sources.ts";

/**
 * Tests by the worker that runs them. A file belongs to the first worker that names its place.
 * A worker loads the program and its schemas once, where `deno test` would load them for every
 * file.
 */
export const WORKERS = {
  steps: ["tests/web/api/"],
  rules: ["tests/domain/", "tests/payments/", "tests/things/", "tests/schema/", "tests/web/page/"],
  checkout: ["tests/web/checkout_page/"],
  web: ["tests/web/"],
  services: ["tests/service/", "tests/store/memory_test.ts"],
  store: ["tests/store/"],
  cli: ["tests/cli/"],
} as const;

/** A worker's name. */
export type Worker = keyof typeof WORKERS;

/** Workers whose tests start no process: those of `test:fast`. */
export const FAST: readonly Worker[] = ["steps", "web", "checkout", "rules", "services"];

/** Each file of these starts a browser, so that a process of its own costs little beside it. */
const OWN = "tests/web/browser/";

/** The worker of a test, if it has one. */
export function workerOf(path: string): Worker | undefined {
  if (path.startsWith(OWN)) return undefined;
  return (Object.keys(WORKERS) as Worker[])
    .find((worker) => WORKERS[worker].some((place) => path.startsWith(place)));
}

/** Loads the tests of a worker. */
export async function load(worker: Worker): Promise<void> {
  for (const { path } of await sourceTexts("tests")) {
    if (path.endsWith("_test.ts") && workerOf(path) === worker) {
      await import(`file://${ROOT}${path}`);
    }
  }
}
