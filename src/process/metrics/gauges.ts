import { Counter, Gauge, type Registry } from "@prometheus-io/client";
import { limitField, type LimitRefusal, REFUSALS } from "../../domain/shop/limits.ts";
import type { Alarms } from "../alarms.ts";
import type { Figures } from "../../service/overview.ts";

/** Values read when metrics are requested. */
export interface Moment {
  /** Null if the database did not answer. */
  readonly figures: Figures | null;
  /** Commits waiting to be written. */
  readonly queueDepth: number;
  readonly areWritesFailing: boolean;
  /** Keys and addresses that the rate limiter tracks. */
  readonly limited: { readonly keys: number; readonly addresses: number };
  /** What limits of shops refused since the start. */
  readonly refused: ReadonlyMap<LimitRefusal, number>;
  readonly alarms: Pick<Alarms, "has">;
  /** Bytes. */
  readonly memory: { readonly rss: number; readonly heapUsed: number };
}

/** Values that do not change while the server runs. */
export interface Identity {
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

/** Gauges without labels. */
const PLAIN: readonly (readonly [name: string, help: string, read: (now: Moment) => number])[] = [
  [
    "checkoutd_webhook_deliveries_pending",
    "Pending webhook deliveries to enabled endpoints.",
    ({ figures }) => figures?.pendingDeliveries ?? NaN,
  ],
  [
    "checkoutd_unexpected_payments_open",
    "Payment results without an order that are not resolved.",
    ({ figures }) => figures?.openUnexpectedPayments ?? NaN,
  ],
  [
    "checkoutd_refunds_due",
    "Refunds for which the payment provider should have been called by now.",
    ({ figures }) => figures?.money.refundsDue ?? NaN,
  ],
  [
    "checkoutd_disputes_open",
    "Disputes of payments that the bank has not decided.",
    ({ figures }) => figures?.money.disputes ?? NaN,
  ],
  [
    "checkoutd_disputes_due",
    "Disputes for which the payment provider should have been asked by now.",
    ({ figures }) => figures?.money.disputesDue ?? NaN,
  ],
  [
    "checkoutd_providers_listed_timestamp_seconds",
    "Time until which refunds and disputes of all payment providers were listed, in Unix time.",
    ({ figures }) => (figures?.money.listedUntil ?? NaN) / 1000,
  ],
  ["checkoutd_commit_queue_depth", "Commits waiting to be written.", (now) => now.queueDepth],
  [
    "checkoutd_writes_failing",
    "Set to 1 while writes fail, else 0.",
    ({ areWritesFailing }) => areWritesFailing ? 1 : 0,
  ],
  [
    "checkoutd_backup_failing",
    "Set to 1 while the nightly backup of --backup-to fails, else 0.",
    ({ alarms }) => alarms.has("backup") ? 1 : 0,
  ],
  [
    "checkoutd_dashboard_off",
    "Set to 1 once the dashboard of --dashboard-port has crashed too often, else 0.",
    ({ alarms }) => alarms.has("dashboard") ? 1 : 0,
  ],
  [
    "checkoutd_database_size_bytes",
    "Database size.",
    ({ figures }) => figures?.databaseBytes ?? NaN,
  ],
  [
    "checkoutd_database_wal_size_bytes",
    "Write-ahead log size.",
    ({ figures }) => figures === null ? NaN : figures.logBytes ?? 0,
  ],
  ["checkoutd_heap_used_bytes", "JavaScript heap in use.", ({ memory }) => memory.heapUsed],
  ["process_resident_memory_bytes", "Resident memory.", ({ memory }) => memory.rss],
];

/** Values that go up and down. */
export class Gauges {
  readonly #plain: readonly (readonly [gauge: Gauge, read: (now: Moment) => number])[];
  readonly #sessions: Gauge<"session_state" | "payment_state">;
  readonly #refunds: Gauge<"state">;
  readonly #limited: Gauge<"kind">;
  readonly #refused: Counter<"limit">;
  /** Values of that counter. */
  readonly #refusedSoFar = new Map<LimitRefusal, number>();
  readonly #registry: Registry;
  #certificate: Gauge | undefined;

  constructor(registry: Registry, { version, startedAtMs }: Identity) {
    const registers = [registry];
    this.#registry = registry;
    this.#plain = PLAIN.map(([name, help, read]) => [new Gauge({ name, help, registers }), read]);
    this.#sessions = new Gauge({
      name: "checkoutd_sessions",
      help: "Stored sessions by session state and payment state; counted at most every 15 seconds.",
      labelNames: ["session_state", "payment_state"],
      registers,
    });
    this.#refunds = new Gauge({
      name: "checkoutd_refunds_open",
      help: "Refunds that are requested, on their way, or failed and not made again, by state.",
      labelNames: ["state"],
      registers,
    });
    this.#limited = new Gauge({
      name: "checkoutd_rate_limiter_subjects",
      help: "API keys and client addresses that the rate limit tracks.",
      labelNames: ["kind"],
      registers,
    });
    this.#refused = new Counter({
      name: "checkoutd_limit_refusals_total",
      help: "What the limits of shops (checkout.limits) refused, by limit.",
      labelNames: ["limit"],
      registers,
    });
    for (const refusal of REFUSALS) this.#refused.inc({ limit: limitField(refusal) }, 0);
    new Gauge({
      name: "checkoutd_build_info",
      help: "Always 1; the labels name the version.",
      labelNames: ["version"],
      registers,
    }).set({ version }, 1);
    new Gauge({
      name: "process_start_time_seconds",
      help: "Process start, in Unix time.",
      registers,
    }).set(startedAtMs / 1000);
  }

  /**
   * Sets the expiry of the certificate in use, in milliseconds since the epoch. Without TLS the
   * gauge does not exist: alerts would take any value for an expired certificate.
   */
  certificate(validUntilMs: number): void {
    this.#certificate ??= new Gauge({
      name: "checkoutd_tls_certificate_expiry_timestamp_seconds",
      help: "Expiry of the TLS certificate in use, in Unix time; missing without TLS.",
      registers: [this.#registry],
    });
    this.#certificate.set(validUntilMs / 1000);
  }

  /** Sets the values of a moment. */
  update(now: Moment): void {
    this.#sessions.reset();
    for (const { state, count } of now.figures?.sessions ?? []) {
      this.#sessions.set({ session_state: state.session, payment_state: state.payment }, count);
    }
    this.#refunds.reset();
    for (const [state, count] of Object.entries(now.figures?.money.refunds ?? {})) {
      this.#refunds.set({ state }, count);
    }
    this.#limited.set({ kind: "key" }, now.limited.keys);
    this.#limited.set({ kind: "address" }, now.limited.addresses);
    for (const [refusal, total] of now.refused) {
      const more = total - (this.#refusedSoFar.get(refusal) ?? 0);
      this.#refused.inc({ limit: limitField(refusal) }, more);
      this.#refusedSoFar.set(refusal, total);
    }
    for (const [gauge, read] of this.#plain) gauge.set(read(now));
  }
}
