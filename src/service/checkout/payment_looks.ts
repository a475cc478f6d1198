import type { Subject } from "../../domain/caller.ts";
import { AppError, shown } from "../../domain/errors.ts";
import { parseUuid } from "../../domain/ids.ts";
import type { CheckoutSession } from "../../domain/session/session.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_SESSION } from "../../domain/trail/sale.ts";
import { type Standing, Unreachable } from "../../payments/provider.ts";
import { audited } from "../audit.ts";
import type { Deps } from "../deps.ts";
import type { ProviderPayments } from "./provider_payments.ts";

/** How a payment stands at its provider, and the session before and after that was taken. */
export interface PaymentLook {
  readonly paymentId: string;
  readonly standing: Standing["kind"];
  readonly before: CheckoutSession;
  readonly after: CheckoutSession;
}

/** Looks at payments at providers by hand. */
export class PaymentLooks {
  readonly #deps: Pick<Deps, "store" | "now" | "newId">;
  readonly #providerPayments: Pick<ProviderPayments, "look">;

  constructor(
    deps: Pick<Deps, "store" | "now" | "newId"> & {
      readonly providerPayments: Pick<ProviderPayments, "look">;
    },
  ) {
    this.#deps = deps;
    this.#providerPayments = deps.providerPayments;
  }

  /**
   * Asks the provider of a payment how it stands, and takes the answer.
   *
   * @throws {AppError} `error.payment-not-found`; `error.unavailable` if the provider does not
   *   answer
   */
  async look(idText: string, by: Subject): Promise<PaymentLook> {
    const { store } = this.#deps;
    const paymentId = parseUuid(idText);
    const row = paymentId === undefined ? null : await store.providers.payment(paymentId);
    const stored = row && await store.sessions.find(row.sessionId);
    if (row === null || stored === null) throw unknown(idText);
    const before = stored.load();
    const standing = await this.#look(row.paymentId);
    const after = (await store.sessions.find(row.sessionId))?.load();
    if (standing === null || after === undefined) throw unknown(idText);
    const fact = factOf(AUDITED_SESSION, "payment.look", { before, after });
    await store.commit([audited(this.#deps, by, fact)]);
    return { paymentId: row.paymentId, standing, before, after };
  }

  /** Operators are told why the provider gave no answer: a key may lack a right. */
  async #look(paymentId: string): Promise<Standing["kind"] | null> {
    try {
      return await this.#providerPayments.look(paymentId);
    } catch (error) {
      if (!(error instanceof AppError) || !(error.cause instanceof Unreachable)) throw error;
      const message = `The payment provider gave no answer: ${error.cause.message}`;
      throw new AppError(error.code, message, { cause: error.cause });
    }
  }
}

function unknown(idText: string): AppError {
  const message = `No provider takes a payment with this id: ${shown(idText)}`;
  return new AppError("error.payment-not-found", message);
}
