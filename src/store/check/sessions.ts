import { z } from "zod";
import { auditHolds, type SessionReservations } from "../../domain/audit/holds.ts";
import { auditPrice } from "../../domain/audit/price.ts";
import { auditState } from "../../domain/audit/session.ts";
import { heldSince, heldUntil } from "../../domain/session/payment.ts";
import { awaitsIdle } from "../../domain/session/idle.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { findCurrency } from "../../domain/values/money.ts";
import { RowError } from "../../schema/stored/parse.ts";
import type { CheckName } from "../maintenance.ts";
import type { Findings } from "./findings.ts";
import { LAST_ID, reservationsBetween } from "./reservations.ts";
import { PAGE_BYTES, PAGE_ROWS, type SessionRow, sessionRow } from "./session_rows.ts";
import { type CheckSource, type Row, rowsOf } from "./source.ts";

/** Dependencies of the check of sessions. */
export interface SessionChecks {
  /** True if a stored view matches the session; also true for a view of another program version. */
  readonly isView: (session: CheckoutSession, view: string) => boolean;
  readonly onProgress: (text: string) => void;
}

/**
 * Checks every session against itself and its holds.
 *
 * Each page has its own read transaction: a session and what belongs to it are written in one
 * commit, so they agree within one snapshot even while a server writes. One transaction for all
 * pages would block shortening the log.
 */
export class SessionCheck {
  readonly #source: CheckSource;
  readonly #findings: Findings;
  readonly #options: SessionChecks;

  constructor(source: CheckSource, findings: Findings, options: SessionChecks) {
    this.#source = source;
    this.#findings = findings;
    this.#options = options;
  }

  /** Checks all sessions. */
  async run(): Promise<void> {
    const [row] = await rowsOf(this.#source, "sessions.count", {});
    const total = Number(row?.["n"]);
    let done = 0;
    for (let after: string | null = ""; after !== null;) {
      const begin: string = after;
      const page = await this.#source.inOneView(() => this.#page(begin));
      this.#findings.looked("sessions", page.count);
      done += page.count;
      after = page.last;
      this.#options.onProgress(`${done} of about ${total} sessions checked`);
    }
  }

  /** @returns the number of sessions and the last id; null at the end */
  async #page(
    after: string,
  ): Promise<{ readonly count: number; readonly last: string | null }> {
    const last = await this.#lastOfPage(after);
    const ids = new Set<string>();
    const read: SessionRow[] = [];
    const rows = last === null ? [] : await rowsOf(this.#source, "sessions.rows", { after, last });
    for (const row of rows) {
      ids.add(String(row["id"]));
      const parsed = this.#read(row);
      if (parsed !== null) read.push(parsed);
    }
    // Beyond the last session too: held or sold units may be of a missing one.
    const sessions = read.map(({ session }) => session);
    const range = { after, until: last ?? LAST_ID };
    const all = await reservationsBetween(this.#source, range, sessions);
    for (const row of read) {
      this.#checkRow(row);
      this.#checkHolds(row.session, all.get(row.session.id) ?? NOTHING);
    }
    for (const [id, { stock, sold }] of all) {
      if (ids.has(id)) continue;
      for (const [kind, rows] of [["held for", stock], ["sold by", sold]] as const) {
        for (const { variantId, units } of rows) {
          const message = `Units of variant ${variantId} are ${kind} a missing session: ${units}`;
          this.#found("stock-hold", id, [message]);
        }
      }
    }
    return { count: ids.size, last };
  }

  /** Last id of the page: as many sessions as fit, at least one. */
  async #lastOfPage(after: string): Promise<string | null> {
    let bytes = 0;
    let last: string | null = null;
    for (const row of await rowsOf(this.#source, "sessions.sizes", { after, limit: PAGE_ROWS })) {
      const { id, size } = sizeSchema.parse(row);
      if (last !== null && bytes + size > PAGE_BYTES) break;
      bytes += size;
      last = id;
    }
    return last;
  }

  #read(row: Row): SessionRow | null {
    try {
      return sessionRow(row);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      this.#found("session-row", String(row["id"]), [error.message]);
      return null;
    }
  }

  #checkRow(row: SessionRow): void {
    const { session, expired, phone, heldSince: since, orderNumber, view, shopCurrency } = row;
    const { id, currencyCode, customer, payment, order, state, recovery } = session;
    const columns = [
      ...(phone === (customer?.phone || null)
        ? []
        : ["Column customer_phone is not the verified customer's"]),
      ...(since === heldSince(payment)
        ? []
        : ["Column held_since is not the start of a payment with holds"]),
      ...(row.dueAt === heldUntil(payment)
        ? []
        : ["Column due_at is not the due time of a manual payment with holds"]),
      ...(row.placedAt === (session.order?.placedAt ?? null)
        ? []
        : ["Column placed_at is not the time of the order"]),
      ...(orderNumber === (order?.number ?? null)
        ? []
        : [`Column order_number must be null without an order: ${orderNumber}`]),
      // Sessions of earlier versions await it from their next change on.
      ...(row.awaitsIdle && !awaitsIdle(session)
        ? ["Column awaits_idle is set for a session that is not to be reported as idle"]
        : []),
      ...(row.idleAt === recovery.idleAt && row.returned === recovery.returned
        ? []
        : ["Columns idle_at and returned are not those of the session"]),
      ...(shopCurrency === currencyCode
        ? []
        : [`Its currency is not that of its shop, ${shopCurrency}: ${currencyCode}`]),
      ...(expired && state.session !== "ABANDONED"
        ? [`Only an abandoned session can have expired: ${state.session}`]
        : []),
    ];
    this.#found("session-columns", id, columns);
    // Amounts of an unknown currency cannot be formatted.
    const currency = findCurrency(currencyCode);
    if (shopCurrency !== currencyCode || currency === undefined) return;
    this.#found("session-state", id, auditState(session));
    this.#found("price", id, auditPrice(session.priced, currency));
    if (view !== null && !this.#options.isView(session, view)) {
      this.#found("view", id, ["The stored view differs from the session"]);
    }
  }

  #checkHolds(session: CheckoutSession, reservations: SessionReservations): void {
    const { coupons, stock, coins } = auditHolds(session, reservations);
    this.#found("coupon-use", session.id, coupons);
    this.#found("stock-hold", session.id, stock);
    this.#found("session-coins", session.id, coins);
  }

  #found(check: CheckName, id: string, messages: readonly string[]): void {
    for (const message of messages) this.#findings.add(check, `sessions ${id}`, message);
  }
}

const NOTHING: SessionReservations = { coupons: [], stock: [], sold: [], movements: [] };

const sizeSchema = z.object({ id: z.string(), size: z.number() });
