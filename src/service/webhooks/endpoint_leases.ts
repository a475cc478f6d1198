import type { Endpoint } from "../../domain/shop/webhook.ts";
import { ENDPOINT_LEASE } from "../../store/shared.ts";
import { LEASE_MARGIN_MS, RENEW_MS, type ServerLeases } from "../leases.ts";
import { ATTEMPT_TIMEOUT_MS, MAIL_TIMEOUT_MS } from "./attempt.ts";

/** Time that an attempt may end after its limit, on a busy machine. */
const LATE_MS = 2000;

type LeasedEndpoint = Pick<Endpoint, "id" | "kind">;

/**
 * Endpoints that this server delivers to, of those of a database that several servers share.
 *
 * A lease lasts 20 s longer than an attempt may take: 30 s, and 50 s for e-mail. It is renewed
 * while deliveries begin, and lapses after the last one. An attempt that begins under it ends
 * under it, unless the process is frozen meanwhile.
 */
export class EndpointLeases {
  readonly #leases: ServerLeases;
  /** Endpoints with a delivery since their leases were taken or renewed. */
  readonly #used = new Map<string, LeasedEndpoint>();

  constructor(leases: ServerLeases) {
    this.#leases = leases;
  }

  /** Name of this server. */
  get holder(): string {
    return this.#leases.holder;
  }

  /** True if an attempt that begins now ends under the lease. */
  covers(endpoint: LeasedEndpoint): boolean {
    return this.#leases.leftMs(leaseOf(endpoint)) > attemptMs(endpoint) + LATE_MS;
  }

  /** True if no other server has the endpoint; takes it if the lease is over. */
  async owns(endpoint: LeasedEndpoint): Promise<boolean> {
    return this.#leases.leftMs(leaseOf(endpoint)) > 0 || await this.take([endpoint]);
  }

  /** Notes that a delivery begins. */
  use({ id, kind }: LeasedEndpoint): void {
    this.#used.set(id, { id, kind });
  }

  /** Takes the leases of endpoints; false if other servers have all of them. */
  async take(endpoints: readonly LeasedEndpoint[]): Promise<boolean> {
    let count = 0;
    for (const [ms, group] of Map.groupBy(endpoints, attemptMs)) {
      count += await this.#leases.take(group.map(leaseOf), ms + LEASE_MARGIN_MS);
    }
    return count > 0;
  }

  /** Renews leases that end soon, if they were used. */
  async renew(isUnderWay: (endpointId: string) => boolean): Promise<void> {
    const due = [...this.#used.values()].filter((one) =>
      this.#leases.leftMs(leaseOf(one)) < attemptMs(one) + LEASE_MARGIN_MS - RENEW_MS
    );
    for (const { id } of due) if (!isUnderWay(id)) this.#used.delete(id);
    await this.take(due);
  }
}

function leaseOf({ id }: LeasedEndpoint): string {
  return `${ENDPOINT_LEASE}${id}`;
}

function attemptMs({ kind }: LeasedEndpoint): number {
  return kind === "email" ? MAIL_TIMEOUT_MS : ATTEMPT_TIMEOUT_MS;
}
