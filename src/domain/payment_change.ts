import type { MerchantId, SessionId } from "./ids.ts";
import type { Resolution, UnexpectedPayment } from "./session/payment.ts";
import type { DemoAct, ProviderPayment } from "./session/provider_payment.ts";
import type { ProviderAccount } from "./shop/provider.ts";

/** Results of payments, and payments at providers. */
export type PaymentChange =
  /** Adds a shop's account at a provider. Refused if the shop has one of its mode in use. */
  | { readonly kind: "provider.add"; readonly account: ProviderAccount }
  /** Takes an account out of use. Refused if it is, or is unknown. */
  | { readonly kind: "provider.remove"; readonly accountId: string; readonly at: number }
  /** Replaces the keys of an account. Refused if it was removed meanwhile, or is unknown. */
  | {
    readonly kind: "provider.key";
    readonly account: Pick<ProviderAccount, "id" | "account" | "secret" | "removedAt">;
  }
  /** Deletes the keys of an account out of use. Refused if they are deleted, or it is in use. */
  | { readonly kind: "provider.forget"; readonly accountId: string }
  /** Adds a payment that is about to begin at a provider. */
  | { readonly kind: "at-provider.add"; readonly payment: ProviderPayment }
  /** Notes the provider's page of such a payment. Refused if it has one, or is unknown. */
  | {
    readonly kind: "at-provider.page";
    readonly payment: Pick<ProviderPayment, "paymentId" | "sessionId" | "expiresAt"> & {
      readonly reference: string;
    };
  }
  /** Says when to ask for it again. Refused if it was asked for since, or is final. */
  | {
    readonly kind: "at-provider.look";
    readonly payment: Pick<ProviderPayment, "paymentId" | "sessionId" | "looks"> & {
      readonly nextLookAt: number | null;
    };
  }
  /** Ends the asking for it. Refused if it is unknown. */
  | {
    readonly kind: "at-provider.close";
    readonly payment: Pick<ProviderPayment, "paymentId" | "sessionId">;
  }
  /** Notes what the customer did at the demo provider. Refused if something is noted. */
  | {
    readonly kind: "at-provider.demo";
    readonly payment: Pick<ProviderPayment, "paymentId" | "sessionId">;
    readonly act: DemoAct;
    readonly at: number;
  }
  /** Takes a provider's reference for a payment. Refused if the merchant has used it in this mode. */
  | {
    readonly kind: "reference.take";
    readonly merchantId: MerchantId;
    readonly livemode: boolean;
    readonly reference: string;
    readonly sessionId: SessionId;
    readonly paymentId: string;
  }
  /**
   * Records a payment result without an order. Refused if it is recorded. One of a payment that the
   * shop never had joins the open ones of its key and day.
   */
  | {
    readonly kind: "unexpected.add";
    readonly unexpected: UnexpectedPayment;
    readonly isUnknown?: boolean;
  }
  /** Resolves such a record, with those that it stands for. Refused if it is resolved or unknown. */
  | {
    readonly kind: "unexpected.resolve";
    readonly id: string;
    readonly merchantId: MerchantId;
    readonly resolution: Resolution;
  };
