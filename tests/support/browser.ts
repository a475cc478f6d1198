/** Tabs of headless Chromium, for tests that look at pages as a person would. */
import puppeteer, { type Browser } from "puppeteer-core";
import { type OpenTab, Tab, WAIT_MS } from "./tab.ts";
import { findTool, MISSING } from "./tools.ts";

/** Chromium asks for nothing by itself: each request is the page's. */
const FLAGS = [
  // Root, who runs the tests in CI, cannot have the sandbox.
  "--no-sandbox",
  // Containers have little of this memory.
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
  "--force-color-profile=srgb",
];
const NAMES = ["chromium", "chromium-browser", "google-chrome"];
/** Longest test. */
const TEST_MS = 480_000;

/** Path of Chromium; undefined, with a note, where it is not installed. */
async function findChromium(): Promise<string | undefined> {
  for (const name of NAMES) {
    const path = await findTool(name);
    if (path !== undefined) return path;
  }
  console.log(`${MISSING}${NAMES[0]}`);
  return undefined;
}

const chromium = await findChromium();
let browser: Promise<Browser> | undefined;

/** Starts Chromium, once for all tests of a file. */
function started(): Promise<Browser> {
  if (chromium === undefined) throw new Error("Chromium is not installed");
  browser ??= puppeteer.launch({
    executablePath: chromium,
    args: FLAGS,
    timeout: WAIT_MS,
    protocolTimeout: TEST_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return browser;
}

/** Ends Chromium. */
export async function stopBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/**
 * Runs something with tabs of its own, within a time.
 *
 * @throws {Error} where Chromium is not installed
 */
export async function withTabs(run: (open: OpenTab) => Promise<void>): Promise<void> {
  const context = await (await started()).createBrowserContext();
  // Whatever the test waits for fails with the tab.
  const timer = setTimeout(() => context.close(), TEST_MS);
  try {
    await run(async (view = {}) => await Tab.open(context, view));
  } finally {
    clearTimeout(timer);
    if (!context.closed) await context.close();
  }
}

/** Registers the tests of a file in a browser: skipped, by its name, where there is none. */
export function browserTests(): (name: string, run: (open: OpenTab) => Promise<void>) => void {
  Deno.test.afterAll(stopBrowser);
  return (name, run) =>
    Deno.test({ name, ignore: chromium === undefined, fn: () => withTabs(run) });
}
