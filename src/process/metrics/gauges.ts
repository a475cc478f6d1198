import { Gauge, type Registry } from "@prometheus-io/client";
import type { Figures } from "../../service/overview.ts";

/** What is measured at the moment it is asked for. */
export interface Moment {
  /** Null when the database did not answer: they are not known then. */
  readonly figures: Figures | null;
  /** Commits waiting to be written. */
  readonly queueDepth: number;
  readonly areWritesFailing: boolean;
  /** Keys and addresses that the rate limit has in mind. */
  readonly limited: { readonly keys: number; readonly addresses: number };
  /** Bytes. */
  readonly memory: { readonly rss: number; readonly heapUsed: number };
}

/** What stays as it is for as long as the server runs. */
export interface Identity {
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

/** Values that go up and down. */
export class Gauges {
  readonly #plain: ReturnType<typeof plainGauges>;
  readonly #sessions: Gauge<"session_state" | "payment_state">;
  readonly #limited: Gauge<"kind">;
  readonly #registry: Registry;
  #certificate: Gauge | undefined;

  constructor(registry: Registry, { version, startedAtMs }: Identity) {
    const registers = [registry];
    this.#registry = registry;
    this.#plain = plainGauges(registry);
    this.#sessions = new Gauge({
      name: "checkoutd_sessions",
      help: "Stored sessions by session state and payment state; counted at most every 15 seconds.",
      labelNames: ["session_state", "payment_state"],
      registers,
    });
    this.#limited = new Gauge({
      name: "checkoutd_rate_limiter_subjects",
      help: "API keys and client addresses that the rate limit tracks.",
      labelNames: ["kind"],
      registers,
    });
    new Gauge({
      name: "checkoutd_build_info",
      help: "Always 1; the labels name the version.",
      labelNames: ["version"],
      registers,
    }).set({ version }, 1);
    this.#plain.started.set(startedAtMs / 1000);
  }

  /**
   * Takes over when the certificate in use ends, in milliseconds since the epoch. Where there is
   * none nothing is shown: its end would be a moment that alerts take for long past.
   */
  certificate(validUntilMs: number): void {
    this.#certificate ??= new Gauge({
      name: "checkoutd_tls_certificate_expiry_timestamp_seconds",
      help: "Expiry of the TLS certificate in use, in Unix time; missing without TLS.",
      registers: [this.#registry],
    });
    this.#certificate.set(validUntilMs / 1000);
  }

  /** Takes over the values of a moment. */
  update({ figures, queueDepth, areWritesFailing, limited, memory }: Moment): void {
    this.#sessions.reset();
    for (const { state, count } of figures?.sessions ?? []) {
      this.#sessions.set({ session_state: state.session, payment_state: state.payment }, count);
    }
    this.#plain.pending.set(figures?.pendingDeliveries ?? NaN);
    this.#plain.unexpected.set(figures?.openUnexpectedPayments ?? NaN);
    this.#plain.database.set(figures?.databaseBytes ?? NaN);
    this.#plain.log.set(figures === null ? NaN : figures.logBytes ?? 0);
    this.#plain.queue.set(queueDepth);
    this.#plain.failing.set(areWritesFailing ? 1 : 0);
    this.#limited.set({ kind: "key" }, limited.keys);
    this.#limited.set({ kind: "address" }, limited.addresses);
    this.#plain.memory.set(memory.rss);
    this.#plain.heap.set(memory.heapUsed);
  }
}

/** Those without labels. */
function plainGauges(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  return {
    pending: gauge(
      "checkoutd_webhook_deliveries_pending",
      "Pending webhook deliveries to enabled endpoints.",
    ),
    unexpected: gauge(
      "checkoutd_unexpected_payments_open",
      "Payment results without an order that are not resolved.",
    ),
    queue: gauge("checkoutd_commit_queue_depth", "Commits waiting to be written."),
    failing: gauge("checkoutd_writes_failing", "Set to 1 while writes fail, else 0."),
    database: gauge("checkoutd_database_size_bytes", "Database size."),
    log: gauge("checkoutd_database_wal_size_bytes", "Write-ahead log size."),
    heap: gauge("checkoutd_heap_used_bytes", "JavaScript heap in use."),
    memory: gauge("process_resident_memory_bytes", "Resident memory."),
    started: gauge("process_start_time_seconds", "Process start, in Unix time."),
  };
}
