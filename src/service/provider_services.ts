import type { OperatorDeps } from "./deps.ts";
import type { Shops } from "./cache/shops.ts";
import { CallBudget } from "./checkout/call_budget.ts";
import { DisputeReports } from "./checkout/dispute_reports.ts";
import { DemoBook } from "./checkout/demo_book.ts";
import { PaymentLooks } from "./checkout/payment_looks.ts";
import { ProviderCalls } from "./checkout/provider_calls.ts";
import { ProviderFindings } from "./checkout/provider_findings.ts";
import { ProviderHooks } from "./checkout/provider_hooks.ts";
import { ProviderPayments } from "./checkout/provider_payments.ts";
import { ProviderRefunds } from "./checkout/provider_refunds.ts";
import { ProviderSettling } from "./checkout/provider_settling.ts";
import { Reconciliations } from "./checkout/reconciliation.ts";
import { ProviderStarts } from "./checkout/provider_starts.ts";
import type { Steps } from "./checkout/steps.ts";
import { UnexpectedPayments } from "./checkout/unexpected_payments.ts";
import { UnexpectedResolutions } from "./checkout/unexpected_resolutions.ts";
import type { PaymentProviders } from "../payments/provider.ts";
import type { PageAddress } from "./page_address.ts";
import { paymentProviders } from "./payment_providers.ts";
import { Providers } from "./shop/providers.ts";

/** Services that ask providers, or take their answers. */
export interface ProviderServices {
  readonly unexpectedPayments: UnexpectedPayments;
  readonly unexpectedResolutions: UnexpectedResolutions;
  readonly providers: Providers;
  readonly providerStarts: ProviderStarts;
  readonly providerPayments: ProviderPayments;
  readonly providerRefunds: ProviderRefunds;
  readonly providerFindings: ProviderFindings;
  readonly reconciliations: Reconciliations;
  readonly disputeReports: DisputeReports;
  readonly providerHooks: ProviderHooks;
  readonly paymentLooks: PaymentLooks;
  readonly demoBook: DemoBook;
  readonly paymentProviders: PaymentProviders;
}

/** Composes the services of providers. */
export function providerServices(
  deps: OperatorDeps,
  { steps, shops, pages }: {
    readonly steps: Steps;
    readonly shops: Shops;
    readonly pages: PageAddress;
  },
  { isDemo, isOperator }: { readonly isDemo: boolean; readonly isOperator: boolean },
): ProviderServices {
  const unexpectedPayments = new UnexpectedPayments(deps);
  const demoBook = new DemoBook(deps, pages);
  const providers = paymentProviders({ ...deps, books: demoBook, takesLive: isDemo });
  const asking = {
    warn: () => {},
    paymentTtlMs: 0,
    ...deps,
    steps,
    isOperator,
    providers,
    calls: new ProviderCalls({ ...deps, providers }),
    budget: new CallBudget(),
    settling: new ProviderSettling({ ...deps, steps, isOperator, unexpectedPayments }),
  };
  const providerPayments = new ProviderPayments(asking);
  const providerRefunds = new ProviderRefunds(asking);
  const providerFindings = new ProviderFindings({ ...asking, providerRefunds, unexpectedPayments });
  return {
    unexpectedPayments,
    unexpectedResolutions: new UnexpectedResolutions({
      ...deps,
      unexpectedPayments,
      providerRefunds,
    }),
    providers: new Providers({ ...asking, providerPayments }),
    providerStarts: new ProviderStarts(asking),
    providerPayments,
    providerRefunds,
    providerFindings,
    reconciliations: new Reconciliations(asking),
    disputeReports: new DisputeReports({ ...asking, unexpectedPayments }),
    providerHooks: new ProviderHooks({ ...asking, shops, providerPayments, providerFindings }),
    paymentLooks: new PaymentLooks({ ...deps, providerPayments }),
    demoBook,
    paymentProviders: providers,
  };
}
