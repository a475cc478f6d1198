import { callerOf, type Subject } from "../../domain/caller.ts";
import { AppError } from "../../domain/errors.ts";
import type { CartRequest } from "../../domain/session/session.ts";
import { type ApiKey, SCOPES } from "../../domain/shop/api_key.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { accountInUse } from "../../domain/shop/provider.ts";
import type { SeedShop } from "../../domain/shop/seed.ts";
import type { NewSignInLink } from "../people/people.ts";
import type { OperatorServices, Services } from "../services.ts";
import type { NewKey } from "./keys.ts";
import type { SeedReport } from "./seed.ts";

/** Lifetime of the key of a demo. */
export const DEMO_KEY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** A shop to try things out with. */
export interface Demo {
  readonly merchant: Merchant;
  readonly key: ApiKey;
  /** The key's secret, available only now. */
  readonly secret: string;
  readonly report: SeedReport;
}

/**
 * Creates the demo shop if it is missing, and a new key for it. Another run leaves the shop as it
 * is and adds another key, because the earlier secret is not stored.
 *
 * @param shops the demo shop, as the only entry
 * @throws {RangeError} when there is no shop in it
 */
export async function seedDemo(
  { seeder, merchants, keys }: Pick<OperatorServices, "seeder" | "merchants" | "keys">,
  shops: readonly SeedShop[],
  by: Subject,
): Promise<Demo> {
  const made: NewKey[] = [];
  const report = await seeder.run(shops, by, {
    action: "demo",
    also: (merchantIds) =>
      merchantIds.slice(0, 1).map((merchantId) => {
        const lifetimeMs = DEMO_KEY_LIFETIME_MS;
        const scopes = new Set(SCOPES);
        const request = { merchantId, name: "demo", lifetimeMs, rateLimit: null, scopes };
        const one = keys.make(request);
        made.push(one);
        return { kind: "key.add", key: one.key };
      }),
  });
  const [one] = made;
  if (one === undefined) throw new RangeError("The demo needs a shop");
  return { merchant: await merchants.find(one.key.merchantId), ...one, report };
}

/**
 * Lets the demo provider take the payments of a demo shop that this run has made. A shop from
 * before keeps its ways to pay.
 *
 * @returns true if the demo provider takes the shop's payments
 */
export async function demoPayments(
  { providers }: Pick<OperatorServices, "providers">,
  { merchant, report }: Pick<Demo, "merchant" | "report">,
  by: Subject,
): Promise<boolean> {
  if (report.merchants.created > 0) {
    await providers.add(merchant, { kind: "demo", livemode: true }, by);
  }
  return accountInUse(await providers.list(merchant), true)?.kind === "demo";
}

/**
 * Creates a session from a cart, and a link to its checkout page.
 *
 * @returns null while the server has no pages, or if the shop was changed and does not sell the
 *   cart
 */
export async function demoLink(
  { sessions, checkoutLinks, pages }: Pick<Services, "sessions" | "checkoutLinks" | "pages">,
  { key }: Pick<Demo, "key">,
  cart: CartRequest,
): Promise<string | null> {
  if (pages.url === undefined) return null;
  const caller = callerOf(key);
  try {
    const { id } = await sessions.create(caller, cart, () => []);
    return (await checkoutLinks.make(caller, id)).url;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Login of a demo's person at the dashboard. */
const DEMO_LOGIN = "demo";

/** A link to sign in to the dashboard as the owner of all shops, who is added if missing. */
export async function demoSignIn(
  { people }: Pick<OperatorServices, "people">,
  by: Subject,
): Promise<NewSignInLink> {
  const request = { login: DEMO_LOGIN, everywhere: "owner", shops: [] } as const;
  const person = await people.find(DEMO_LOGIN) ?? await people.add(request, by);
  return await people.makeLink(person, by);
}
