/** A kind of request, and what the lines of its file are. */
export type Kind =
  /** Get Session: ids, any of them. */
  | "get"
  /** Create Session: its body, again and again. */
  | "create"
  /** A step of the checkout: a path, a space and the body of a PUT, one after the other. */
  | "step"
  /** A view of the checkout page: paths, any of them. */
  | "page";

/** A kind of request with the share that it has of all. */
export interface Part {
  readonly kind: Kind;
  /** Shares of a load add up to 100. */
  readonly share: number;
  readonly file: string;
}

/** Requests of a load. */
export type Load = readonly Part[];

/** A load of one kind of request. */
export function only(kind: Kind, file: string): Load {
  return [{ kind, share: 100, file }];
}

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
