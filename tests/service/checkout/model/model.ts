/** Expected state of the service: a few sums and a table, without prices. */
import { equal } from "node:assert/strict";
import { NOW } from "../../../support/builders.ts";
import { type Coins, given, move } from "./coins.ts";
import type { Left } from "./left.ts";
import type { ModelLink } from "./links.ts";
import { isAwaited, type ModelPayment } from "./payment.ts";
import { BEGINS, type Posted } from "./posted.ts";
import type { ModelKey } from "./shopkeeper.ts";
import { LIMITS, RICH, RICH_COINS, type ShopKind, STOCK } from "./shop.ts";

const HOUR = 3_600_000;

/**
 * A state in two letters: i INITIATED, g IN_PROGRESS, c COMPLETED, a ABANDONED, and D DRAFT,
 * W PENDING, P PAID, F FAILED. These nine are all there may be.
 */
export const CELLS = {
  iD: ["INITIATED", "DRAFT"],
  gD: ["IN_PROGRESS", "DRAFT"],
  gW: ["IN_PROGRESS", "PENDING"],
  gF: ["IN_PROGRESS", "FAILED"],
  cD: ["COMPLETED", "DRAFT"],
  cP: ["COMPLETED", "PAID"],
  aD: ["ABANDONED", "DRAFT"],
  aW: ["ABANDONED", "PENDING"],
  aF: ["ABANDONED", "FAILED"],
} as const;
export type Cell = keyof typeof CELLS;

/** Where a session is after its first edit. */
export const EDITED: Partial<Record<Cell, Cell>> = { iD: "gD", gD: "gD", gF: "gF" };
/** Where it is when it is given up. */
export const GIVEN_UP: Partial<Record<Cell, Cell>> = { iD: "aD", gD: "aD", gW: "aW", gF: "aF" };
/** Where an order without a payment ends. */
export const PLACED: Partial<Record<Cell, Cell>> = { iD: "cD", gD: "cD", gF: "cD" };

/** Stock, uses and coins that an order takes. */
export interface Needs {
  /** Units by variant, of those that are counted. */
  readonly units: ReadonlyMap<string, number>;
  readonly coupons: readonly string[];
  readonly coins: number;
  /** Cost of the goods after all discounts, in the major unit. */
  readonly goods: number;
  /** Whose coins and limits. */
  readonly phone: string | null;
}

export interface Challenge {
  readonly phone: string;
  readonly code: string;
  readonly expiresAt: number;
  triesLeft: number;
}

export interface ModelSession extends Left {
  readonly id: string;
  version: number;
  cell: Cell;
  lastActiveAt: number;
  expired: boolean;
  // deno-lint-ignore no-explicit-any -- the session as it was last answered
  shown: any;
  phone: string | null;
  hasAddress: boolean;
  challenge: Challenge | null;
  otpSentAt: number[];
  payment: ModelPayment | null;
  /** Ids of payments before the latest. */
  readonly oldPayments: string[];
  needs: Needs;
  /** Holds that its late payment could not take; null if it was in time. */
  missing: Shortfall | null;
  /** True if the needs are held or belong to an order. */
  fate: "NONE" | "HELD" | "SOLD";
  /** Coins that the order has earned. */
  earned: number;
  cancelled: boolean;
  /** To its checkout page; null before the first. */
  link: ModelLink | null;
}

/** Holds that a late payment could not take. */
export interface Shortfall {
  readonly coupons: readonly string[];
  /** Units by variant. */
  readonly missing: ReadonlyMap<string, number>;
  readonly coins: number;
}

/** All that is known of the shop and its sessions. */
export class Model {
  now = NOW;
  readonly kind: ShopKind;
  posts = 0;
  /** Comparisons so far. */
  checks = 0;
  /** Null before the first, and after a refusal, which is not recorded. */
  lastPost: Posted | null = null;
  /** The last of those that created a session or started a payment. */
  lastBegun: Posted | null = null;
  readonly sessions: ModelSession[] = [];
  readonly coins = new Map([[RICH, given(RICH_COINS)]]);
  readonly phoneSentAt = new Map<string, number[]>();
  /** Units by variant: those on the shelf, and those sold since. */
  readonly stock = new Map(Object.entries(STOCK));
  /** Codes of coupons that were removed. */
  readonly removed = new Set<string>();
  /** Keys, the latest first; none until the first one is rotated. */
  readonly keys: ModelKey[] = [];

  constructor(kind: ShopKind) {
    this.kind = kind;
  }

  /** Of a valid key; undefined for the first one. */
  get secret(): string | undefined {
    const valid = this.keys.filter(({ endsAt }) => this.now < endsAt);
    return valid[this.posts % Math.max(1, valid.length)]?.secret;
  }

  /** True if a session exists and has not expired. */
  isVisible(session: ModelSession): boolean {
    const { cell, expired, lastActiveAt } = session;
    if (expired) return false;
    return cell.startsWith("c") || isAwaited(session, this.now) ||
      this.now - lastActiveAt < HOUR;
  }

  /** True if the payment or session that a POST began has ended without an order. */
  isStale({ path, text }: Posted): boolean {
    if (!BEGINS.test(path)) return false;
    const { data } = JSON.parse(text);
    const session = this.sessions.find(({ id }) => id === (data.session_id ?? data.id));
    if (session === undefined || !this.isVisible(session) || session.cell.startsWith("a")) {
      return true;
    }
    const { payment, fate, cancelled } = session;
    return path.endsWith("/payment") &&
      (payment?.id !== data.payment.payment_id || payment?.status === "FAILED" ||
        (fate === "NONE" && !cancelled));
  }

  /** Uses of a coupon, in all or by one customer. */
  uses(code: string, phone?: string | null): number {
    return this.sessions.filter(({ needs, fate }) =>
      fate !== "NONE" && needs.coupons.includes(code) &&
      (phone === undefined || needs.phone === phone)
    ).length;
  }

  /** Units of a variant that are set aside, or sold. */
  units(variant: string, fate: "HELD" | "SOLD"): number {
    return this.sessions.filter((session) => session.fate === fate)
      .reduce((sum, { needs }) => sum + (needs.units.get(variant) ?? 0), 0);
  }

  /** Units that are left to be set aside. */
  left(variant: string): number {
    return this.stock.get(variant)! - this.units(variant, "HELD") - this.units(variant, "SOLD");
  }

  /** Why these needs cannot be set aside now; empty when they can. */
  obstacles({ units, coupons, coins, phone }: Needs): string[] {
    const found = coupons.filter((code) => this.#isUsedUp(code, phone));
    for (const [variant, wanted] of units) if (wanted > this.left(variant)) found.push(variant);
    if (coins > this.available(phone)) found.push("coins");
    return found;
  }

  #isUsedUp(code: string, phone: string | null): boolean {
    const { all, each } = LIMITS[code]!;
    return this.removed.has(code) || (all !== null && this.uses(code) >= all) ||
      (each !== null && (phone === null || this.uses(code, phone) >= each));
  }

  available(phone: string | null): number {
    return phone === null ? 0 : Math.max(0, this.coins.get(phone)?.available ?? 0);
  }

  /** A payment starts, or an order is placed: all of it must have been there. */
  hold(session: ModelSession, needs: Needs): void {
    equal(this.obstacles(needs).join(), "", "what was set aside was there");
    session.needs = needs;
    session.fate = "HELD";
    this.#move(needs.phone, { available: -needs.coins, processing: needs.coins });
  }

  release(session: ModelSession): void {
    const { phone, coins } = session.needs;
    session.fate = "NONE";
    this.#move(phone, { available: coins, processing: -coins });
  }

  sell(session: ModelSession): void {
    const { phone, coins } = session.needs;
    session.fate = "SOLD";
    this.#move(phone, { processing: -coins, used: coins });
    this.#earn(session);
  }

  /** Money that came in after what it was for had been given back: what is free is set aside. */
  holdAgain(session: ModelSession): Shortfall {
    const { needs } = session;
    const coupons = needs.coupons.filter((code) => this.#isUsedUp(code, needs.phone));
    const missing = new Map([...needs.units].map(([variant, wanted]) => {
      return [variant, Math.max(0, wanted - Math.max(0, this.left(variant)))] as const;
    }));
    const coins = Math.min(needs.coins, this.available(needs.phone));
    const units = [...needs.units].map(([variant, wanted]) => {
      return [variant, wanted - missing.get(variant)!] as const;
    });
    this.hold(session, {
      ...needs,
      coupons: needs.coupons.filter((code) => !coupons.includes(code)),
      units: new Map(units.filter(([, taken]) => taken > 0)),
      coins,
    });
    return { coupons, missing, coins: needs.coins - coins };
  }

  /** 5 % of the money that was received for goods; ten coins are worth 1.00. */
  #earn(session: ModelSession): void {
    const { needs: { phone, goods }, payment } = session;
    const received = payment?.status === "PAID" ? payment.amount : 0;
    const minor = Math.round(Math.min(goods, received) * 100);
    session.earned = phone === null ? 0 : Math.floor(Math.floor(minor / 20) / 10);
    this.#move(phone, { issued: -session.earned, available: session.earned });
  }

  /** All that an order took goes back; returns the earned coins that were still there. */
  unsell(session: ModelSession): number {
    const { phone, coins } = session.needs;
    session.fate = "NONE";
    this.#move(phone, { used: -coins, available: coins });
    const takenBack = Math.min(session.earned, this.available(phone));
    this.#move(phone, { available: -session.earned, issued: session.earned });
    return takenBack;
  }

  addCustomer(phone: string): void {
    if (!this.coins.has(phone)) this.coins.set(phone, given(0));
  }

  #move(phone: string | null, by: Partial<Coins>): void {
    if (phone !== null) move(this.coins.get(phone), by);
  }
}
