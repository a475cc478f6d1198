import type { Caller } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import type { CheckoutSession } from "../../domain/session.ts";
import type { Decision, StepContext } from "../../domain/decision/decision.ts";
import type { StoredSession } from "../../domain/stored.ts";
import { CommitRefused } from "../../store/store.ts";
import { loadContext, type StepNeeds } from "./context.ts";
import type { Deps } from "../deps.ts";
import { eventChanges, tellUnclaimedCodes } from "./events.ts";
import type { SessionFinder } from "../sessions/finder.ts";
import type { SessionCache } from "../sessions/session_cache.ts";
import { isAnsweredElsewhere } from "./idempotency.ts";
import type { Keys } from "../shop/keys.ts";
import type { Shop, Shops } from "../shops.ts";

/** A step as the core decides it: pure, from a session, an input and a context. */
export type StepFunction<Input> = (
  session: CheckoutSession,
  input: Input,
  context: StepContext,
) => Decision;

/** Who calls for which session, and what is to be written together with the step. */
export interface StepCall {
  readonly caller: Caller;
  readonly sessionId: string;
  /** Changes that land in the step's own commit: the record of its answer, or of its refusal. */
  readonly alsoCommit: (outcome: CheckoutSession | AppError) => readonly Change[];
}

/** How a step differs from the usual. */
export interface StepOptions<Input> {
  /** What the step is given; read anew for each attempt. */
  readonly input: (session: CheckoutSession, now: number) => Input | Promise<Input>;
  /** Data to load for this input, besides what the session names. */
  readonly needs?: (input: Input) => StepNeeds;
  /** Taken also when the session has ended by inactivity. */
  readonly evenEnded?: boolean;
  /** The error for a change that may not happen; undefined where the step is decided anew. */
  readonly refusedAs?: (change: Change) => AppError | undefined;
  /** Nothing is to be done: the session is as the step would make it. */
  readonly isDone?: (session: CheckoutSession, input: Input) => boolean;
}

/** What steps are taken with. */
export interface CheckoutDeps {
  readonly shops: Shops;
  readonly finder: SessionFinder;
  readonly cache: SessionCache;
  readonly keys: Pick<Keys, "confirm">;
}

/** Of those who change one thing at a time one gets through, so this many are enough for all. */
const MAX_ATTEMPTS = 10;

/** The one path of every step: load, decide, commit, and decide anew where others were faster. */
export class Checkout {
  readonly #deps: Deps;
  readonly #shops: Shops;
  readonly #finder: SessionFinder;
  readonly #cache: SessionCache;
  readonly #keys: Pick<Keys, "confirm">;

  constructor(deps: Deps, { shops, finder, cache, keys }: CheckoutDeps) {
    this.#deps = deps;
    this.#shops = shops;
    this.#finder = finder;
    this.#cache = cache;
    this.#keys = keys;
  }

  /**
   * Takes a step on a caller's session.
   *
   * @returns the session afterwards
   * @throws {AppError} `error.session-not-found`, what the step refuses with,
   *   `error.unauthorized` when the key was revoked meanwhile, or `error.conflict` when others were faster time and again
   */
  async run<Input>(
    call: StepCall,
    step: StepFunction<Input>,
    options: StepOptions<Input>,
  ): Promise<CheckoutSession> {
    for (let attempt = 1;; attempt++) {
      const stored = await this.#finder.findForUpdate(
        call.caller,
        call.sessionId,
        options.evenEnded,
      );
      try {
        return await this.#attempt(stored, { call, step, options });
      } catch (error) {
        // Another server has answered the same request: nothing is to be decided anew.
        if (!(error instanceof CommitRefused) || isAnsweredElsewhere(error)) throw error;
        const refusal = options.refusedAs?.(error.change);
        if (refusal !== undefined) throw refusal;
        if (attempt === MAX_ATTEMPTS) {
          const message = "Other requests are changing the session: try again";
          throw new AppError("error.conflict", message, { cause: error });
        }
        // What is at hand of the shop may be what misled the step: the next try reads it anew.
        this.#shops.forget(stored.merchantId);
      }
    }
  }

  /**
   * Ends a session by inactivity, or makes its order where a part is paid.
   *
   * @returns false when somebody was faster: it is not idle any more
   */
  async expire(stored: StoredSession, step: StepFunction<null>): Promise<boolean> {
    return await this.#once(stored, { step, input: null, expired: true });
  }

  /**
   * Gives back what an overdue payment holds, which is no activity on its session.
   *
   * @returns false when somebody was faster: its result came, or its session ended
   */
  async release(stored: StoredSession, step: StepFunction<null>): Promise<boolean> {
    return await this.#once(stored, { step, input: null, activeAt: stored.lastActiveAt });
  }

  /**
   * Takes a step that the operator asks for, not a caller.
   *
   * @returns false when the session changed meanwhile; nothing is written then
   */
  async byOperator<Input>(
    stored: StoredSession,
    step: StepFunction<Input>,
    input: Input,
  ): Promise<boolean> {
    return await this.#once(stored, { step, input, byOperator: true });
  }

  async #once<Input>(
    stored: StoredSession,
    { step, input, ...how }: {
      readonly step: StepFunction<Input>;
      readonly input: Input;
      readonly expired?: boolean;
      readonly activeAt?: number;
      readonly byOperator?: boolean;
    },
  ): Promise<boolean> {
    const session = stored.load();
    const shop = await this.#shopOf(session);
    const now = this.#deps.now();
    const context = await loadContext({ ...this.#deps, shops: this.#shops }, shop, {
      session,
      needs: {},
      now,
    });
    const decision = step(session, input, context);
    try {
      await this.#commit(decision, { shop, before: session, now, ...how });
      return true;
    } catch (error) {
      if (error instanceof CommitRefused) return false;
      throw error;
    }
  }

  async #attempt<Input>(
    stored: StoredSession,
    { call, step, options }: {
      readonly call: StepCall;
      readonly step: StepFunction<Input>;
      readonly options: StepOptions<Input>;
    },
  ): Promise<CheckoutSession> {
    const session = stored.load();
    const now = this.#deps.now();
    const input = await options.input(session, now);
    if (options.isDone?.(session, input)) {
      const changes = call.alsoCommit(session);
      await this.#keys.confirm(call.caller);
      if (changes.length > 0) await this.#deps.store.commit(changes);
      if (!this.#finder.hasEnded(stored)) this.#finder.touch(stored);
      return session;
    }
    const shop = await this.#shopOf(session);
    const context = await loadContext({ ...this.#deps, shops: this.#shops }, shop, {
      session,
      needs: options.needs?.(input) ?? {},
      now,
    });
    const decision = step(session, input, context);
    const sealed = call.alsoCommit(decision.refusal ?? decision.session);
    // What comes in after the end does not bring a session back, unless it is money.
    const hasEnded = this.#finder.hasEnded(stored) && decision.session.state.payment !== "PAID";
    await this.#keys.confirm(call.caller);
    await this.#commit(decision, {
      shop,
      before: session,
      now,
      sealed,
      ...(hasEnded && { activeAt: stored.lastActiveAt, expired: stored.expired }),
    });
    if (decision.refusal !== undefined) throw decision.refusal;
    return decision.session;
  }

  async #commit(
    { session, effects, events, note }: Decision,
    { shop, before, now, sealed = [], activeAt = now, expired = false, byOperator = false }: {
      readonly shop: Shop;
      readonly before: CheckoutSession;
      readonly now: number;
      readonly sealed?: readonly Change[];
      /** What the session counts as last active at: now, unless it has ended. */
      readonly activeAt?: number;
      readonly expired?: boolean;
      readonly byOperator?: boolean;
    },
  ): Promise<void> {
    const { store, views } = this.#deps;
    const ended = expired && session.state.session === "ABANDONED";
    await store.commit([
      {
        kind: "session.put",
        session,
        // Nobody finds it any more.
        view: ended ? null : views?.make(session) ?? null,
        expectedVersion: before.version,
        expired: ended,
        ...(byOperator && { byOperator }),
        at: activeAt,
      },
      ...effects,
      ...eventChanges(events, { session, shop, now, deps: this.#deps }),
      ...sealed,
    ]);
    this.#cache.drop(session.id);
    if (effects.some(({ kind }) => kind.startsWith("stock."))) this.#shops.forget(shop.merchant.id);
    if (note !== undefined) this.#deps.warn(note, { session: session.id });
    tellUnclaimedCodes(events, { session, shop, deps: this.#deps });
    if (events.length > 0) this.#deps.onEvents();
  }

  async #shopOf({ merchantId }: CheckoutSession): Promise<Shop> {
    const shop = await this.#shops.byId(merchantId);
    if (shop === null) throw new RangeError(`A session's merchant is gone: ${merchantId}`);
    return shop;
  }
}
