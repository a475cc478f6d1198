/** A backend that writes all the time and remembers what it was promised. */
import assert from "node:assert/strict";
import type { RunningServer } from "../support/process.ts";

/** A session as the client knows it. */
interface Known {
  readonly id: string;
  /** Quantities that the cart may have: the last acknowledged one, and one sent after it. */
  readonly quantities: Set<number>;
}

/** Result of checking everything that was acknowledged. */
export interface Checked {
  readonly sessions: number;
  /** Differences from what was acknowledged, as text. */
  readonly lost: readonly string[];
}

/** Requests under way at a time. */
const LANES = 16;

/**
 * Posts sessions and edits their carts, each answer awaited by its lane. Knows of every
 * acknowledged write what must be there from then on.
 */
export class Load {
  readonly #secret: string;
  readonly #known: Known[] = [];
  #acknowledged = 0;
  #unavailable = 0;
  #slowestMs = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Writes that were answered with success, over all runs. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Writes that were answered with 503. */
  get unavailable(): number {
    return this.#unavailable;
  }

  /** Longest time of an answer. */
  get slowestMs(): number {
    return Math.round(this.#slowestMs);
  }

  /** Ids of the sessions that were made since the last check. */
  ids(): readonly string[] {
    return this.#known.map(({ id }) => id);
  }

  /** Sessions that were made since the last check. */
  get unchecked(): number {
    return this.#known.length;
  }

  /**
   * Writes until the server is gone or `isEnough` says so, which is asked after every answer.
   */
  async run(server: RunningServer, isEnough: () => boolean): Promise<void> {
    const lane = async (seed: number) => {
      for (let n = seed; !isEnough(); n += LANES) {
        const alive = await this.#write(server.url, n);
        if (!alive) return;
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, i) => lane(i)));
  }

  /** Reads every session that was acknowledged since the last check. */
  async check(server: RunningServer): Promise<Checked> {
    const lost: string[] = [];
    const sessions = this.#known.splice(0);
    for (const { id, quantities } of sessions) {
      const { status, body } = await this.call(server.url, { path: `/session/${id}` });
      const quantity = body?.data?.items?.[0]?.quantity;
      if (status !== 200) lost.push(`session ${id}: HTTP ${status}`);
      else if (!quantities.has(quantity)) {
        lost.push(`session ${id}: quantity ${quantity} instead of ${[...quantities]}`);
      }
    }
    return { sessions: sessions.length, lost };
  }

  /** One request, answered with its status and parsed body; status 0 when nobody answered. */
  async call(
    url: string,
    { path, method = "GET", data, isNamed = false }: {
      path: string;
      method?: string;
      data?: unknown;
      /** True to send an `Idempotency-Key` of its own. */
      isNamed?: boolean;
    },
  ) {
    const beganMs = performance.now();
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#secret}`,
          "content-type": "application/json",
          ...(isNamed && { "idempotency-key": crypto.randomUUID() }),
        },
        ...(data !== undefined && { body: JSON.stringify({ data }) }),
      });
      const body = await response.json();
      return { status: response.status, body, retryAfter: response.headers.get("retry-after") };
    } catch {
      return { status: 0, body: null, retryAfter: null };
    } finally {
      this.#slowestMs = Math.max(this.#slowestMs, performance.now() - beganMs);
    }
  }

  /** @returns false when nobody answered */
  async #write(url: string, n: number): Promise<boolean> {
    const known = this.#known.at(-1 - n % 7);
    const quantity = n % 900 + 1;
    const items = [{ product_id: 1, variant_id: 11, quantity, price: 10 }];
    const isNamed = n % 2 === 0;
    // Every third write is a change of a session; only its own lane knows what it sent last.
    if (n % 3 === 0 && known !== undefined && known.quantities.size === 1) {
      known.quantities.add(quantity);
      const put = { path: `/session/${known.id}/items`, method: "PUT", data: { items }, isNamed };
      const { status } = await this.call(url, put);
      if (status === 200) {
        known.quantities.clear();
        known.quantities.add(quantity);
      }
      return this.#count(status);
    }
    const cart = { shop_domain: "demo-store.example", items };
    const post = { path: "/session", method: "POST", data: cart, isNamed };
    const { status, body } = await this.call(url, post);
    if (status === 201) {
      this.#known.push({ id: body.data.session_id, quantities: new Set([quantity]) });
    }
    return this.#count(status);
  }

  #count(status: number): boolean {
    if (status === 0) return false;
    assert.ok(status === 200 || status === 201 || status === 503, `HTTP ${status}`);
    if (status === 503) this.#unavailable += 1;
    else this.#acknowledged += 1;
    return true;
  }
}
