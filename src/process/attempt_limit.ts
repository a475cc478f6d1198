import { NoAnswer } from "../service/webhooks/transport.ts";

/** Limits of an attempt. */
export interface AttemptLimit {
  readonly timeoutMs: number;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
}

/**
 * Does the work of an attempt within its time limit.
 *
 * @param work ends when its signal is aborted, by the limit or the caller
 * @throws {NoAnswer} with the reason of a failure
 */
export async function withinLimit<T>(
  { timeoutMs, signal }: AttemptLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new NoAnswer("Cancelled");
  const limit = new AbortController();
  const giveUp = () => limit.abort();
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener("abort", giveUp);
  try {
    return await work(limit.signal);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    const why = signal.aborted
      ? "Cancelled"
      : limit.signal.aborted
      ? `No answer within ${timeoutMs / 1000} s`
      : reasonOf(error);
    throw new NoAnswer(why, { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}

/** Patterns of errors, with the reason shown in lists of deliveries. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ConnectionRefused|ECONNREFUSED/, "Connection refused"],
  [
    /ECONNRESET|ConnectionReset|BrokenPipe|EPIPE|UnexpectedEof/,
    "Connection closed without an answer",
  ],
  [/invalid peer certificate|certificate/i, "Certificate not trusted"],
  [/InvalidData/, "TLS failed"],
  [/HPE_/, "Answer is not HTTP"],
  [
    /HostUnreachable|NetworkUnreachable|AddrNotAvailable|EHOSTUNREACH|ENETUNREACH|os error (101|113)/,
    "Host unreachable",
  ],
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "No answer";
  const code = "code" in error ? String(error.code) : "";
  const text = `${error.name} ${code} ${error.message}`;
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? "No answer";
}
