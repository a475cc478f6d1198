/** POSTs that can be sent again. */

/** A POST that was answered, to be sent again. */
export interface Posted {
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  readonly status: number;
  readonly text: string;
  readonly at: number;
}

/** Paths of what begins a session or a payment. */
export const BEGINS = /^\/session(?:\/[^/]+\/payment)?$/;
