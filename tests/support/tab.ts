import assert from "node:assert/strict";
import type { BrowserContext, ElementHandle, Frame, Page } from "puppeteer-core";

// deno-lint-ignore no-explicit-any -- that of the pages, in functions that run there
declare const document: any;

/** Longest wait for a condition. Other work may keep all processors busy meanwhile. */
export const WAIT_MS = 60_000;
const POLL_MS = 20;
/**
 * Console messages that are no complaints: the status of an answer, which tests read from the answer
 * itself, and a focus that the page does not take, as the test was faster than its first frame.
 */
const NO_COMPLAINT =
  /^(Failed to load resource: the server responded with a status of 4\d\d|Autofocus processing was blocked because a document already has a focused element\.)/;

/** Pages behind others have no focus and get no frames, so that each has a window of its own. */
const WINDOW = { type: "window" } as const;

/** Size, colours and language of a tab, and whether its pages may run scripts. */
export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  readonly language?: string;
  readonly hasScripts?: boolean;
}

/** Opens tabs that share cookies and caches with no other test. */
export type OpenTab = (view?: View) => Promise<Tab>;

/** A tab, driven by roles and labels. */
export class Tab {
  readonly page: Page;
  /** Addresses of all requests, those included that were blocked. */
  readonly requests: string[] = [];
  /** Console messages, uncaught errors and violations of a page's policy. */
  readonly complaints: string[] = [];

  readonly #view: View;
  /** Where elements are looked for: the page, or a frame of it. */
  readonly root: Page | Frame;

  private constructor(page: Page, view: View, root: Page | Frame = page) {
    this.page = page;
    this.#view = view;
    this.root = root;
    page.on("request", (request) => this.requests.push(request.url()));
    page.on("console", (message) => {
      if (!NO_COMPLAINT.test(message.text())) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  /** True if its pages may run scripts. */
  get hasScripts(): boolean {
    return this.#view.hasScripts ?? true;
  }

  /** Another tab beside this one, which shares its cookies. */
  async duplicate(): Promise<Tab> {
    return await Tab.open(this.page.browserContext(), this.#view);
  }

  /** Waits for the frame of the page, to drive what it contains. */
  async frame(): Promise<Tab> {
    const element = await this.waitFor(() => this.page.$("iframe"), "a frame");
    const frame = await this.waitFor(() => element.contentFrame(), "the contents of a frame");
    return new Tab(this.page, this.#view, frame);
  }

  /** Opens a tab that shares cookies and caches with the others of its context. */
  static async open(context: BrowserContext, view: View): Promise<Tab> {
    const { width = 360, height = 800, scheme = "light", language = "en" } = view;
    const page = await context.newPage(WINDOW);
    const tab = new Tab(page, view);
    page.setDefaultTimeout(WAIT_MS);
    await page.emulateFocusedPage(true);
    await tab.resize({ width, height });
    await tab.setScheme(scheme);
    await page.setJavaScriptEnabled(tab.hasScripts);
    await page.setExtraHTTPHeaders({ "accept-language": language });
    return tab;
  }

  /** Gives the window another size. */
  async resize({ width, height }: { readonly width: number; readonly height: number }) {
    await this.page.setViewport({ width, height });
  }

  /** Chooses light or dark colours, without motion. */
  async setScheme(scheme: "light" | "dark"): Promise<void> {
    await this.page.emulateMediaFeatures([
      { name: "prefers-color-scheme", value: scheme },
      { name: "prefers-reduced-motion", value: "reduce" },
    ]);
  }

  /** Goes to an address; the status of its answer. */
  async goTo(url: string): Promise<number> {
    const response = await this.page.goto(url);
    return response?.status() ?? 0;
  }

  /** Waits for the element with a role and an accessible name. */
  async find(role: string, name: string): Promise<ElementHandle> {
    const selector = `::-p-aria([name=${JSON.stringify(name)}][role="${role}"])`;
    return await this.waitFor(() => this.root.$(selector), `a ${role} "${name}"`);
  }

  /**
   * Goes back to the page before. Without its script a browser may show that as it was left, from
   * its cache, so that it is loaded again here.
   */
  async goBack(): Promise<void> {
    const { page } = this;
    const from = page.url();
    await page.goBack();
    await this.waitFor(
      async () => page.url() !== from && await this.text() !== "",
      "the page before",
    );
    if (!this.hasScripts) await page.reload();
  }

  /** Presses a button and waits for the page that it leads to. */
  async press(name: string): Promise<void> {
    const button = await this.find("button", name);
    await this.leaves(() => this.click(button));
  }

  /** Follows a link and waits for the page that it leads to. */
  async follow(name: string): Promise<void> {
    const link = await this.find("link", name);
    await this.leaves(() => this.click(link));
  }

  /** Waits for the field with a label, or the first label of a region that begins so. */
  async field(label: string, region = "main"): Promise<ElementHandle> {
    return await this.waitFor(async () => {
      const found = await this.root.evaluateHandle(
        (wanted, region) => {
          const labels = [...document.querySelectorAll(`${region} label`)]
            .filter(({ control }) => control?.checkVisibility());
          const text = (one: { readonly innerText: string }) => one.innerText.trim();
          return (labels.find((one) => text(one) === wanted) ??
            labels.find((one) => text(one).startsWith(wanted)))?.control ?? null;
        },
        label,
        region,
      );
      return found.asElement();
    }, `a field "${label}"`) as ElementHandle;
  }

  /** Writes into a field, in place of its text. */
  async fill(label: string, text: string, region = "main"): Promise<void> {
    const field = await this.field(label, region);
    await field.evaluate((element) => element.select());
    await field.press("Delete");
    await this.page.keyboard.sendCharacter(text);
  }

  /** Chooses one of several. */
  async choose(label: string): Promise<void> {
    await this.click(await this.field(label));
  }

  /** Clicks an element once it stays where it is. */
  async click(element: ElementHandle): Promise<void> {
    let before = "";
    await this.waitFor(async () => {
      const place = JSON.stringify(await element.boundingBox());
      const isSteady = place === before;
      before = place;
      return isSteady;
    }, "an element that does not move");
    await element.click();
  }

  /** Waits until a function of the page is true. */
  async until(isTrue: (text: string) => unknown, text = ""): Promise<void> {
    await this.waitFor(() => this.root.evaluate(isTrue, text), `${isTrue}`);
  }

  /** Waits until the page shows a text. */
  async sees(text: string): Promise<void> {
    await this.waitFor(async () => (await this.text()).includes(text), `"${text}"`);
  }

  /** The text of the page, as it is shown. */
  async text(): Promise<string> {
    return await this.root.evaluate(() => document.body.innerText);
  }

  /** Waits after an action until the page has other contents: the script's, or a new page's. */
  async leaves(act: () => Promise<unknown>): Promise<void> {
    const old = await this.root.$("main > *");
    if (old === null) assert.fail("A page without contents");
    await act();
    await this.waitFor(() => old.evaluate((one) => !one.isConnected).catch(() => true), "a page");
    await this.until(() => document.readyState !== "loading");
  }

  /**
   * Waits for an answer of the page that is true. It asks from here, as pages without scripts and
   * tabs in the background have no timers; a page that is left meanwhile cannot answer.
   */
  async waitFor<T>(ask: () => Promise<T>, what: string): Promise<NonNullable<T>> {
    const end = performance.now() + WAIT_MS;
    while (performance.now() < end) {
      const answer = await ask().catch(() => undefined);
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    assert.fail(`Waited for ${what} in:\n${await this.text()}`);
  }
}
