import { isDeepStrictEqual } from "node:util";
import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { NO_PREFIX_FILTER } from "../../domain/filters.ts";
import type { CouponId, CustomerId, MerchantId } from "../../domain/ids.ts";
import type { ProductDraft } from "../../domain/shop/catalog.ts";
import { type Coupon, type CouponDraft, couponKey } from "../../domain/shop/coupon.ts";
import { openingMovement } from "../../domain/shop/customer.ts";
import type { Merchant, MerchantDraft } from "../../domain/shop/merchant.ts";
import {
  canSendCodes,
  settleVerification,
  verificationWarnings,
} from "../../domain/shop/phone_verification.ts";
import type { SeedCustomer, SeedShop } from "../../domain/shop/seed.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import type { AuditFact } from "../../domain/trail/entry.ts";
import { type PageRequest, readPages } from "../../domain/values/page.ts";
import { audited } from "../audit.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { payoutNews } from "../people/news.ts";
import { fileChanges, NO_TALLY, productPuts, type Tally, tallyOf } from "./product_changes.ts";
import { checkProducts } from "./seed_references.ts";

/** Kinds of things in a seed file, in the order in which they are written. */
const KINDS = ["merchants", "products", "coupons", "customers"] as const;
type Kind = (typeof KINDS)[number];

/** Result of a seed, by kind. */
export interface SeedReport extends Readonly<Record<Kind, Tally>> {
  readonly merchantIds: readonly MerchantId[];
  /** About products of coupons that the shops have not stored, and orders without a verified phone. */
  readonly warnings: readonly string[];
}

/** Options of a seed. */
export interface SeedOptions {
  /** Action of the audit entry (default: `seed`). */
  readonly action?: AuditAction;
  /** Makes further changes of the same commit (default: none). */
  readonly also?: (merchantIds: readonly MerchantId[]) => readonly Change[];
}

interface Part {
  readonly changes: readonly Change[];
  readonly tally: Tally;
}

/**
 * Creates and updates shops from a seed file. Everything not in the file stays, so a second run
 * changes nothing. Merchants are matched by domain, coupons by code, products by id, customers by
 * phone number.
 */
export class Seeder {
  readonly #deps: Pick<Deps, "store" | "now" | "newId">;

  constructor(deps: Pick<Deps, "store" | "now" | "newId">) {
    this.#deps = deps;
  }

  /**
   * Writes all shops of a file in one commit.
   *
   * @throws {AppError} `error.merchant-exists` if a shop's domains belong to several merchants;
   *   `error.conflict` if two shops of the file are one merchant, a shop's currency differs from
   *   the stored one, or a variant belongs to another product; `error.invalid-request` if a coupon
   *   of a strict catalogue, or a gift, names an unknown product, or `verify_phone` needs codes that
   *   nothing delivers
   */
  async run(
    shops: readonly SeedShop[],
    by: Subject,
    { action = "seed", also }: SeedOptions = {},
  ): Promise<SeedReport> {
    const parts: Readonly<Record<Kind, Part>>[] = [];
    const merchantIds: MerchantId[] = [];
    const warnings: string[] = [];
    for (const [i, shop] of shops.entries()) {
      const path = `merchants[${i}]`;
      const { merchant, part } = await this.#merchant(shop.merchant, path, by);
      if (merchantIds.includes(merchant.id)) {
        const message = `Two shops in the file match one stored merchant: ${shown(merchant.name)}`;
        throw new AppError("error.conflict", message);
      }
      merchantIds.push(merchant.id);
      warnings.push(
        ...verificationWarnings(merchant, shop.merchant, path),
        ...await checkProducts(this.#deps.store, merchant, { shop, path }),
      );
      parts.push({
        merchants: part,
        products: await this.#products(merchant.id, shop.products),
        coupons: await this.#coupons(merchant.id, shop.coupons),
        customers: await this.#customers(merchant.id, shop.customers),
      });
    }
    const changes = [
      ...parts.flatMap((part) => KINDS.flatMap((kind) => part[kind].changes)),
      ...also?.(merchantIds) ?? [],
    ];
    const tally = (kind: Kind) => sum(parts.map((part) => part[kind].tally));
    const report: SeedReport = {
      merchants: tally("merchants"),
      products: tally("products"),
      coupons: tally("coupons"),
      customers: tally("customers"),
      merchantIds,
      warnings,
    };
    if (changes.length > 0) {
      const entry = audited(this.#deps, by, seedFact(action, shops, report));
      await commitOrConflict(this.#deps.store, [...changes, entry]);
    }
    return report;
  }

  async #merchant(
    draft: MerchantDraft,
    path: string,
    by: Subject,
  ): Promise<{ merchant: Merchant; part: Part }> {
    const { store, now, newId } = this.#deps;
    const owners = new Map<MerchantId, Merchant>();
    for (const domain of draft.domains) {
      const owner = await store.merchants.byDomain(domain);
      if (owner !== null) owners.set(owner.id, owner);
    }
    if (owners.size > 1) {
      const domains = shown(draft.domains.join(", "));
      const message = `These domains belong to several merchants: ${domains}`;
      throw new AppError("error.merchant-exists", message);
    }
    const [old] = owners.values();
    if (old !== undefined && old.currencyCode !== draft.currencyCode) {
      // Stored prices are in minor units of the old currency and would change their value.
      const message = `The currency of ${
        old.domains[0]
      } cannot change from ${old.currencyCode}: ${draft.currencyCode}`;
      throw new AppError("error.conflict", message);
    }
    const at = now();
    const settings = settleVerification(draft, {
      before: old ?? null,
      canSendCodes: old !== undefined && canSendCodes(await store.webhooks.of(old.id)),
      path,
    });
    const { id = newId() as MerchantId, createdAt = at } = old ?? {};
    const same = { ...settings, id, createdAt };
    if (old !== undefined && isDeepStrictEqual({ ...same, updatedAt: old.updatedAt }, old)) {
      return { merchant: old, part: { changes: [], tally: one("unchanged") } };
    }
    const merchant = { ...same, updatedAt: at };
    const tally = one(old ? "updated" : "created");
    const news = payoutNews(this.#deps, { before: old ?? null, after: merchant }, by);
    return { merchant, part: { changes: [{ kind: "merchant.put", merchant }, ...news], tally } };
  }

  async #products(merchantId: MerchantId, drafts: readonly ProductDraft[]): Promise<Part> {
    const { store, newId } = this.#deps;
    const ids = new Set(drafts.map(({ productId }) => productId));
    const changed = await fileChanges(store, merchantId, drafts, ids);
    return {
      changes: changed.flatMap((one) => productPuts(merchantId, one, newId)),
      tally: tallyOf(drafts, changed),
    };
  }

  async #coupons(merchantId: MerchantId, drafts: readonly CouponDraft[]): Promise<Part> {
    const { store, now, newId } = this.#deps;
    const { rows } = await readPages((page: PageRequest<string>) =>
      store.coupons.of(merchantId, NO_PREFIX_FILTER, page)
    );
    const known = new Map(rows.map((coupon) => [couponKey(coupon.code), coupon]));
    const changes: Change[] = [];
    let created = 0;
    for (const draft of drafts) {
      const old = known.get(couponKey(draft.code));
      const coupon: Coupon = {
        ...draft,
        id: old?.id ?? newId() as CouponId,
        merchantId,
        // The file does not decide whether a coupon is enabled.
        enabled: old?.enabled ?? true,
        createdAt: old?.createdAt ?? now(),
      };
      if (isDeepStrictEqual(coupon, old)) continue;
      if (old === undefined) created += 1;
      changes.push({ kind: "coupon.put", coupon });
    }
    const updated = changes.length - created;
    return { changes, tally: { created, updated, unchanged: drafts.length - changes.length } };
  }

  async #customers(merchantId: MerchantId, seeds: readonly SeedCustomer[]): Promise<Part> {
    const { store, now, newId } = this.#deps;
    const changes: Change[] = [];
    let [created, updated] = [0, 0];
    for (const { phone, coins } of seeds) {
      const old = await store.customers.byPhone(merchantId, phone);
      const movement = openingMovement(old?.seededCoins ?? 0, coins);
      if (old !== null && movement === null) continue;
      if (old === null) created += 1;
      else updated += 1;
      const at = now();
      const customer = old?.customer ??
        { id: newId() as CustomerId, merchantId, phone, createdAt: at };
      changes.push({ kind: "customer.put", customer, seededCoins: coins });
      if (movement !== null) {
        const entry = { id: newId(), customerId: customer.id, reason: "seed", sessionId: null, at };
        changes.push({ kind: "coins.move", movement: { ...entry, ...movement } });
      }
    }
    return { changes, tally: { created, updated, unchanged: seeds.length - created - updated } };
  }
}

function seedFact(
  action: AuditAction,
  shops: readonly SeedShop[],
  report: SeedReport,
): AuditFact {
  const [only = null, ...others] = report.merchantIds;
  const merchantId = others.length === 0 ? only : null;
  const counts = KINDS.map((kind) => {
    const { created, updated } = report[kind];
    return [kind, { created, updated }] as const;
  });
  const label = shops.map(({ merchant }) => merchant.name).join(", ");
  return {
    merchantId,
    action,
    object: { kind: "merchant", id: merchantId, label },
    before: null,
    after: Object.fromEntries(counts),
  };
}

function one(kind: keyof Tally): Tally {
  return { ...NO_TALLY, [kind]: 1 };
}

function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => ({
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
  }), NO_TALLY);
}
