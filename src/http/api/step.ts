import type { z } from "zod";
import { AppError, type ErrorCode } from "../../domain/errors.ts";
import { NO_SUBJECT } from "../../domain/idempotency.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { envelope } from "../../schema/api/fields.ts";
import { sessionSchema } from "../../schema/api/session.ts";
import { sessionView, withExpiry } from "../../schema/api/view.ts";
import { parseWith } from "../../schema/parse.ts";
import type { StepCall } from "../../service/checkout/checkout.ts";
import { isRecordedRefusal } from "../../service/checkout/idempotency.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedCall, KeyedOperation, Method } from "../operation.ts";
import { problem } from "../problem.ts";
import { type Reply, success } from "../reply.ts";

/** A step of the checkout as its operation declares it. */
export interface StepOperation<Body> {
  readonly id: string;
  readonly method: Method;
  /** Behind `/session/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Parameters of the path besides `id`. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType<Body>;
  readonly bodyExample?: unknown;
  readonly errors: readonly ErrorCode[];
  /** The id of what the step begins: a recorded answer is stale once that has come to nothing. */
  begins?(session: CheckoutSession): string | null;
  run(step: StepCall, body: Body, call: KeyedCall): Promise<CheckoutSession>;
}

/** Errors of every step. */
const STEP_ERRORS: readonly ErrorCode[] = [
  "error.session-not-found",
  "error.invalid-state",
  "error.conflict",
];

/** Why a coupon may not be used. */
export const COUPON_ERRORS: readonly ErrorCode[] = [
  "error.coupon-not-found",
  "error.coupon-not-started",
  "error.coupon-expired",
  "error.coupon-minimum-not-met",
  "error.coupon-not-eligible",
  "error.coupon-limit-reached",
];

/** Why an order may not be paid or placed as it is. */
export const REVALIDATION_ERRORS: readonly ErrorCode[] = [
  "error.phone-required",
  "error.address-required",
  "error.address-not-serviceable",
  "error.out-of-stock",
  "error.price-changed",
  ...COUPON_ERRORS,
];

/** Makes an operation of a step: each answers with the whole session, as Get Session does. */
export function stepOperation<Body>(
  { sessions }: Pick<Services, "sessions">,
  step: StepOperation<Body>,
): KeyedOperation {
  const { id, method, summary, description, body, bodyExample } = step;
  const reply = (session: CheckoutSession): Reply =>
    success(withExpiry(sessionView(session), sessions.expiresAt(session)));
  return {
    id,
    method,
    path: `/session/{id}${step.path}`,
    access: "key",
    docs: {
      summary,
      description,
      tag: "Checkout",
      params: { id: "Id of the session, from `POST /session`", ...step.params },
      ...(body && { body, bodyExample }),
      success: {
        status: 200,
        description: "The session after this step",
        schema: envelope(sessionSchema),
      },
      errors: [...STEP_ERRORS, ...step.errors],
    },
    async handle(call) {
      // An operation without a schema takes no body; what is sent all the same is not looked at.
      const parsed = body === undefined
        ? undefined as Body
        : parseWith(body, (await call.body()).value);
      // What is recorded is what is sent, to the millisecond in `expires_at`.
      let answer: Reply | undefined;
      const alsoCommit: StepCall["alsoCommit"] = (outcome) => {
        if (outcome instanceof AppError) {
          return isRecordedRefusal(outcome) ? call.record(problem(outcome), NO_SUBJECT) : [];
        }
        const begunId = step.begins?.(outcome) ?? null;
        return call.record(answer = reply(outcome), { sessionId: outcome.id, begunId });
      };
      const session = await step.run(
        { caller: call.caller, sessionId: call.param("id"), alsoCommit },
        parsed,
        call,
      );
      return answer ?? reply(session);
    },
  };
}
