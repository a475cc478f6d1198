import { AppError } from "../errors.ts";
import type { StoredSecret } from "../secret.ts";

/** The signing secret before the current one, which signs too until its end. */
export interface PreviousSecret {
  readonly secret: StoredSecret;
  /** Milliseconds since the epoch, exclusive. */
  readonly endsAt: number;
}

/** The signing secrets of an endpoint. */
interface SigningSecrets {
  readonly secret: StoredSecret;
  readonly previous: PreviousSecret | null;
}

/** The secret before an endpoint's current one while it still signs; null once it has ended. */
export function previousSecret(
  { previous }: Pick<SigningSecrets, "previous">,
  now: number,
): PreviousSecret | null {
  return previous !== null && now < previous.endsAt ? previous : null;
}

/** The secrets that sign what an endpoint is sent, the current one first. */
export function signingSecrets(
  endpoint: SigningSecrets,
  now: number,
): readonly StoredSecret[] {
  const previous = previousSecret(endpoint, now);
  return previous === null ? [endpoint.secret] : [endpoint.secret, previous.secret];
}

/**
 * An endpoint with another secret. The one before it signs too until the overlap is over; without
 * an overlap the new one alone signs.
 *
 * @throws {AppError} `error.conflict` with an overlap while an earlier one is under way: a message has
 *   two signatures at most
 */
export function rotatedSecret<Endpoint extends SigningSecrets>(
  endpoint: Endpoint,
  secret: StoredSecret,
  { now, overlapMs }: { readonly now: number; readonly overlapMs: number },
): Endpoint {
  if (overlapMs === 0) return { ...endpoint, secret, previous: null };
  const earlier = previousSecret(endpoint, now);
  if (earlier === null) {
    return { ...endpoint, secret, previous: { secret: endpoint.secret, endsAt: now + overlapMs } };
  }
  throw new AppError(
    "error.conflict",
    "Two secrets sign already: rotate after the end of the older one, or without an overlap: " +
      new Date(earlier.endsAt).toISOString(),
  );
}
