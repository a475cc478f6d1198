/** Requests of a load: sessions by ids from a file, or a body from a file posted again and again. */
export type Load =
  | { readonly method: "GET"; readonly idsFile: string }
  | { readonly method: "POST"; readonly bodyFile: string };

/** Where to, and how much. */
export interface Target {
  readonly port: number;
  readonly secret: string;
  readonly connections: number;
  readonly seconds: number;
  /** Decides which ids are asked for. */
  readonly seed: number;
}

/** Where the answers' times lie: so many of a hundred took at most so long, in milliseconds. */
export interface Latency {
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  /** 99.9 of a hundred. */
  readonly p999Ms: number;
}

/** Result of a load generator. */
export interface Measured extends Latency {
  readonly requests: number;
  readonly seconds: number;
  /** Answers that are no success, and connections that broke. */
  readonly failures: number;
}

/** A load generator: asks as fast as it gets answers, on all its connections at once. */
export interface Client {
  readonly name: string;
  /** A note for readers of the figures; null for none. */
  readonly caveat: string | null;
  run(load: Load, target: Target): Promise<Measured>;
}
