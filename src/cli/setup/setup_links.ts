import { DASHBOARD_HOST, DASHBOARD_PORT } from "../../command/dashboard_options.ts";
import type { Subject } from "../../domain/caller.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { type NewSignInLink, type People, signInUrl } from "../../service/people/people.ts";

/** Login of the first person. */
const FIRST_LOGIN = "owner";
/** Port of the pages for customers, as in a demo. */
const PAGES_PORT = 8082;

/** The links that a set-up ends with. */
export interface SetupLinks {
  /** Signs in to the dashboard, once; the dashboard itself if it has people already. */
  readonly dashboard: string;
  /** True if that link signs in. */
  readonly signsIn: boolean;
  /** Buys a sample in test mode, until the shop has a product. */
  readonly sample: string;
  /** The shop at the dashboard. */
  readonly next: string;
  /** Flags of a server that serves them; those that variables set are left out. */
  readonly flags: string;
}

/** Adds the first person, an owner of all shops, with a link; null if there are people. */
export async function firstSignIn(people: People, by: Subject): Promise<NewSignInLink | null> {
  if ((await people.list()).length > 0) return null;
  const request = { login: FIRST_LOGIN, everywhere: "owner", shops: [] } as const;
  return await people.makeLink(await people.add(request, by), by);
}

/**
 * The links of a new shop, at the addresses that the variables of a server name.
 *
 * @param signIn the link of the first person; null for none
 */
export function linksOf(
  env: (name: string) => string | undefined,
  { id, domains }: Pick<Merchant, "id" | "domains">,
  signIn: NewSignInLink | null,
): SetupLinks {
  const own = (name: string, port: number) => `http://${DASHBOARD_HOST}:${env(name) || port}`;
  const dashboard = env("CHECKOUT_DASHBOARD_URL") || own("CHECKOUT_DASHBOARD_PORT", DASHBOARD_PORT);
  const pages = env("CHECKOUT_CHECKOUT_URL") || own("CHECKOUT_CHECKOUT_PORT", PAGES_PORT);
  const sample = new URLSearchParams({ shop: domains[0] ?? "", sample: "1" });
  const flags = [
    ["CHECKOUT_CHECKOUT_PORT", `--checkout-port ${PAGES_PORT}`],
    ["CHECKOUT_DASHBOARD_PORT", `--dashboard-port ${DASHBOARD_PORT}`],
  ] as const;
  return {
    dashboard: signIn === null ? dashboard : signInUrl(dashboard, signIn),
    signsIn: signIn !== null,
    sample: `${pages}/buy?${sample}`,
    next: `${dashboard}/shops/${id}/`,
    flags: flags.filter(([name]) => !env(name)).map(([, flag]) => ` ${flag}`).join(""),
  };
}
