/**
 * Loaded before the tests of every file (`--preload`): the seed of random tests, the reason of a
 * failure at once, and an end for a test that waits for something that never comes. Deno prints
 * reasons when all tests have run, which a run that is cut off never reaches.
 */
import fc from "fast-check";
import { SEED } from "./seed.ts";

fc.configureGlobal({ seed: SEED });
if (Deno.args.includes("--fresh")) console.error(`Random tests: repeat with -- --seed=${SEED}`);

/** Milliseconds after which a test of the suite has failed; those of `--whole` run for minutes. */
const LIMIT_MS = Deno.args.includes("--whole") ? undefined : 10 * 60_000;
// Tests replace the global ones.
const { setTimeout, clearTimeout } = globalThis;

type Step = Deno.TestContext["step"];

/** Prints why a test failed; a seed that is not the suite's repeats it. */
function report(name: string, error: unknown): void {
  const reason = error instanceof Error ? error.stack ?? error.message : String(error);
  console.error(`\nFailed: ${name}\n${reason}\n`);
}

/** Runs a test or a step; the reason of its failure is printed, and goes on to Deno. */
async function reported(
  name: string,
  context: Deno.TestContext,
  run: (context: Deno.TestContext) => void | Promise<void>,
): Promise<void> {
  const step = context.step.bind(context) as (...args: unknown[]) => Promise<boolean>;
  const steps = withReports(step, name) as Step;
  try {
    const started = run(Object.assign(Object.create(context), { name: context.name, step: steps }));
    if (started instanceof Promise) await withinLimit(started);
  } catch (error) {
    report(name, error);
    throw error;
  }
}

/** @throws if the promise is pending after the limit */
async function withinLimit(started: Promise<void>): Promise<void> {
  if (LIMIT_MS === undefined) return await started;
  const late = Promise.withResolvers<never>();
  const message = `Still running after ${LIMIT_MS / 60_000} minutes`;
  const timer = setTimeout(() => late.reject(new Error(message)), LIMIT_MS);
  try {
    await Promise.race([started, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same function, which takes a test in any of its forms, with the test's function wrapped. */
function withReports<R>(define: (...args: unknown[]) => R, parent?: string) {
  return (...args: unknown[]): R => define(...args.map((arg) => wrapped(arg, args, parent)));
}

function wrapped(arg: unknown, args: readonly unknown[], parent?: string): unknown {
  if (typeof arg === "function") {
    const own = args.find((other) => typeof other === "string") ?? optionsOf(args)?.name ??
      arg.name;
    const name = parent === undefined ? String(own) : `${parent} ... ${own}`;
    const run = arg as (context: Deno.TestContext) => void | Promise<void>;
    const wrapper = (context: Deno.TestContext) => reported(name, context, run);
    return Object.defineProperty(wrapper, "name", { value: arg.name });
  }
  const definition = optionsOf([arg]);
  if (definition?.fn === undefined) return arg;
  return { ...definition, fn: wrapped(definition.fn, [definition.name, definition.fn], parent) };
}

function optionsOf(args: readonly unknown[]): Partial<Deno.TestDefinition> | undefined {
  return args.find((arg): arg is Partial<Deno.TestDefinition> =>
    typeof arg === "object" && arg !== null
  );
}

const define = withReports(Deno.test as (...args: unknown[]) => void);
Object.defineProperty(Deno, "test", { value: Object.assign(define, Deno.test) });
