import { withinDailyLimits } from "../daily_refusals.ts";
import { dailyLimit, withinDay } from "../../domain/daily_limits.ts";
import type { Change } from "../../domain/changes.ts";
import type { Subject } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import type { PrefixFilter } from "../../domain/filters.ts";
import { type CustomerId, type MerchantId, parseCustomerId } from "../../domain/ids.ts";
import type { StoredCustomer } from "../../domain/session/stored.ts";
import { type CoinMovement, withCoins } from "../../domain/shop/customer.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_CUSTOMER } from "../../domain/trail/sale.ts";
import { audited } from "../audit.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";

/** A customer with the ledger of their coins. */
export interface CustomerAccount extends StoredCustomer {
  /** Oldest first. */
  readonly movements: readonly CoinMovement[];
}

/** A merchant's customers and their coins. */
export class Customers {
  readonly #deps: Pick<Deps, "store" | "now" | "newId">;

  constructor(deps: Pick<Deps, "store" | "now" | "newId">) {
    this.#deps = deps;
  }

  /** A merchant's customers, by phone. */
  async list(
    merchantId: MerchantId,
    filter: PrefixFilter,
    page: PageRequest<string>,
  ): Promise<Page<StoredCustomer, string>> {
    return await this.#deps.store.customers.of(merchantId, filter, page);
  }

  /**
   * One customer with their ledger.
   *
   * @param phone E.164
   * @throws {AppError} `error.customer-not-found`
   */
  async show(merchantId: MerchantId, phone: string): Promise<CustomerAccount> {
    const { store } = this.#deps;
    const stored = await store.customers.byPhone(merchantId, phone);
    if (stored === null) {
      throw new AppError("error.customer-not-found", `No such customer: ${shown(phone)}`);
    }
    return { ...stored, movements: await this.ledger(stored.customer.id) };
  }

  /**
   * {@link show} by id.
   *
   * @throws {AppError} `error.customer-not-found`
   */
  async byId(merchantId: MerchantId, idText: string): Promise<CustomerAccount> {
    const id = parseCustomerId(idText);
    const stored = id === undefined ? null : await this.#deps.store.customers.find(id);
    if (stored?.customer.merchantId !== merchantId) {
      throw new AppError("error.customer-not-found", `No such customer: ${shown(idText)}`);
    }
    return { ...stored, movements: await this.ledger(stored.customer.id) };
  }

  /** Entries of a customer's ledger, oldest first. */
  async ledger(id: CustomerId): Promise<CoinMovement[]> {
    return await this.#deps.store.customers.movements(id);
  }

  /**
   * Corrects a customer's coins with a ledger entry that says why.
   *
   * @param coins whole coins, not 0: positive to give, which pays a debt first; negative to take
   * @throws {AppError} `error.customer-not-found`; `error.coins-not-available` to take more than
   *   the customer has; `error.conflict` beyond the limit of the shop's day
   */
  async correct(
    merchantId: MerchantId,
    phone: string,
    { coins, reason, by }: {
      readonly coins: number;
      readonly reason: string;
      readonly by: Subject;
    },
  ): Promise<CustomerAccount> {
    const before = await this.show(merchantId, phone);
    const { customer, balances, debt } = before;
    const { newId, now } = this.#deps;
    const accounts = coins > 0
      ? { from: "ISSUED", to: "AVAILABLE" } as const
      : { from: "AVAILABLE", to: "ISSUED" } as const;
    const entry = { id: newId(), customerId: customer.id, reason, sessionId: null, at: now() };
    const movement = { ...entry, ...accounts, coins: Math.abs(coins) };
    const left = withCoins({ available: balances.AVAILABLE, debt }, coins);
    const after = {
      ...before,
      balances: { ...balances, AVAILABLE: left.available },
      debt: left.debt,
    };
    const given = coins > 0 ? await this.#within(merchantId, coins) : [];
    await withinDailyLimits(this.#deps, () =>
      commitOrRefuse(this.#deps.store, [
        ...given,
        { kind: "coins.move", movement },
        audited(this.#deps, by, factOf(AUDITED_CUSTOMER, "customer.coins", { before, after })),
      ], {
        code: "error.coins-not-available",
        message: `Only ${balances.AVAILABLE} coins can be taken, got ${-coins}`,
      }));
    return await this.show(merchantId, phone);
  }

  /** Keeps the shop's limit of the coins of a day. */
  async #within(merchantId: MerchantId, coins: number): Promise<Change[]> {
    const shop = await this.#deps.store.merchants.find(merchantId);
    return shop === null ? [] : withinDay(dailyLimit("coins", shop, this.#deps.now()), coins);
  }
}
