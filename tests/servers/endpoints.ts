/** Shops with an endpoint each, and their receiver in the process of the test. */
import type { CheckoutEvent } from "../../src/domain/events.ts";
import type { MerchantId } from "../../src/domain/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { aMerchant, uuid } from "../support/builders.ts";
import { anEndpoint, anEvent } from "../support/webhooks.ts";

/** An endpoint, and the number of its events: a dead one refuses connections. */
export interface Target {
  readonly manner: "quick" | "slow" | "dead";
  readonly events: number;
}

/** A slow endpoint answers after this time, at which it counts as slow. */
const SLOW_MS = 1100;
/** Events of a commit. */
const AT_ONCE = 10;

/** What an endpoint got. */
export interface Inbox {
  /** Ids of events, with the begin of each request in milliseconds. */
  readonly got: { readonly id: string; readonly beganMs: number }[];
  /** Most requests at a time. */
  most: number;
}

/** Id of the shop of endpoint `n`. */
export function shopOf(n: number): MerchantId {
  return uuid<MerchantId>(10_000 + n);
}

/** Receives the requests of endpoints. */
export class Inboxes implements AsyncDisposable {
  readonly inboxes: readonly Inbox[];
  readonly #targets: readonly Target[];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #underWay: number[];
  readonly #waiting = new Set<() => void>();

  constructor(targets: readonly Target[]) {
    this.#targets = targets;
    this.inboxes = targets.map(() => ({ got: [], most: 0 }));
    const underWay = this.#underWay = targets.map(() => 0);
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, async (request) => {
      const beganMs = performance.now();
      const n = Number(new URL(request.url).pathname.slice(1));
      const inbox = this.inboxes[n]!;
      inbox.got.push({ id: request.headers.get("webhook-id")!, beganMs });
      inbox.most = Math.max(inbox.most, ++underWay[n]!);
      await request.arrayBuffer();
      if (targets[n]!.manner === "slow") await new Promise((done) => setTimeout(done, SLOW_MS));
      underWay[n]! -= 1;
      for (const look of this.#waiting) look();
      return new Response(null, { status: 204 });
    });
  }

  /** Number of requests. */
  get count(): number {
    return this.inboxes.reduce((sum, { got }) => sum + got.length, 0);
  }

  /** Requests that are being answered, also of a server that was killed meanwhile. */
  get underWay(): number {
    return this.#underWay.reduce((sum, count) => sum + count, 0);
  }

  /** Resolves when a condition holds after a request. */
  async until(holds: () => boolean): Promise<void> {
    if (holds()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => holds() && resolve();
    this.#waiting.add(look);
    await promise;
    this.#waiting.delete(look);
  }

  /** Puts the shops and their endpoints. */
  async addShops(store: Store): Promise<void> {
    const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const ports = { dead: closed.addr.port, quick: this.#server.addr.port };
    closed.close();
    for (const [n, { manner }] of this.#targets.entries()) {
      const merchantId = shopOf(n);
      const port = manner === "dead" ? ports.dead : ports.quick;
      const url = `http://127.0.0.1:${port}/${n}`;
      const endpoint = anEndpoint(n, { merchantId, url, allowInsecure: true });
      await store.commit([
        {
          kind: "merchant.put",
          merchant: aMerchant({ id: merchantId, domains: [`${n}.example`] }),
        },
        { kind: "webhook.put", endpoint },
      ]);
    }
  }

  /** Adds the events of all shops in turn, by several stores at the same time. */
  async addEvents(stores: readonly Store[]): Promise<void> {
    const left = this.#targets.map(({ events }) => events);
    const events: CheckoutEvent[] = [];
    for (let round = 0; left.some((count) => count > round); round++) {
      for (const [n, count] of left.entries()) {
        if (round >= count) continue;
        const id = uuid(1_000_000 + n * 10_000 + round);
        events.push(anEvent(0, { id, merchantId: shopOf(n) }));
      }
    }
    await Promise.all(stores.map(async (store) => {
      for (let some = events.splice(0, AT_ONCE); some.length > 0;) {
        await store.commit(some.map((event) => ({ kind: "event.add", event })));
        some = events.splice(0, AT_ONCE);
      }
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
