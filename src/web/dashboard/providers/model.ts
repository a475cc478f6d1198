import type { ProviderAccount } from "../../../domain/shop/provider.ts";
import type { PaymentAtStake } from "../../../service/shop/provider_ends.ts";
import type { Forms } from "../forms/form_state.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { HookModel } from "./new_provider.tsx";

/** One account at a provider. */
export interface ProviderModel {
  readonly shopId: string;
  readonly account: ProviderAccount;
  /** Payments under way there. */
  readonly openPayments: number;
  /** The first of them. */
  readonly underWay: readonly PaymentAtStake[];
  readonly hook: HookModel;
  /** The change just made, or the provider's answer to a test. */
  readonly done: "added" | "replaced" | "removed" | "tested" | undefined;
  readonly mayWrite: boolean;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}
