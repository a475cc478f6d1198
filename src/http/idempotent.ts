import type { Awaitable } from "../domain/awaitable.ts";
import { AppError, type ErrorCode, got } from "../domain/errors.ts";
import { fingerprint, isIdempotencyKey } from "../domain/idempotency.ts";
import type { Idempotency, NamedRequest, RecordedAnswer } from "../service/checkout/idempotency.ts";
import type { KeyedOperation } from "./operation.ts";
import { codeIn, problem } from "./problem.ts";
import type { Reply } from "./reply.ts";
import type { RequestCall } from "./request_call.ts";

/** Refusals that a later try may not meet: they are not what the request came to. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  "error.otp-rate-limited",
  "error.conflict",
  "error.unavailable",
  "error.internal",
]);

/**
 * Runs an operation under its `Idempotency-Key`: the first time it does its work and its
 * answer is recorded in the same commit; after that the answer is replayed, and the work
 * is not done again. Without the header the operation just runs.
 *
 * @throws {AppError} `error.invalid-request`, `error.idempotency-key-reused`,
 *   `error.idempotency-in-progress`, and what the operation refuses with
 */
export function answerOnce(
  operation: KeyedOperation,
  idempotency: Idempotency,
  call: RequestCall,
): Awaitable<Reply> {
  const name = operation.method === "POST" ? call.header("idempotency-key") : null;
  return name === null
    ? operation.handle(call)
    : answerNamed(operation, idempotency, { call, name });
}

async function answerNamed(
  operation: KeyedOperation,
  idempotency: Idempotency,
  { call, name }: { readonly call: RequestCall; readonly name: string },
): Promise<Reply> {
  const { key } = call;
  if (!isIdempotencyKey(name)) {
    const message = `Idempotency-Key must be 1 to 255 visible characters, ${got(name)}`;
    throw new AppError("error.invalid-request", message);
  }
  const text = operation.docs.body === undefined ? await call.text() : (await call.body()).text;
  const request: NamedRequest = {
    keyId: key.id,
    key: name,
    fingerprint: fingerprint(operation.method, call.exchange.path, text),
  };
  const recorded = await idempotency.begin(request);
  if (recorded !== null) return replay(recorded);
  try {
    call.record = (reply) => [idempotency.record(request, answerOf(reply))];
    return await operation.handle(call);
  } catch (error) {
    if (error instanceof AppError && !PASSING.has(error.code)) {
      await idempotency.recordRefusal(request, answerOf(problem(error)));
    }
    throw error;
  } finally {
    idempotency.end(request);
  }
}

function answerOf({ status, body, headers }: Reply): RecordedAnswer {
  return { status, body, location: headers?.["Location"] ?? null };
}

function replay({ status, body, location }: RecordedAnswer): Reply {
  return {
    status,
    body,
    headers: {
      "Idempotent-Replayed": "true",
      ...(location !== null && { Location: location }),
    },
    replayed: status >= 400 ? codeIn(body) : undefined,
  };
}
