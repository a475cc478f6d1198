import type { DemoDeps } from "../payments/demo.ts";
import type { PaymentProvider, PaymentProviders } from "../payments/provider.ts";
import type { Deps } from "./deps.ts";

/** All kinds of providers. Loading one takes longer than a shop without it has to wait at a start. */
export function paymentProviders(
  { callProvider: send, ...demo }: DemoDeps & Pick<Deps, "callProvider">,
): PaymentProviders {
  return {
    demo: once(async () => {
      const { demoProvider } = await import("../payments/demo.ts");
      return demoProvider(demo);
    }),
    stripe: once(async () => {
      const { stripeProvider } = await import("../payments/stripe/provider.ts");
      return stripeProvider({ send });
    }),
    razorpay: once(async () => {
      const { razorpayProvider } = await import("../payments/razorpay/provider.ts");
      return razorpayProvider({ send });
    }),
  };
}

function once(load: () => Promise<PaymentProvider>): () => Promise<PaymentProvider> {
  let loading: Promise<PaymentProvider> | undefined;
  return () => loading ??= load();
}
