/** A page in headless Chromium, driven by the DevTools protocol over its WebSocket. */
import assert from "node:assert/strict";
import { findTool, MISSING } from "./tools.ts";

/** Nothing that a browser does by itself is wanted: what is asked for is what the page asks for. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-port=0",
  "--window-size=1280,1700",
];
const NAMES = ["chromium", "chromium-browser", "google-chrome"];
/** A page that is not there by then will not come, and a test must not wait for ever. */
const WITHIN_MS = 60_000;

// deno-lint-ignore no-explicit-any -- what the browser answers is what the tests are about
type Any = any;

/** Where Chromium is; undefined where it is not installed, which is said. */
export async function findChromium(): Promise<string | undefined> {
  for (const name of NAMES) {
    const path = await findTool(name);
    if (path !== undefined) return path;
  }
  console.log(`${MISSING}${NAMES[0]}`);
  return undefined;
}

/** Requests and complaints of a page so far. */
export interface Seen {
  /** Addresses of all requests, those that were blocked included. */
  readonly requests: string[];
  /** Errors and warnings of the console, and violations of the page's own policy. */
  readonly complaints: string[];
}

/** A page that is open. */
export class BrowserPage {
  readonly seen: Seen = { requests: [], complaints: [] };
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Any) => void>();
  #count = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => {
      for (const answer of this.#waiting.values()) answer({ error: { message: "it has ended" } });
    };
  }

  /** Goes to an address and waits until an element is there. */
  async open(url: string, selector: string): Promise<void> {
    for (const domain of ["Network", "Log", "Runtime", "Page"]) await this.call(`${domain}.enable`);
    await this.call("Page.navigate", { url });
    await this.until(`document.querySelector(${JSON.stringify(selector)}) !== null`);
  }

  /** Waits until an expression is true in the page; it is asked anew at every frame. */
  async until(expression: string): Promise<void> {
    const loop = `new Promise((resolve) => {
      const look = () => (${expression}) ? resolve(true) : requestAnimationFrame(look);
      look();
    })`;
    // A page that is left while it is asked cannot answer: ask the one that comes after it.
    while (this.#socket.readyState === WebSocket.OPEN) {
      if (await this.#evaluate(loop).catch(() => false) === true) return;
    }
    throw new Error(`The browser ended before this was true: ${expression}`);
  }

  /** The value of an expression in the page. */
  async value(expression: string): Promise<Any> {
    return await this.#evaluate(expression);
  }

  /** The page as it is seen, as a PNG. */
  async screenshot(): Promise<Uint8Array> {
    const { data } = await this.call("Page.captureScreenshot", { format: "png" });
    return Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  }

  /** A command of the protocol; its result. */
  async call(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Any> {
    const { promise, resolve } = Promise.withResolvers<Any>();
    const id = ++this.#count;
    this.#waiting.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await promise;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async #evaluate(expression: string): Promise<Any> {
    const how = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", how);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value;
  }

  #hear({ id, method, params, ...rest }: Any): void {
    if (id !== undefined) this.#waiting.get(id)?.(rest);
    this.#waiting.delete(id);
    const { requests, complaints } = this.seen;
    if (method === "Network.requestWillBeSent") requests.push(params.request.url);
    if (method === "Network.webSocketCreated") requests.push(params.url);
    if (method === "Log.entryAdded") complaints.push(params.entry.text);
    if (method === "Runtime.exceptionThrown") complaints.push(params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(params.type)) {
      complaints.push(`${params.args[0]?.value}`);
    }
  }
}

/** Opens a browser for the length of a test. */
export async function withPage(
  chromium: string,
  test: (page: BrowserPage) => Promise<void>,
): Promise<void> {
  const profile = await Deno.makeTempDir({ prefix: "checkoutd-chromium-" });
  const child = new Deno.Command(chromium, {
    args: [...FLAGS, `--user-data-dir=${profile}`, "about:blank"],
    env: { HOME: profile },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  // Ends the test as well: what it waits for is the socket's.
  const timer = setTimeout(() => child.kill("SIGKILL"), WITHIN_MS);
  const { promise: port, resolve } = Promise.withResolvers<string | undefined>();
  const log = readAll(child.stderr, /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//, resolve);
  let socket: WebSocket | undefined;
  try {
    const at = await port;
    if (at === undefined) assert.fail(`Chromium did not start: ${await log}`);
    const targets = await (await fetch(`http://127.0.0.1:${at}/json/list`)).json();
    socket = await connect(targets.find(({ type }: Any) => type === "page").webSocketDebuggerUrl);
    const page = new BrowserPage(socket);
    await test(page);
    await page.call("Browser.close");
  } finally {
    await end(child);
    clearTimeout(timer);
    socket?.close();
    await log;
    await removed(profile);
  }
}

/** Ends it, if it has not ended by itself. */
async function end(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has.
  }
  await child.status;
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  pattern: RegExp,
  found: (match: string | undefined) => void,
): Promise<string> {
  let all = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    all += part;
    const match = pattern.exec(all);
    if (match !== null) found(match[1]);
  }
  found(undefined);
  return all;
}

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  return socket;
}

/** The browser's own children write for a moment after it has ended; what they leave is in the way of nobody. */
async function removed(folder: string): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
}
