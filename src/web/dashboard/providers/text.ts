import type { ProviderKind } from "../../../domain/shop/provider.ts";

/** A provider with keys of its own: the demo provider has none. */
export type KeyedKind = Exclude<ProviderKind, "demo">;

/** The words of a provider's own pages for its keys, and where they are. */
export interface ProviderWords {
  /** Guide of the server. */
  readonly guide: string;
  /** Where it shows its keys. */
  readonly keysAt: string;
  /** Label and hint of the part of the key that is no secret; null for a key of one part. */
  readonly keyId: readonly [label: string, hint: string] | null;
  readonly keyLabel: string;
  readonly keyHint: string;
  /** Where it takes the address of a hook, and its events. */
  readonly hooksAt: string;
  readonly hookEvents: readonly string[];
  readonly hookHint: string;
}

/** The words of each provider. */
export const PROVIDER_WORDS = {
  stripe: {
    guide: "/docs/guides/stripe",
    keysAt: "On Stripe's Dashboard: Developers, API keys, Create restricted key",
    keyId: null,
    keyLabel: "Secret key",
    keyHint: "Begins with rk_ (restricted, with the rights of the guide) or sk_",
    hooksAt: "Stripe's Dashboard: Developers, Webhooks, Add destination",
    hookEvents: [
      "checkout.session.completed",
      "checkout.session.expired",
      "checkout.session.async_payment_succeeded",
      "checkout.session.async_payment_failed",
    ],
    hookHint: "Begins with whsec_; Stripe shows it once the hook is added",
  },
  razorpay: {
    guide: "/docs/guides/razorpay",
    keysAt: "On Razorpay's dashboard: Account & Settings, API Keys",
    keyId: ["Key id", "Begins with rzp_live_ or rzp_test_"],
    keyLabel: "Key secret",
    keyHint: "Razorpay shows it once, when the key is generated",
    hooksAt: "Razorpay's dashboard: Account & Settings, Webhooks",
    hookEvents: ["payment_link.paid", "payment_link.expired", "payment_link.cancelled"],
    hookHint: "The secret that you entered there: make a long random one",
  },
} as const satisfies Record<KeyedKind, ProviderWords>;

/**
 * The address of a shop's hooks at a provider.
 *
 * @param pagesUrl of the checkout pages; undefined if it is not known
 */
export function hookUrl(
  pagesUrl: string | undefined,
  { domains }: { readonly domains: readonly string[] },
  kind: ProviderKind,
): string {
  return `${pagesUrl ?? "https://PAGES"}/hooks/${domains[0] ?? ""}/${kind}`;
}
