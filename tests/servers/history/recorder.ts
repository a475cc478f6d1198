/** Sends requests to several servers and records each as an operation. */
import type { Backend, Received, Sent } from "../backend.ts";
import type { Operation } from "./history.ts";

/** Time after which the client sends a request to another server, in milliseconds. */
const GIVES_UP_MS = 2000;
/** Times that a request under a key is sent. */
const ATTEMPTS = 20;

/** Answers that leave open whether the request takes effect. */
const OPEN = ["error.unavailable", "error.idempotency-in-progress"];

/** A request, and what it means in a history. */
export interface Recorded extends Sent, Pick<Operation, "kind" | "session"> {
  /** Reads the value from an answer with success [{@link valueOf}]. */
  // deno-lint-ignore no-explicit-any -- the answer is what the tests are about
  readonly valueIn?: (data: any) => string;
  /** Reads the session from an answer with success, for a request that makes one. */
  // deno-lint-ignore no-explicit-any -- the answer is what the tests are about
  readonly sessionIn?: (data: any) => string;
  /** Reads the units that it holds from an answer with success. */
  // deno-lint-ignore no-explicit-any -- the answer is what the tests are about
  readonly holdsIn?: (data: any) => Record<string, number>;
}

/** Value of a session in a history, by an answer of the API. */
// deno-lint-ignore no-explicit-any -- the answer is what the tests are about
export function valueOf({ items: [line], payment_state }: any): string {
  return `${line.quantity}:${payment_state}`;
}

/** The client of a history. */
export class Recorder {
  readonly operations: Operation[] = [];
  /** Answers that no request may have, as text. */
  readonly wrong: string[] = [];
  readonly #backend: Backend;
  readonly #servers: number;

  constructor(backend: Backend, servers: number) {
    this.#backend = backend;
    this.#servers = servers;
  }

  /** Sends a request once; the answer if it has a status other than 503. */
  async once(server: number, asked: Recorded): Promise<Received | null> {
    const { received, outcome } = await this.#send(server, asked);
    return outcome === "unknown" ? null : received;
  }

  /**
   * Sends a request under a key to one server after another until it is answered, or to two at once,
   * as clients do that have lost the answer.
   */
  async keyed(
    server: number,
    asked: Recorded & { readonly key: string },
    isDoubled = false,
  ): Promise<Received | null> {
    const again = { ...asked, holdsIn: () => ({}) };
    const other = isDoubled ? this.#send(server + 1, again) : undefined;
    let answered: Received | null = null;
    for (let attempt = 0; attempt < ATTEMPTS && answered === null; attempt++) {
      answered = await this.once(server + attempt, asked);
    }
    await other;
    return answered;
  }

  async #send(
    to: number,
    { kind, session, valueIn = valueOf, sessionIn, holdsIn, ...sent }: Recorded,
  ): Promise<{ readonly received: Received; readonly outcome: Operation["outcome"] }> {
    const server = to % this.#servers;
    const received = await this.#backend.send(server, sent, GIVES_UP_MS);
    const { status, json, beganMs, endedMs } = received;
    const isDone = status >= 200 && status < 300;
    const isOpen = status === 0 || OPEN.includes(json?.error?.code);
    if (status >= 500 && !isOpen || status === 401 || status === 429) {
      this.wrong.push(`${sent.method} ${sent.path} at server ${server}: HTTP ${status}`);
    }
    // A session that one server has made is there for all of them.
    const isLost = kind === "read" && status === 404;
    const outcome = isDone || isLost ? "done" : isOpen ? "unknown" : "refused";
    this.operations.push({
      ...{ kind, server, beganMs, endedMs, outcome },
      session: isDone && sessionIn !== undefined ? sessionIn(json.data) : session,
      value: isDone ? valueIn(json.data) : isLost ? "404" : null,
      ...(isDone && holdsIn !== undefined && { holds: holdsIn(json.data) }),
      ...(sent.key !== undefined && { key: sent.key }),
      ...(isDone && sent.key !== undefined && { answer: `${status} ${JSON.stringify(json)}` }),
    });
    return { received, outcome };
  }
}
