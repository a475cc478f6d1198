/** Stripe in memory with keys of two accounts, and the form of a key, as a browser sends it. */
import assert from "node:assert/strict";
import { StripeDouble } from "../../support/payments/stripe_double.ts";
import type { Seen } from "./dashboard.ts";
import { location, type Scene, withOwner } from "./owner.ts";

/** Keys of two accounts, each for a mode; the restricted one does not name its account. */
export const KEYS = {
  live: "sk_live_double",
  next: "sk_live_doubleNext",
  test: "sk_test_double",
  other: "sk_live_other",
  restricted: "rk_live_double",
} as const;
export const HOOK_SECRET = "whsec_OfTheDouble";

/** A live key with the secret of its hook. */
export const NEW = { mode: "live", key: ` ${KEYS.live} `, hook_secret: HOOK_SECRET };

/** Every text that no answer may have. */
export const SECRETS: readonly string[] = [...Object.values(KEYS), HOOK_SECRET];

/** Runs a test with an owner whose shop may call Stripe. */
export function withStripe(
  test: (scene: Scene & { readonly stripe: StripeDouble }) => Promise<void>,
): Promise<void> {
  const clock = { now: () => 0 };
  const account = "acct_double";
  const stripe = new StripeDouble(() => clock.now(), {
    [KEYS.live]: { account },
    [KEYS.next]: { account },
    [KEYS.test]: { account },
    [KEYS.other]: { account: "acct_other" },
    [KEYS.restricted]: { account, rights: ["sessions"] },
  });
  return withOwner("providers", async (scene) => {
    clock.now = scene.clock.now;
    await test({ ...scene, stripe });
  }, { callProvider: stripe.send });
}

/** Accounts of the shop at providers. */
export function accountsOf({ services, merchant }: Pick<Scene, "services" | "merchant">) {
  return services.providers.list(merchant);
}

/** Adds an account by its form; its path. */
export async function add({ owner, path }: Scene, over: Readonly<Record<string, string>> = {}) {
  const led = location(await owner.post(`${path}/new/stripe`, { ...NEW, ...over }));
  return led.split("?")[0]!;
}

/** Requires answers, and anything else, without a secret. */
export function requireNoSecret(answers: readonly Seen[], more: readonly unknown[] = []) {
  const texts = [
    ...answers.map(({ text, headers }) => `${text} ${JSON.stringify([...headers])}`),
    JSON.stringify(more),
  ];
  for (const secret of SECRETS) assert.ok(!texts.some((text) => text.includes(secret)), secret);
}
