import { AppError } from "../../../domain/errors.ts";
import { amountLeft, amountRefunded } from "../../../domain/session/refundable.ts";
import { proposedRefund } from "../../../domain/steps/refund.ts";
import type { AsksIf, DashboardServices, ShopCall } from "../page.ts";
import { readRefund } from "./refund_read.ts";

type Sessions = Pick<DashboardServices, "sessionAdmin">;

/** Asks again before a refund that takes its order above the shop's sum; without one before the first step already. */
export function asksForRefund(services: Sessions): AsksIf {
  return async (call, form) => {
    const { refundsFactorOver } = call.shop;
    if (refundsFactorOver === 0) return true;
    if (form.get("step") !== "confirm") return false;
    const session = await sessionOf(services, call);
    try {
      const { all, lines, amount } = readRefund(form, session);
      const sum = amount ?? proposedRefund(session, all ? null : lines).amount;
      // With what the order has given back: parts are no way around the sum.
      return amountRefunded(session) + sum > refundsFactorOver;
    } catch (error) {
      // The form is refused for the same reason.
      if (error instanceof AppError) return false;
      throw error;
    }
  };
}

/** Asks again before a cancellation that refunds more than the shop's sum. */
export function asksForCancel(services: Sessions): AsksIf {
  return async (call, form) => {
    if (form.get("refund") !== "on") return false;
    const session = await sessionOf(services, call);
    return amountRefunded(session) + amountLeft(session) > call.shop.refundsFactorOver;
  };
}

async function sessionOf({ sessionAdmin }: Sessions, { shop, param }: ShopCall) {
  return (await sessionAdmin.show(param("session"), shop.id)).session;
}
