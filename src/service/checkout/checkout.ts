import { dailyRefusal } from "../daily_refusals.ts";
import type { Caller } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { FoundSession, MaybePromise } from "../../domain/session/stored.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Authentication } from "../authentication.ts";
import type { SessionFinder } from "../cache/finder.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import { MAX_ATTEMPTS } from "../commit.ts";
import type { Deps } from "../deps.ts";
import type { StepNeeds } from "./context.ts";
import { isAnsweredElsewhere } from "./idempotency.ts";
import type { StepFunction, Steps } from "./steps.ts";

/** A session as it is stored, and its shop; null if not found. */
export interface FoundStep {
  readonly stored: MaybePromise<FoundSession | null>;
  readonly shop: MaybePromise<Shop | null>;
}

/** A caller's step on a session, and the changes to commit with it. */
export interface StepCall {
  readonly caller: Caller;
  readonly sessionId: string;
  /** What is being read already; the first attempt decides on it. */
  readonly found?: FoundStep | undefined;
  /** Digest of the client's address, for a step on a page: the session keeps it (default: none). */
  readonly client?: string;
  /** Changes for the step's own commit: the record of its answer or its error. */
  readonly alsoCommit: (outcome: CheckoutSession | AppError) => readonly Change[];
}

/** Options of a step. */
export interface StepOptions<Input> {
  /** Makes the step's input, for each attempt. */
  readonly input: (session: CheckoutSession, now: number, shop: Shop) => MaybePromise<Input>;
  /**
   * Data to load in addition to the session's own. Called after `input`, which may still be loading.
   */
  readonly needs?: () => StepNeeds;
  /** True to accept the step for an expired session. */
  readonly evenEnded?: boolean;
  /** The error for a refused change; undefined to decide the step again. */
  readonly refusedAs?: (change: Change) => AppError | undefined;
  /** True if the session already is as the step would make it. */
  readonly isDone?: (session: CheckoutSession, input: Input) => boolean;
  /** Action of its audit entry (default: no entry). */
  readonly action?: AuditAction;
}

/** Dependencies of {@link Checkout}. */
export interface CheckoutDeps extends Pick<Deps, "store" | "now"> {
  readonly steps: Steps;
  readonly shops: Pick<Shops, "byId" | "forget">;
  readonly finder: SessionFinder;
  readonly authentication: Pick<Authentication, "confirm">;
}

/** Steps of callers: finds the session, decides, commits, and decides again after a conflict. */
export class Checkout {
  readonly #deps: CheckoutDeps;

  constructor(deps: CheckoutDeps) {
    this.#deps = deps;
  }

  /**
   * Takes a step on a caller's session.
   *
   * @returns the session afterwards
   * @throws {AppError} `error.session-not-found`, the step's own errors, `error.unauthorized` for a
   *   key that was revoked meanwhile, `error.conflict` if other requests kept changing the session
   */
  async run<Input>(
    call: StepCall,
    step: StepFunction<Input>,
    options: StepOptions<Input>,
  ): Promise<CheckoutSession> {
    for (let attempt = 1;; attempt++) {
      const [stored, shop] = await this.#find(call, { ...options, isFirst: attempt === 1 });
      try {
        return await this.#attempt(stored, { shop, call, step, options });
      } catch (error) {
        // Another server has answered the same request: the step is not decided again.
        if (!(error instanceof CommitRefused) || isAnsweredElsewhere(error)) throw error;
        const refusal = options.refusedAs?.(error.change) ??
          await dailyRefusal(error.change, this.#deps);
        if (refusal !== undefined) throw refusal;
        if (attempt === MAX_ATTEMPTS) {
          const message = "Other requests are changing the session: try again";
          throw new AppError("error.conflict", message, { cause: error });
        }
        // A cached shop or session may have caused the conflict: the next attempt reads both again.
        this.#deps.shops.forget(stored.merchantId);
        this.#deps.finder.forget(stored.id);
      }
    }
  }

  /** Finds the session, and loads its shop meanwhile, which is that of the caller. */
  async #find(
    { caller, sessionId, found }: StepCall,
    { evenEnded, isFirst }: { readonly evenEnded?: boolean; readonly isFirst: boolean },
  ): Promise<[FoundSession, Shop]> {
    const { finder, shops } = this.#deps;
    const begun = isFirst ? found : undefined;
    const [stored, shop] = await Promise.all([
      finder.findForUpdate(caller, sessionId, {
        evenEnded,
        begun: begun?.stored ?? finder.begin(sessionId),
      }),
      begun?.shop ?? shops.byId(caller.merchantId),
    ]);
    if (shop === null) throw new RangeError(`A session's merchant is gone: ${stored.merchantId}`);
    return [stored, shop];
  }

  async #attempt<Input>(
    stored: FoundSession,
    { shop, call, step, options }: {
      readonly shop: Shop;
      readonly call: StepCall;
      readonly step: StepFunction<Input>;
      readonly options: StepOptions<Input>;
    },
  ): Promise<CheckoutSession> {
    const { store, steps, finder, authentication } = this.#deps;
    const { client } = call;
    const loaded = stored.load();
    const session = client === undefined ? loaded : { ...loaded, client };
    const now = this.#deps.now();
    // Beside what the decision reads, where that takes a round trip; else right before the commit.
    const confirming = store.shared === null ? undefined : authentication.confirm(call.caller);
    // Reported where it is awaited, unless the step is refused before.
    confirming?.catch(() => {});
    const confirmed = () => confirming ?? authentication.confirm(call.caller);
    const given = options.input(session, now, shop);
    if (options.isDone !== undefined && options.isDone(session, await given)) {
      const changes = call.alsoCommit(session);
      await confirmed();
      if (changes.length > 0) await store.commit(changes);
      if (!finder.hasEnded(stored)) await finder.touch(stored);
      return session;
    }
    const needs = options.needs?.() ?? {};
    const decided = await steps.decide(step, given, { session, shop, now, needs });
    const { decision } = decided;
    const { action } = options;
    const also = call.alsoCommit(decision.refusal ?? decision.session);
    // A call does not revive an ended session, unless it brings a payment.
    const hasEnded = finder.hasEnded(stored) && decision.session.state.payment !== "PAID";
    const usedAt = !hasEnded && finder.isRecent(stored) ? stored.lastActiveAt : undefined;
    await confirmed();
    await steps.commit(decided, {
      before: session,
      now,
      usedAt,
      also,
      // The audit trail is of the live shop.
      ...(action !== undefined && session.livemode &&
        { audit: { by: call.caller.subject, action } }),
      ...(hasEnded && { activeAt: stored.lastActiveAt, expired: stored.expired }),
    });
    if (usedAt !== undefined) await finder.touch(stored);
    if (decision.refusal !== undefined) throw decision.refusal;
    return decision.session;
  }
}
