import { AppError, got } from "../domain/errors.ts";
import { fingerprint, isIdempotencyKey, type RequestName } from "../domain/idempotency.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import { BODY_LIMITS, parseJson } from "../schema/json.ts";
import {
  type Idempotency,
  isRecordedRefusal,
  type NamedRequest,
  type RecordedAnswer,
} from "../service/checkout/idempotency.ts";
import type { ApiRequest } from "./api_request.ts";
import type { KeyedOperation, Operation } from "./operation.ts";
import { codeIn, problem } from "./problem.ts";
import type { Reply } from "./reply.ts";

/**
 * True if an operation accepts an `Idempotency-Key`: every operation that changes something, unless
 * its answer must not be stored.
 */
export function takesIdempotencyKey(operation: Operation): boolean {
  const { access, method } = operation;
  return access === "key" && method !== "GET" && operation.isRecorded !== false;
}

/**
 * Runs an operation under its `Idempotency-Key`. The first request does the work, and its answer is
 * recorded in the same commit; later requests get that answer. Without the header the operation
 * just runs.
 *
 * @throws {AppError} `error.invalid-request`, `error.idempotency-key-reused`,
 *   `error.idempotency-key-stale`, `error.idempotency-in-progress`, and the errors of the operation
 */
export function answerOnce(
  operation: KeyedOperation,
  idempotency: Idempotency,
  call: ApiRequest,
): MaybePromise<Reply> {
  const key = keyOf(operation, call);
  return key === null ? operation.handle(call) : answerNamed(operation, idempotency, { call, key });
}

/** Begins to read what an operation needs, and its recorded answer, unless they are being read. */
export function beginReads(
  operation: KeyedOperation,
  idempotency: Pick<Idempotency, "find">,
  call: ApiRequest,
): void {
  operation.begin?.(call);
  const key = keyOf(operation, call);
  if (call.recorded !== undefined || key === null || !isIdempotencyKey(key)) return;
  call.recorded = idempotency.find(nameOf(operation, { call, key }));
  // Reported where it is awaited, if it is.
  if (call.recorded instanceof Promise) call.recorded.catch(() => {});
}

function keyOf(operation: KeyedOperation, call: ApiRequest): string | null {
  return takesIdempotencyKey(operation) ? call.header("idempotency-key") : null;
}

function nameOf(operation: KeyedOperation, { call, key }: NamedCall): RequestName {
  const { caller: { merchantId, livemode }, context: { path } } = call;
  return { merchantId, livemode, method: operation.method, path, key };
}

interface NamedCall {
  readonly call: ApiRequest;
  readonly key: string;
}

async function answerNamed(
  operation: KeyedOperation,
  idempotency: Idempotency,
  { call, key }: NamedCall,
): Promise<Reply> {
  if (!isIdempotencyKey(key)) {
    const message = `Idempotency-Key must be 1 to 255 visible characters, ${got(key)}`;
    throw new AppError("error.invalid-request", message);
  }
  const request: NamedRequest = {
    ...nameOf(operation, { call, key }),
    fingerprint: fingerprint(await bodyOf(operation, call)),
  };
  beginReads(operation, idempotency, call);
  const recorded = await idempotency.begin(request, call.recorded);
  const repeated = async (answer: RecordedAnswer) => {
    const reply = answer.status < 300 ? await operation.resumed?.(call) ?? null : null;
    return replay(reply === null ? answer : { ...answer, body: reply.body });
  };
  if (recorded !== null) return await repeated(recorded);
  try {
    call.record = (reply, subject) => [idempotency.record(request, answerOf(reply), subject)];
    return await operation.handle(call);
  } catch (error) {
    if (isRecordedRefusal(error)) {
      await idempotency.recordRefusal(request, answerOf(problem(error)));
      throw error;
    }
    const other = await idempotency.recover(request, error);
    if (other !== null) return await repeated(other);
    throw error;
  } finally {
    idempotency.end(request);
  }
}

/** The parsed body; for an operation that takes none, the text if it is not JSON. */
async function bodyOf(operation: KeyedOperation, call: ApiRequest): Promise<unknown> {
  if (operation.docs.body !== undefined) {
    const { text, value } = await call.body();
    return operation.tookNoBody === true && text === "" ? text : value;
  }
  const text = await call.text();
  try {
    return parseJson(text, "The body", BODY_LIMITS);
  } catch {
    return text;
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
    failure: status >= 400 ? codeIn(body) : undefined,
  };
}
