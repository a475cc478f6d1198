/** The backend of a shop, which sends each request to the server that it is told. */
import { readSeed } from "../../src/schema/seed/seed_file.ts";
import { EFFECTS } from "../../src/process/machine/effects.ts";
import { createOperatorServices } from "../../src/service/services.ts";
import type { Cluster } from "../support/cluster.ts";
import { OPERATOR } from "../support/operator.ts";
import { noCalls } from "../support/payments/no_calls.ts";
import { plainSecrets } from "../support/secrets.ts";

/** A request to the API. */
export interface Sent {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** Field `data` of the body; absent for a request without one. */
  readonly data?: unknown;
  /** `Idempotency-Key`. */
  readonly key?: string;
  /** Secret of another key than the shop's. */
  readonly secret?: string;
}

/** Answer to a request. */
export interface Received {
  /** HTTP status; 0 if no answer came. */
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- what came back is what the tests are about
  readonly json: any;
  /** Times of the request by the clock of the test. */
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Time after which a client gives up, in milliseconds: longer than any server may take. */
const GIVES_UP_MS = 15_000;

/** Sends requests to the servers of a cluster. */
export class Backend {
  readonly #cluster: Pick<Cluster, "urls" | "shop">;

  constructor(cluster: Pick<Cluster, "urls" | "shop">) {
    this.#cluster = cluster;
  }

  /** Sends a request to server `i`. */
  async send(
    i: number,
    { method, path, data, key, secret = this.#cluster.shop.secret }: Sent,
    givesUpMs = GIVES_UP_MS,
  ): Promise<Received> {
    const beganMs = performance.now();
    const over = (status: number, json: unknown) => ({
      ...{ status, json, beganMs, endedMs: performance.now() },
    });
    try {
      const response = await fetch(`${this.#cluster.urls[i]}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(data !== undefined && { "content-type": "application/json" }),
          ...(key !== undefined && { "idempotency-key": key }),
        },
        ...(data !== undefined && { body: JSON.stringify({ data }) }),
        signal: AbortSignal.timeout(givesUpMs),
      });
      return over(response.status, await response.json());
    } catch {
      return over(0, null);
    }
  }
}

/** The services of the operator in the process of the test, as `checkoutctl` has them. */
export function operatorOf({ store }: Pick<Cluster, "store">) {
  return createOperatorServices({
    store,
    secrets: plainSecrets(store),
    callProvider: noCalls,
    ...EFFECTS,
  });
}

/** Brings the cluster's shop to the fields of a seed file. */
export async function seedShop(
  cluster: Pick<Cluster, "store">,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const shop = {
    ...{ name: "Demo", domains: ["demo-store.example"], country_code: "IN", currency_code: "INR" },
    ...fields,
  };
  const seed = readSeed(JSON.stringify({ merchants: [shop] }));
  await operatorOf(cluster).seeder.run(seed, OPERATOR);
}
