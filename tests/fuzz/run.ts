/** Sends mutated requests to the whole HTTP side over a real store, and judges every answer. */
import fc from "fast-check";
import { AppError } from "../../src/domain/errors.ts";
import type { SessionId } from "../../src/domain/ids.ts";
import { type App, createApp } from "../../src/web/app.ts";
import type { RequestEntry } from "../../src/web/request_context.ts";
import type { Operation } from "../../src/web/operation.ts";
import { createOperations } from "../../src/web/operations.ts";
import type { Store } from "../../src/store/store.ts";
import { aCart, type World } from "../support/app.ts";
import { Checkout } from "../web/api/checkout.ts";
import { startManual } from "../web/api/paying.ts";
import { ADDRESS, HOUR_MS, withShop } from "../web/api/shop.ts";
import { type Live, NO_CODE } from "./examples.ts";
import { type FuzzRequest, type Move, move, requestOf, shown } from "./requests.ts";
import { Shopkeeper } from "./shopkeeper.ts";
import { Judge } from "./verdict.ts";

declare global {
  /** There when the program was started with `--v8-flags=--expose-gc`. */
  var gc: (() => void) | undefined;
}

/** Result of a run. */
export interface Report {
  readonly cases: number;
  readonly requests: number;
  /** Requests by the status they were answered with. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Every operation, as `GET /session/{id}`. */
  readonly operations: readonly string[];
  /** Those of them that succeeded at least once. */
  readonly succeeded: ReadonlySet<string>;
  /** Kinds of the shopkeeper's changes that were made. */
  readonly kept: ReadonlySet<string>;
  /** MiB of the heap that were in use, measured some times over the run. */
  readonly heapMib: readonly number[];
}

export interface RunOptions {
  readonly cases: number;
  readonly seed: number;
  /** Told of a request that was answered as none may be, before the run fails. */
  readonly tell: (line: string) => void;
  /** Told of each answer (default: nothing). */
  readonly answered?: (request: FuzzRequest, answer: FuzzAnswer) => void;
  /** Opens the store (default: SQLite in memory). */
  readonly open?: () => Promise<Store>;
}

/** An answer that was judged. */
interface FuzzAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sessions that are kept in whatever state they got into. */
const SESSIONS = 12;
const MAX_MOVES = 4;
/** After so many cases three months pass, so that what is old is swept away. */
const CASES_AN_AGE = 2000;
const AGE_MS = 91 * 24 * HOUR_MS;
const HEAP_SAMPLES = 20;

/** Runs so many cases, each a short sequence of requests; the same ones for the same seed. */
export async function fuzz({ cases, seed, open, ...told }: RunOptions): Promise<Report> {
  let report: Report | undefined;
  await withShop(async (world) => {
    const fuzzer = await Fuzzer.start(world, told);
    const moves = fc.array(move(fuzzer.operations), {
      minLength: 1,
      maxLength: MAX_MOVES,
      size: "max",
    });
    const every = Math.ceil(cases / HEAP_SAMPLES);
    let done = 0;
    await fc.assert(
      fc.asyncProperty(moves, async (sequence) => {
        await fuzzer.play(sequence);
        done += 1;
        if (done % CASES_AN_AGE === 0) await fuzzer.age();
        if (done % every === 0) fuzzer.measure();
      }),
      // The sessions have changed by then: a smaller case would not be the same.
      { numRuns: cases, seed, endOnFailure: true },
    );
    report = { ...fuzzer.report, cases };
  }, open && { open });
  if (report === undefined) throw new Error("The run did not end");
  return report;
}

type Told = Pick<RunOptions, "tell" | "answered">;

class Fuzzer {
  readonly operations: readonly Operation[];
  readonly #world: World;
  readonly #app: App;
  readonly #shopkeeper: Shopkeeper;
  readonly #judge: Judge;
  readonly #told: Told;
  readonly #sessions: Live[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #succeeded = new Set<string>();
  readonly #heapMib: number[] = [];
  #requests = 0;
  #entry: RequestEntry | undefined;

  private constructor(
    { world, shopkeeper, document, told }: {
      readonly world: World;
      readonly shopkeeper: Shopkeeper;
      readonly document: unknown;
      readonly told: Told;
    },
  ) {
    const deps = {
      services: world.services,
      version: "0.0.0-fuzz",
      metrics: { admits: () => true, render: () => Promise.resolve("up 1\n") },
    };
    this.operations = createOperations(deps);
    this.#app = createApp({
      ...deps,
      monotonicMs: world.clock.monotonicMs,
      newRequestId: () => "request",
      log: (entry) => this.#entry = entry,
      rateLimit: Number.MAX_SAFE_INTEGER,
      trustedHops: 1,
    });
    this.#world = world;
    this.#shopkeeper = shopkeeper;
    this.#judge = new Judge(this.operations, document);
    this.#told = told;
  }

  static async start(world: World, told: Told): Promise<Fuzzer> {
    const shopkeeper = await Shopkeeper.start(world);
    world.services.pages.servedAt("https://pay.example");
    const { json: document } = await world.send("GET", "/openapi.json");
    return new Fuzzer({ world, shopkeeper, document, told });
  }

  get report(): Omit<Report, "cases"> {
    return {
      requests: this.#requests,
      statuses: this.#statuses,
      operations: this.operations.map(({ method, path }) => `${method} ${path}`),
      succeeded: this.#succeeded,
      kept: this.#shopkeeper.done,
      heapMib: this.#heapMib,
    };
  }

  /** Makes some moves on a session as those before left it. */
  async play(sequence: readonly Move[]): Promise<void> {
    const live = await this.#session(sequence[0]?.session ?? 0);
    for (const one of sequence) {
      const request = one.request(live, this.#shopkeeper.secrets);
      try {
        const text = await this.#send(request);
        this.#learn(live, text);
      } catch (error) {
        this.#told.tell(
          `${one.operation.id}, after ${this.#requests} requests:\n${shown(request)}`,
        );
        throw error;
      }
    }
    // A session now and then starts anew, whatever became of it.
    if (this.#requests % 7 === 0) this.#sessions.splice(this.#requests % SESSIONS, 1);
    this.#world.told.length = 0;
    if (this.#requests % 11 === 0) await this.#shopkeeper.act();
    // Six moves later a phone may be sent another code.
    this.#world.clock.advance(5_000);
    this.#world.clock.waited.length = 0;
    this.#world.log.length = 0;
  }

  /** Lets everything grow old, and sweeps it away as a server does. */
  async age(): Promise<void> {
    const { clock, services: { housekeeping } } = this.#world;
    this.#sessions.length = 0;
    await housekeeping.flush(true);
    clock.advance(AGE_MS);
    await housekeeping.releaseAll();
    await housekeeping.sweepAll();
    clock.advance(AGE_MS);
    await housekeeping.purgeAll();
    await housekeeping.forget();
    await housekeeping.flush(true);
    await this.#shopkeeper.reopen();
  }

  measure(): void {
    globalThis.gc?.();
    this.#heapMib.push(Math.round(Deno.memoryUsage().heapUsed / 1024 / 1024));
  }

  async #send(sent: FuzzRequest): Promise<string> {
    this.#requests += 1;
    this.#entry = undefined;
    const request = requestOf(sent);
    // As it was made: some names of methods are put into upper case.
    const { method } = request;
    const response = await this.#app.fetch(request, () => "192.0.2.1");
    const text = await response.text();
    this.#statuses[response.status] = (this.#statuses[response.status] ?? 0) + 1;
    const entry = this.#lastEntry();
    this.#judge.judge({ method, response, text, entry });
    const { status, headers } = response;
    this.#told.answered?.(sent, { status, headers, text });
    if (response.ok && entry) this.#succeeded.add(`${method} ${entry.route}`);
    return text;
  }

  /** Asked for by a call: who has just emptied the field is believed to know what is in it. */
  #lastEntry(): RequestEntry | undefined {
    return this.#entry;
  }

  async #session(n: number): Promise<Live> {
    const known = this.#sessions[n % SESSIONS];
    if (known !== undefined) return known;
    const { json } = await this.#shopkeeper.world.send("POST", "/session", { body: aCart() });
    const live: Live = { id: json.data.session_id, payment: null, otp: NO_CODE };
    this.#sessions.push(live);
    if (this.#requests % 5 === 0) await this.#payManually(live);
    return live;
  }

  /** Starts a manual payment, as the checkout page does, if the shop has the goods left. */
  async #payManually(live: Live): Promise<void> {
    const { world } = this.#shopkeeper;
    const checkout = new Checkout(world, live.id as SessionId);
    await checkout.send("PUT /address", ADDRESS);
    await startManual(world, checkout, 3).catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
    this.#learn(live, (await checkout.send("GET ")).text);
  }

  #learn(live: Live, text: string): void {
    const otp = this.#world.told.at(-1)?.["otp"];
    if (typeof otp === "string") live.otp = otp;
    const found = /"payment":\{"payment_id":"([^"]+)",.*?"amount":([0-9.]+)/.exec(text);
    if (found !== null) live.payment = { payment_id: found[1] ?? "", amount: Number(found[2]) };
  }
}
