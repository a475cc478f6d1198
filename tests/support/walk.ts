/**
 * The whole checkout as lines for a shell, with curl: what the README shows and what a test runs.
 * `$URL` and `$KEY` are the server and a key of its demo shop; the lines keep what they learn in
 * `$SESSION`, `$GIFT` and `$PAY`, and `$OTP` is the code that was sent.
 *
 * Printed as Markdown by `deno run tests/support/walk.ts`.
 */

/** One thing to do. */
export interface WalkStep {
  /** For those who look for it. */
  readonly name: string;
  /** Its purpose in a sentence. */
  readonly title: string;
  /** The line to type. */
  readonly line: string;
}

const AUTH = `-H "Authorization: Bearer $KEY"`;
const JSON_TYPE = `-H 'Content-Type: application/json'`;

function curl(method: "GET" | "POST" | "PUT" | "DELETE", path: string, data?: unknown): string {
  const verb = method === "GET" ? "" : ` -X ${method}`;
  // A variable leaves the single quotes for a moment.
  const body = data === undefined
    ? ""
    : ` ${JSON_TYPE} \\\n  -d '${
      JSON.stringify({ data }).replaceAll(/\$[A-Z]+/g, (variable) => `'"${variable}"'`)
    }'`;
  return `curl -sS${verb} "$URL/session${path}" \\\n  ${AUTH}${body}`;
}

/** Prints what `$ANSWER` holds. */
const SHOW = 'printf %s "$ANSWER"';

/** Shows what a command answers, and keeps the text in quotes that comes behind some text in it. */
function keeping(variable: string, text: string, command: string): string {
  const pick = `sed -n 's/.*${text}"\\([^"]*\\)".*/\\1/p'`;
  return `ANSWER=$(${command}); \\\n  ${SHOW}; ${variable}=$(${SHOW} | ${pick})`;
}

const CART = {
  shop_domain: "demo-store.example",
  items: [
    { product_id: 1002, variant_id: 11022, quantity: 1 },
    { product_id: 1004, variant_id: 11041, quantity: 2 },
  ],
};

const ADDRESS = {
  name: "Asha Rao",
  phone: "+919876543210",
  line1: "12 MG Road",
  city: "Bengaluru",
  postal_code: "560001",
  country_code: "IN",
};

/** Presses Pay in place of the customer, and reads the session. */
const PAID = `curl -sS -L -d act=pay -o /dev/null "$PAY"\n${curl("GET", "/$SESSION")}`;

/** From a cart with a code, a gift and coins to a paid order. */
export const PREPAID_WALK: readonly WalkStep[] = [
  {
    name: "cart",
    title: "The store's backend posts its cart: coffee and two tea towels.",
    line: keeping("SESSION", '"session_id":', curl("POST", "", CART)),
  },
  {
    name: "code",
    title: "A coupon code, in any case. It joins the automatic coupon: both combine.",
    line: curl("POST", "/$SESSION/coupons", { code: "twotowels" }),
  },
  {
    name: "offer",
    title: "The session shows prices, coupons, and under `add_ons` the gift that is unlocked.",
    line: keeping("GIFT", '"add_ons":\\[{"coupon_id":', curl("GET", "/$SESSION")),
  },
  {
    name: "gift",
    title: "The gift, as a line of its own at 0.",
    line: curl("PUT", "/$SESSION/add-ons", {
      add_ons: [{ coupon_id: "$GIFT", variant_id: 11071, quantity: 1 }],
    }),
  },
  {
    name: "otp",
    title:
      "A one-time code to the customer's phone. Of a shop without a webhook endpoint it is in " +
      "the server's log.",
    line: curl("POST", "/$SESSION/otp", { phone: "098765 43210" }),
  },
  {
    name: "verify",
    title: "The code, typed in as `OTP=...` before: the customer is known now, with 500 coins.",
    line: curl("POST", "/$SESSION/otp/verify", { phone: "+919876543210", otp: "$OTP" }),
  },
  {
    name: "coins",
    title: "A hundred coins, worth 10.00.",
    line: curl("PUT", "/$SESSION/coins", { coins: 100 }),
  },
  {
    name: "address",
    title: "The address: shipping is no longer -1, and here it is free.",
    line: curl("PUT", "/$SESSION/address", ADDRESS),
  },
  {
    name: "cod",
    title: "Cash on delivery is refused: TWOTOWELS disables it.",
    line: curl("PUT", "/$SESSION/payment-method", { method: "COD" }),
  },
  {
    name: "prepaid",
    title: "Paying ahead brings the shop's offer of 5 %, at most 100.00.",
    line: curl("PUT", "/$SESSION/payment-method", { method: "PREPAID" }),
  },
  {
    name: "payment",
    title: "The payment starts: stock, coupon and coins are set aside, the cart is frozen. Sent " +
      "again under its `Idempotency-Key` it is not started again; the next attempt takes `-2`.",
    line: keeping(
      "PAY",
      '"url":',
      `${curl("POST", "/$SESSION/payment")} -H "Idempotency-Key: pay-$SESSION-1"`,
    ),
  },
  {
    name: "paid",
    title: "The customer presses Pay at the provider's page; the order is complete.",
    line: PAID,
  },
];

/** A cash-on-delivery order, a tenth of which is paid ahead. */
export const COD_WALK: readonly WalkStep[] = [
  {
    name: "cart",
    title: "Another cart: two mugs.",
    line: keeping(
      "SESSION",
      '"session_id":',
      curl("POST", "", {
        shop_domain: "demo-store.example",
        items: [{ product_id: 1001, variant_id: 11001, quantity: 2 }],
      }),
    ),
  },
  { name: "address", title: "Where it goes.", line: curl("PUT", "/$SESSION/address", ADDRESS) },
  {
    name: "cod",
    title: "Cash on delivery, with its fee and the part to be paid ahead, `partial_cod_price`.",
    line: curl("PUT", "/$SESSION/payment-method", { method: "COD" }),
  },
  {
    name: "early",
    title: "Placing the order is refused before that.",
    line: curl("POST", "/$SESSION/complete"),
  },
  {
    name: "payment",
    title: "The payment of that part.",
    line: keeping("PAY", '"url":', curl("POST", "/$SESSION/payment")),
  },
  {
    name: "paid",
    title: "It was paid: the order is placed; the rest is paid at the door.",
    line: PAID,
  },
];

/** A walk as Markdown: a sentence, then the line to copy. */
export function walkMarkdown(walk: readonly WalkStep[]): string {
  return walk.map(({ title, line }) => `${title}\n\n\`\`\`sh\n${line}; echo\n\`\`\`\n`).join("\n");
}

if (import.meta.main) {
  console.log(`${walkMarkdown(PREPAID_WALK)}\n${walkMarkdown(COD_WALK)}`);
}
