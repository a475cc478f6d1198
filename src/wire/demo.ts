import type { SeedShop } from "../domain/seed.ts";
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

/**
 * The commands to try a demo with. They need a POSIX shell, curl and sed.
 *
 * @param secret of the demo shop's key
 * @param baseUrl of the server, without a slash at the end
 */
export function demoCommands(secret: string, baseUrl = DEFAULT_BASE_URL): DemoCommands {
  const sessions = shellQuoted(`${baseUrl}/session`);
  const auth = `-H ${shellQuoted(`Authorization: Bearer ${secret}`)}`;
  const post = (body: unknown) =>
    `curl -sS ${sessions} ${auth} -H 'Content-Type: application/json' -d ${
      shellQuoted(JSON.stringify(body))
    }`;
  const pickId = `sed -n 's/.*"session_id": *"\\([0-9a-f-]*\\)".*/\\1/p'`;
  return {
    // The answer goes to the terminal by way of stderr, because stdout is what is captured.
    create: `SESSION=$(${post(DEMO_CART)} | tee /dev/stderr | ${pickId}); echo`,
    read: `curl -sS ${sessions}/"$SESSION" ${auth}; echo`,
    error: `${post(UNKNOWN_SHOP_CART)} -w '\\nHTTP %{http_code}\\n'`,
  };
}

/**
 * What somebody is told who has just got a demo shop.
 *
 * @param demo the shop's name, and its key with the moment it expires at
 */
export function demoGuide(
  demo: { readonly shop: string; readonly secret: string; readonly expiresAt: string },
  commands: DemoCommands,
): string {
  return `${demo.shop} is ready.

API key: ${demo.secret}
It is shown only this once and expires ${demo.expiresAt}.

# 1. Create a session from a cart
${commands.create}

# 2. Read it: prices, an automatic coupon, a free gift to choose
${commands.read}

# 3. See what an error looks like
${commands.error}
`;
}

/** A text as one word of a POSIX shell, whatever it holds. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
