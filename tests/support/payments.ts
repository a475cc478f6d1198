/** Many payments through a real server, each request under an idempotency key of its own. */
import assert from "node:assert/strict";

/** A request that can be sent again and again. */
export interface KeyedRequest {
  /** Its `Idempotency-Key`; also what the answer is kept under. */
  readonly name: string;
  readonly path: string;
  readonly body: unknown;
}

/** An answer as it was received. */
export interface KeyedAnswer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

/** A client that remembers every answer it got, as a shop's backend would. */
export class Client {
  url: string;
  readonly #secret: string;
  readonly acknowledged = new Map<string, KeyedAnswer>();
  /** Requests under way whose answer never came. */
  unanswered = 0;

  constructor(url: string, secret: string) {
    this.url = url;
    this.#secret = secret;
  }

  /** Sends a request; null when no answer came. */
  async send({ name, path, body }: KeyedRequest): Promise<KeyedAnswer | null> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${this.#secret}`,
          "content-type": "application/json",
          "idempotency-key": name,
        },
        ...(body !== undefined && { body: JSON.stringify({ data: body }) }),
      });
      const replayed = response.headers.get("idempotent-replayed") === "true";
      return { status: response.status, text: await response.text(), replayed };
    } catch {
      this.unanswered += 1;
      return null;
    }
  }
}

/** Thrown when a payment cannot go on because the server is gone. */
export class Unanswered extends Error {}

/** Action of a client for each of its requests. */
export type Sender = (request: KeyedRequest) => Promise<string>;

/** The checkout of one customer: cart, payment, result. Every tenth card is declined at first. */
export async function payOnce(n: number, session: string | null, send: Sender): Promise<void> {
  const path = session ?? await createSession(n, send);
  const isDeclined = n % 10 === 9;
  if (isDeclined) await pay(`${n}-declined`, path, { status: "FAILED", send });
  await pay(`${n}`, path, { status: "PAID", send });
}

async function createSession(n: number, send: Sender): Promise<string> {
  const items = [{ product_id: 1, variant_id: 11, quantity: 1 }];
  const body = { shop_domain: "demo-store.example", items };
  const { data } = JSON.parse(await send({ name: `${n}-cart`, path: "/session", body }));
  return `/session/${data.session_id}`;
}

async function pay(
  name: string,
  path: string,
  { status, send }: { readonly status: "PAID" | "FAILED"; readonly send: Sender },
): Promise<void> {
  const start = { name: `${name}-start`, path: `${path}/payment`, body: undefined };
  const { data } = JSON.parse(await send(start));
  const { payment_id, amount } = data.payment;
  const result = await send({
    name: `${name}-result`,
    path: `${path}/payment/${payment_id}/result`,
    body: { status, amount, reference: `pay_${name}` },
  });
  assert.equal(JSON.parse(result).data.payment_state, status);
}

/** Runs so many jobs at a time, by number, until all are done or one finds the server gone. */
export async function inParallel(
  jobs: number,
  lanes: number,
  job: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(Array.from({ length: lanes }, async () => {
    try {
      while (next < jobs) await job(next++);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
    }
  }));
}
