/** Tabs of headless Chromium, for tests that look at pages as a person would. */
import assert from "node:assert/strict";
import puppeteer, { type Browser, type ElementHandle, type Page } from "puppeteer-core";
import { findTool, MISSING } from "./tools.ts";

// deno-lint-ignore no-explicit-any -- that of the pages, in functions that run there
declare const document: any;

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
/** Longest wait for a condition. Other work may keep all processors busy meanwhile. */
const WAIT_MS = 60_000;
const POLL_MS = 20;
/** Longest test. */
const TEST_MS = 180_000;
/** A console message about the status of an answer, which tests read from the answer itself. */
const STATUS_MESSAGE = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Size, colours and language of a tab, and whether its pages may run scripts. */
export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  readonly language?: string;
  readonly isTouch?: boolean;
  readonly hasScripts?: boolean;
}

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

/** Ends Chromium. Files with tests in a browser call it after all of them. */
async function ended(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Opens tabs that share cookies and caches with no other test. */
export type OpenTab = (view?: View) => Promise<Tab>;

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
    await run(async (view = {}) => await Tab.open(await context.newPage(), view));
  } finally {
    clearTimeout(timer);
    if (!context.closed) await context.close();
  }
}

/** Registers the tests of a file in a browser: skipped, by its name, where there is none. */
export function browserTests(): (name: string, run: (open: OpenTab) => Promise<void>) => void {
  Deno.test.afterAll(ended);
  return (name, run) =>
    Deno.test({ name, ignore: chromium === undefined, fn: () => withTabs(run) });
}

/** A tab, driven by roles and labels. */
export class Tab {
  readonly page: Page;
  /** Addresses of all requests, those included that were blocked. */
  readonly requests: string[] = [];
  /** Console messages, uncaught errors and violations of a page's policy. */
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on("request", (request) => this.requests.push(request.url()));
    page.on("console", (message) => {
      if (!STATUS_MESSAGE.test(message.text())) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  static async open(page: Page, view: View): Promise<Tab> {
    const { width = 360, height = 800, scheme = "light", language = "en", isTouch = false } = view;
    page.setDefaultTimeout(WAIT_MS);
    await page.setViewport({ width, height, hasTouch: isTouch });
    await page.setJavaScriptEnabled(view.hasScripts ?? true);
    await page.setExtraHTTPHeaders({ "accept-language": language });
    await page.emulateMediaFeatures([
      { name: "prefers-color-scheme", value: scheme },
      { name: "prefers-reduced-motion", value: "reduce" },
    ]);
    return new Tab(page);
  }

  /** Goes to an address; the status of its answer. */
  async goTo(url: string): Promise<number> {
    const response = await this.page.goto(url);
    return response?.status() ?? 0;
  }

  /** Waits for the element with a role and an accessible name. */
  async find(role: string, name: string): Promise<ElementHandle> {
    const selector = `::-p-aria([name=${JSON.stringify(name)}][role="${role}"])`;
    return await this.#wait(() => this.page.$(selector), `a ${role} "${name}"`);
  }

  /** Presses a button and waits for the page that it leads to. */
  async press(name: string): Promise<void> {
    await this.#leave(await this.find("button", name));
  }

  /** Follows a link and waits for the page that it leads to. */
  async follow(name: string): Promise<void> {
    await this.#leave(await this.find("link", name));
  }

  /** Writes into a field, in place of its text. */
  async fill(label: string, text: string): Promise<void> {
    const field = await this.find("textbox", label);
    await field.evaluate((element) => element.select());
    await field.press("Delete");
    await field.type(text);
  }

  /** Chooses one of several. */
  async choose(label: string): Promise<void> {
    await (await this.find("radio", label)).click();
  }

  /** Waits until a function of the page is true. */
  async until(isTrue: (text: string) => unknown, text = ""): Promise<void> {
    await this.#wait(() => this.page.evaluate(isTrue, text), `${isTrue}`);
  }

  /** Waits until the page shows a text. */
  async sees(text: string): Promise<void> {
    await this.#wait(async () => (await this.text()).includes(text), `"${text}"`);
  }

  /** The text of the page, as it is shown. */
  async text(): Promise<string> {
    return await this.page.evaluate(() => document.body.innerText);
  }

  /** Clicks, and waits until the contents of the page are others: the script's, or a new page's. */
  async #leave(element: ElementHandle): Promise<void> {
    const old = await this.page.$("main > *");
    if (old === null) assert.fail("A page without contents");
    await element.click();
    await this.#wait(() => old.evaluate((one) => !one.isConnected).catch(() => true), "a page");
    await this.until(() => document.readyState !== "loading");
  }

  /**
   * Waits for an answer of the page that is true. It asks from here, as pages without scripts and
   * tabs in the background have no timers; a page that is left meanwhile cannot answer.
   */
  async #wait<T>(ask: () => Promise<T>, what: string): Promise<NonNullable<T>> {
    const end = performance.now() + WAIT_MS;
    while (performance.now() < end) {
      const answer = await ask().catch(() => undefined);
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    assert.fail(`Waited for ${what} in:\n${await this.text()}`);
  }
}
