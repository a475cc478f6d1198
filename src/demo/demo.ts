import type { CartRequest } from "../domain/session/session.ts";
import type { ApiKey } from "../domain/shop/api_key.ts";
import type { Merchant } from "../domain/shop/merchant.ts";
import type { SeedShop } from "../domain/shop/seed.ts";
import { readCreateSession } from "../schema/api/create_session.ts";
import { readSeed } from "../schema/seed/seed_file.ts";
import { shellQuoted, shellWord } from "./curl.ts";
import demoShopText from "./demo_shop.json" with { type: "text" };

/** The default address of a server. */
export const DEFAULT_BASE_URL = "http://127.0.0.1:8080";

/** The demo shop, from its seed file. */
export function demoShops(): SeedShop[] {
  return readSeed(demoShopText);
}

/** The demo cart, large enough for the automatic coupon and the free gift. */
export const DEMO_CART = {
  data: {
    shop_domain: "demo-store.example",
    items: [{ product_id: 1002, variant_id: 11022, quantity: 2 }],
  },
};

/** {@link DEMO_CART} as a service takes it. */
export function demoCart(): CartRequest {
  return readCreateSession({ value: DEMO_CART });
}

/** Shell commands, each in one line. */
export interface DemoCommands {
  /** Sets `$KEY`, the server's address `$URL` and the header `$AUTH`. */
  readonly keep: string;
  /** Creates a session and prints the answer, kept in `$ANSWER`. */
  readonly create: string;
  /** Reads that session and prints its prices. */
  readonly read: string;
  /** Requests an unknown session, to show an error. */
  readonly error: string;
}

/** The id in the answer of Create Session. */
const PICK_ID = `sed -n 's/.*session_id": "\\(.*\\)".*/\\1/p'`;
/** For a shop whose payments the demo provider takes. */
const PAY =
  "Choose to pay online, and press Pay at the demo provider: no money moves, and an order follows.\n\n";
/** The first lines of the prices in an answer. */
const PRICES = `grep -A 12 '"pricing"'`;

/**
 * The commands to try the demo. They need a POSIX shell, sed, grep and curl 7.82 or newer.
 *
 * @param secret of the demo shop's key
 * @param baseUrl of the server, without a slash at the end
 */
export function demoCommands(secret: string, baseUrl = DEFAULT_BASE_URL): DemoCommands {
  const cart = shellQuoted(JSON.stringify(DEMO_CART));
  return {
    keep: `KEY=${secret} URL=${shellWord(baseUrl)}; AUTH="Authorization: Bearer $KEY"`,
    create: `ANSWER=$(curl -sS "$URL/session?indent" -H "$AUTH" --json ${cart}); echo "$ANSWER"`,
    read: `curl -sS "$URL/session/$(echo "$ANSWER" | ${PICK_ID})?indent" -H "$AUTH" | ${PRICES}`,
    error: `curl -sS "$URL/session/unknown?indent" -H "$AUTH"`,
  };
}

/**
 * Instructions printed for a new demo shop.
 *
 * @param demo the shop of {@link demoShops}, whose name needs no cleaning, and its key
 * @param page link to a checkout page, and whether its payment leads to the demo provider's page;
 *   null for none
 */
export function demoGuide(
  { merchant, key: { expiresAt } }: {
    readonly merchant: Pick<Merchant, "name">;
    readonly key: Pick<ApiKey, "expiresAt">;
  },
  commands: DemoCommands,
  page: { readonly link: string; readonly hasProvider: boolean } | null = null,
): string {
  const end = expiresAt === null
    ? "never expires"
    : `expires ${new Date(expiresAt).toISOString().slice(0, 10)}`;
  const opened = page === null
    ? ""
    : `Open the checkout page of a cart; one-time codes appear in this log:

${page.link}

${page.hasProvider ? PAY : ""}`;
  return `${merchant.name} is ready. ${opened}Its API key is shown only once and ${end}:

${commands.keep}

# 1. Create a session from a cart
${commands.create}

# 2. Read its price, with the automatic coupon applied
${commands.read}

# 3. See an error
${commands.error}
`;
}
