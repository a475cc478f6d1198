import type { ApiKey } from "../domain/api_key.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { SeedShop } from "../domain/seed.ts";
import { authOption, createSessionCommand, shellQuoted } from "./curl.ts";
import demoShopText from "./demo_shop.json" with { type: "text" };
import { readSeed } from "./seed_file.ts";

/** The address that a server listens on unless it is told otherwise. */
export const DEFAULT_BASE_URL = "http://127.0.0.1:8080";

/** The shop of the demo, read as any seed file. */
export function demoShops(): SeedShop[] {
  return readSeed(demoShopText);
}

/** The cart of the demo: enough for the automatic coupon and for the free gift. */
export const DEMO_CART = {
  data: {
    shop_domain: "demo-store.example",
    country_code: "IN",
    items: [
      { product_id: 1002, variant_id: 11022, quantity: 1 },
      { product_id: 1001, variant_id: 11001, quantity: 2 },
    ],
  },
};

const UNKNOWN_SHOP_CART = {
  data: { shop_domain: "nobody.example", items: DEMO_CART.data.items.slice(0, 1) },
};

/** Three commands for a shell, each on one line and complete in itself. */
export interface DemoCommands {
  /** Creates a session, shows the answer and keeps the session's id in `$SESSION`. */
  readonly create: string;
  /** Reads the session that `create` has made. */
  readonly read: string;
  /** Gets an error, to see what one looks like. */
  readonly error: string;
}

/** Prints what `$ANSWER` holds as it is: `echo` of some shells makes something of backslashes. */
const SHOW = 'printf %s "$ANSWER"';

/**
 * The commands to try a demo with. They need a POSIX shell, curl and sed.
 *
 * @param secret of the demo shop's key
 * @param baseUrl of the server, without a slash at the end
 */
export function demoCommands(secret: string, baseUrl = DEFAULT_BASE_URL): DemoCommands {
  const sessions = shellQuoted(`${baseUrl}/session`);
  const post = (body: unknown) => createSessionCommand({ baseUrl, secret, body });
  const pickId = `sed -n 's/.*"session_id": *"\\([0-9a-f-]*\\)".*/\\1/p'`;
  return {
    // Kept, then shown: to show it by way of stderr would empty the file that stderr may be.
    create: `ANSWER=$(${post(DEMO_CART)}); ${SHOW}; SESSION=$(${SHOW} | ${pickId}); echo`,
    read: `curl -sS ${sessions}/"$SESSION" ${authOption(secret)}; echo`,
    error: `${post(UNKNOWN_SHOP_CART)} -w '\\nHTTP %{http_code}\\n'`,
  };
}

/**
 * What somebody is told who has just got a demo shop, from the server or the command line.
 *
 * @param demo the shop of {@link demoShops}, whose name is ours and safe to show; its key
 */
export function demoGuide(
  { merchant, key: { expiresAt }, secret }: {
    readonly merchant: Pick<Merchant, "name">;
    readonly key: Pick<ApiKey, "expiresAt">;
    readonly secret: string;
  },
  commands: DemoCommands,
): string {
  const end = expiresAt === null
    ? "never expires"
    : `expires ${new Date(expiresAt).toISOString().slice(0, 10)}`;
  return `${merchant.name} is ready.

API key: ${secret}
It is shown only this once and ${end}.

# 1. Create a session from a cart
${commands.create}

# 2. Read it: prices, an automatic coupon, a free gift to choose
${commands.read}

# 3. See what an error looks like
${commands.error}
`;
}
