/** Ends of processes in the middle of what they do. */
import type { ProviderTransport } from "../../../src/payments/provider.ts";
import type { Store } from "../../../src/store/store.ts";
import { type Point, pointOfCall, pointOfCommit, type RefundPoint } from "./points.ts";

/** Ends what a process does: nothing in the source knows it. */
export class Dead extends Error {
  override readonly name = "Dead";
}

/** Before what a point names, or after it, when its answer is lost. */
export type Side = "before" | "after";

/** Ends a process at a point: from then on it commits nothing and calls no provider. */
export class Fuse {
  readonly #die: (() => never) | null;
  #armed: { readonly point: Point | RefundPoint; readonly side: Side } | null = null;
  #isBlown = false;

  /** @param die ends the process really; without it, its calls fail from then on */
  constructor(die: (() => never) | null = null) {
    this.#die = die;
  }

  arm(point: Point | RefundPoint, side: Side): void {
    this.#armed = { point, side };
  }

  disarm(): void {
    this.#armed = null;
  }

  get isBlown(): boolean {
    return this.#isBlown;
  }

  store(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (name === "commit") {
          return (...[changes]: Parameters<Store["commit"]>) =>
            this.#pass(pointOfCommit(changes), () => target.commit(changes));
        }
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  }

  transport(send: ProviderTransport): ProviderTransport {
    return (request) => this.#pass(pointOfCall(request), () => send(request));
  }

  async #pass<T>(point: Point | RefundPoint | null, run: () => Promise<T>): Promise<T> {
    if (this.#isBlown) throw new Dead("This process has ended");
    const armed = this.#armed?.point === point ? this.#armed : null;
    if (armed?.side === "before") throw this.#blow();
    const done = await run();
    if (armed !== null) throw this.#blow();
    return done;
  }

  #blow(): Dead {
    this.#die?.();
    this.#isBlown = true;
    return new Dead(`The process ends at ${this.#armed?.point}`);
  }
}
