import { dailyRefusal } from "../daily_refusals.ts";
import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import type { Decision, StepContext } from "../../domain/decision/decision.ts";
import type { AppError } from "../../domain/errors.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import type { FoundSession, MaybePromise } from "../../domain/session/stored.ts";
import { asTest } from "../../domain/steps/test_mode.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import { sessionFacts } from "../../domain/trail/sale.ts";
import { CommitRefused } from "../../store/store.ts";
import { audited } from "../audit.ts";
import type { Shop, Shops } from "../cache/shops.ts";
import type { Deps, SessionViews } from "../deps.ts";
import { loadContext, type StepNeeds } from "./context.ts";
import { eventChanges } from "./events.ts";

/** A step of the domain: pure, from a session, an input and a context. */
export type StepFunction<Input> = (
  session: CheckoutSession,
  input: Input,
  context: StepContext,
) => Decision;

/** A decision and its shop. */
export interface ShopDecision {
  readonly decision: Decision;
  readonly shop: Shop;
}

/** Session, time and data of one decision. */
export interface DecisionScope {
  readonly session: CheckoutSession;
  readonly now: number;
  readonly needs?: StepNeeds;
  /** The session's shop, if it was just read. */
  readonly shop?: Shop;
}

/** Options of a commit. */
export interface CommitOptions {
  readonly before: CheckoutSession;
  readonly now: number;
  /** Additional changes of the same commit. */
  readonly also?: readonly Change[];
  /** Last activity to store (default: `now`). */
  readonly activeAt?: number;
  /** The stored last use, if the caller notes this one instead (default: it is written). */
  readonly usedAt?: number | undefined;
  readonly expired?: boolean;
  readonly byOperator?: boolean;
  /** Its audit entry (default: none). */
  readonly audit?: AuditedStep | undefined;
}

/** A step that has an audit entry. */
export interface AuditedStep {
  readonly by: Subject;
  readonly action: AuditAction;
}

/** Dependencies of {@link Steps}. */
export interface StepsDeps extends Pick<Deps, "store" | "now" | "newId" | "randomBytes"> {
  /** Default: sessions are stored without a view. */
  readonly views?: SessionViews;
  readonly shops: Shops;
  /** Called after each commit (default: nothing). */
  readonly onCommit?: (
    decided: ShopDecision,
    how: Required<Pick<CommitOptions, "activeAt" | "expired">>,
  ) => void;
}

/** Decides steps and commits them: session, effects and events in one commit. */
export class Steps {
  readonly #deps: StepsDeps;

  constructor(deps: StepsDeps) {
    this.#deps = deps;
  }

  /** Loads the context of a step, while its input may still be loading, and decides it. */
  async decide<Input>(
    step: StepFunction<Input>,
    input: MaybePromise<Input>,
    scope: DecisionScope,
  ): Promise<ShopDecision> {
    const { session } = scope;
    const [{ shop, context }, given] = await Promise.all([this.#load(scope), input]);
    const decision = step(session, given, context);
    return { decision: session.livemode ? decision : asTest(session, decision, context), shop };
  }

  async #load(
    { session, now, needs = {}, shop: read }: DecisionScope,
  ): Promise<{ readonly shop: Shop; readonly context: StepContext }> {
    const shop = read ?? await this.#deps.shops.byId(session.merchantId);
    if (shop === null) throw new RangeError(`A session's merchant is gone: ${session.merchantId}`);
    return { shop, context: await loadContext(this.#deps, shop, { session, needs, now }) };
  }

  /** Commits a decision. */
  async commit(
    decided: ShopDecision,
    {
      before,
      now,
      also = [],
      activeAt = now,
      usedAt,
      expired = false,
      byOperator = false,
      audit,
    }: CommitOptions,
  ): Promise<void> {
    const { store, views, shops, newId, onCommit } = this.#deps;
    const { decision: { session, effects, events }, shop } = decided;
    const ended = expired && session.state.session === "ABANDONED";
    await store.commit([
      {
        kind: "session.put",
        session,
        // An expired session is not shown again.
        view: ended ? null : views?.make(session) ?? null,
        expectedVersion: before.version,
        expired: ended,
        ...(byOperator && { byOperator }),
        ...(usedAt !== undefined && { before }),
        at: activeAt,
      },
      ...effects,
      ...eventChanges(events, { session, shop, now, newId }),
      ...(audit === undefined
        ? []
        : sessionFacts(audit.action, { before, after: session }).map((fact) =>
          audited(this.#deps, audit.by, fact)
        )),
      ...also,
    ]);
    if (effects.some(({ kind }) => kind.startsWith("stock."))) shops.forgetStock(shop.merchant.id);
    onCommit?.(decided, { activeAt: usedAt ?? activeAt, expired });
  }

  /**
   * Takes a step of the server or the operator, in one attempt.
   *
   * @param how `refusedAs` gives the error for a refused change, undefined for none
   * @returns false when the session changed meanwhile; nothing is written then
   */
  async take<Input>(
    stored: FoundSession,
    step: StepFunction<Input>,
    { input, refusedAs, ...how }:
      & {
        readonly input: Input;
        readonly refusedAs?: (change: Change) => AppError | undefined;
      }
      & Pick<CommitOptions, "expired" | "activeAt" | "byOperator" | "audit" | "also">,
  ): Promise<boolean> {
    const before = stored.load();
    const now = this.#deps.now();
    const decided = await this.decide(step, input, { session: before, now });
    try {
      await this.commit(decided, { before, now, ...how });
      return true;
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      const refusal = refusedAs?.(error.change) ??
        await dailyRefusal(error.change, this.#deps);
      if (refusal !== undefined) throw refusal;
      return false;
    }
  }
}
