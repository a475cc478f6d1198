import type { z } from "zod";
import { AppError, type ErrorCode } from "../../domain/errors.ts";
import { NO_SUBJECT } from "../../domain/idempotency.ts";
import { heldUntil } from "../../domain/session/payment.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { Scope } from "../../domain/shop/api_key.ts";
import { envelope } from "../../schema/api/fields.ts";
import { sessionSchema } from "../../schema/api/session.ts";
import { sessionView, withExpiry } from "../../schema/api/view.ts";
import { parseWith } from "../../schema/parse.ts";
import type { FoundStep, StepCall } from "../../service/checkout/checkout.ts";
import { isRecordedRefusal } from "../../service/checkout/idempotency.ts";
import type { Services } from "../../service/services.ts";
import type { KeyedCall, KeyedOperation, Method } from "../operation.ts";
import { problem } from "../problem.ts";
import { type Reply, success } from "../reply.ts";

/** A step of the checkout as its operation declares it. */
export interface StepOperation<Body> {
  readonly id: string;
  readonly method: Method;
  /** Path after `/session/{id}`. */
  readonly path: string;
  /** Scope that the key must have (default: `sessions:write`). */
  readonly scope?: Scope;
  readonly summary: string;
  readonly description: string;
  /** Parameters of the path besides `id`. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType<Body>;
  readonly bodyExample?: unknown;
  /** As of its operation. */
  readonly tookNoBody?: boolean;
  readonly errors: readonly ErrorCode[];
  /** Id of the payment that the step starts: a recorded answer is stale once it has ended. */
  begins?(session: CheckoutSession): string | null;
  run(step: StepCall, body: Body, call: KeyedCall): Promise<CheckoutSession>;
  /** Goes on with what the step has begun elsewhere, also for a repeated request (default: nothing). */
  resume?(session: CheckoutSession, call: KeyedCall): Promise<CheckoutSession>;
}

/** Errors of every step. */
const STEP_ERRORS: readonly ErrorCode[] = [
  "error.session-not-found",
  "error.invalid-state",
  "error.conflict",
];

/** Errors of a coupon that cannot be used. */
export const COUPON_ERRORS: readonly ErrorCode[] = [
  "error.coupon-not-found",
  "error.coupon-not-started",
  "error.coupon-expired",
  "error.coupon-minimum-not-met",
  "error.coupon-not-eligible",
  "error.coupon-limit-reached",
];

/** Errors of an order that cannot be paid or placed. */
export const REVALIDATION_ERRORS: readonly ErrorCode[] = [
  "error.phone-required",
  "error.address-required",
  "error.address-not-serviceable",
  "error.out-of-stock",
  "error.price-changed",
  ...COUPON_ERRORS,
];

/** Makes the operation of a step. Every step answers with the whole session. */
export function stepOperation<Body>(
  { sessions, checkout }: Pick<Services, "sessions" | "checkout">,
  step: StepOperation<Body>,
): KeyedOperation {
  const { id, method, summary, description, body, bodyExample } = step;
  const reply = (session: CheckoutSession): Reply => {
    const { state, payment } = session;
    const expiresAt = sessions.expiresAt({ state, dueAt: heldUntil(payment) });
    return success(withExpiry(sessionView(session), expiresAt));
  };
  const found = new WeakMap<KeyedCall, FoundStep>();
  return {
    id,
    method,
    path: `/session/{id}${step.path}`,
    access: "key",
    scope: step.scope ?? "sessions:write",
    tookNoBody: step.tookNoBody ?? false,
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
    begin(call) {
      if (!found.has(call)) found.set(call, sessions.begin(call.caller, call.param("id")));
    },
    async handle(call) {
      // Without a schema the operation takes no body, and ignores one that is sent.
      const parsed = body === undefined
        ? undefined as Body
        : parseWith(body, (await call.body()).value);
      // The recorded answer is the answer sent, to the millisecond in `expires_at`.
      let answer: Reply | undefined;
      let answered: CheckoutSession | undefined;
      const alsoCommit: StepCall["alsoCommit"] = (outcome) => {
        if (outcome instanceof AppError) {
          return isRecordedRefusal(outcome) ? call.record(problem(outcome), NO_SUBJECT) : [];
        }
        const begunId = step.begins?.(outcome) ?? null;
        answered = outcome;
        return call.record(answer = reply(outcome), { sessionId: outcome.id, begunId });
      };
      const session = await step.run(
        {
          caller: call.caller,
          sessionId: call.param("id"),
          found: found.get(call),
          alsoCommit,
        },
        parsed,
        call,
      );
      // What the step began elsewhere may have changed it since.
      return answer !== undefined && session === answered ? answer : reply(session);
    },
    ...(step.resume && { resumed: (call) => resumed(call, { checkout, step, reply }) }),
  };
}

/** The answer to a repeated request whose first one may not have come to its end. */
async function resumed<Body>(
  call: KeyedCall,
  { checkout, step, reply }: Pick<Services, "checkout"> & {
    readonly step: StepOperation<Body>;
    readonly reply: (session: CheckoutSession) => Reply;
  },
): Promise<Reply | null> {
  const target = { caller: call.caller, sessionId: call.param("id"), alsoCommit: () => [] };
  const session = await checkout.run(target, unchanged, { input: () => null, isDone: () => true });
  return session.payment?.atProvider ? reply(await step.resume?.(session, call) ?? session) : null;
}

/** Never taken: a session that is only read. */
function unchanged(): never {
  throw new RangeError("A step that is done was taken");
}
