import { AppError } from "../../../domain/errors.ts";
import type { Permission } from "../../../domain/people/role.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import { mayRefund } from "../../../domain/refund_allowance.ts";
import { MAX_REFERENCE } from "../../../domain/values/limits.ts";
import { type Currency, parseMajor } from "../../../domain/values/money.ts";
import { MAX_REASON } from "../../../schema/api/order.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { allowanceOf, besideRefund } from "../forms/money_back.ts";
import { withQuery } from "../links.ts";
import { STANDING_WORDS, type StandingWord } from "../../../things/provider_payment.ts";
import { SESSION_ACTIONS, type SessionAction } from "./actions.tsx";
import { sessionPath } from "./list.tsx";
import { asksForCancel } from "./refund_sum.ts";
import { refundPages } from "./refunding.ts";
import { DONE_WORDS, sessionBody } from "./session.tsx";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import { labelled } from "../forms/labelled.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";
import { textField } from "../forms/text_field.ts";

const ONE = "/shops/{shop}/sessions/{session}";

/** The permission of each action. */
const NEEDS = {
  paid: "payments:write",
  collected: "orders:write",
  look: "payments:write",
  cancel: "orders:write",
  release: "payments:write",
  expire: "sessions:write",
} as const satisfies Record<SessionAction, Permission>;

/** One session of a shop, with its order, and what can be done to it. */
export function sessionPages(services: DashboardServices): DashboardPage[] {
  const show = sessionPage(services);
  const acts = actsOf(services);
  return [
    {
      id: "sessions.show",
      method: "GET",
      path: ONE,
      needs: "shop:read",
      handle: (call) => show(call, new Forms()),
    },
    ...SESSION_ACTIONS.flatMap((action) =>
      shopForm({
        id: `sessions.${action}`,
        ...(action === "cancel" && { asksIf: asksForCancel(services) }),
        path: `${ONE}/${action}`,
        needs: NEEDS[action],
        show,
        back: ({ shop, param }) => sessionPath(shop.id, param("session")),
        async act(call, form) {
          const { session } = await find(services, call);
          const standing = await acts[action](session, form, call);
          const done = { done: action, ...(standing !== undefined && { standing }) };
          return withQuery(sessionPath(call.shop.id, session.id), done);
        },
      })
    ),
    ...refundPages(services, show),
  ];
}

/** The session of the path, if it is of the shop. */
function find({ sessionAdmin }: DashboardServices, { shop, param }: ShopCall) {
  return sessionAdmin.show(param("session"), shop.id);
}

function sessionPage(services: DashboardServices): ShowShopPage {
  return async (call, forms, shown) => {
    const { shop, query } = call;
    const { session, lastActiveAt, events, holds } = await find(services, call);
    const body = sessionBody({
      shopId: shop.id,
      session,
      lastActiveAt,
      events,
      holds,
      allowed: SESSION_ACTIONS.filter((action) => call.may(NEEDS[action])),
      mayRefund: mayRefund(call.role, shop),
      mayReport: call.may("refunds:write"),
      isOutOfReach: await services.orderAdmin.isOutOfReach(session),
      done: DONE_WORDS.find((word) => word === query.get("done")),
      standing: standingIn(query.get("standing")),
      forms,
      formats: dashboardFormats(shop),
    });
    return page(call, body, shown);
  };
}

function standingIn(text: string | null): StandingWord | undefined {
  const words = Object.keys(STANDING_WORDS) as StandingWord[];
  return words.find((word) => word === text);
}

/** An action; the result of one that asks a provider is how the payment stands there. */
type Act = (
  session: CheckoutSession,
  form: URLSearchParams,
  call: ShopCall,
) => Promise<StandingWord | undefined | void>;

function actsOf(
  { sessionAdmin, orderAdmin, paymentLooks }: DashboardServices,
): Readonly<Record<SessionAction, Act>> {
  return {
    async paid({ id }, form, { by, apart }) {
      const reference = textField(form, ["reference", "Reference"], { max: MAX_REFERENCE });
      await beside(
        "reference",
        "error.payment-reference-used",
        () => apart(sessionAdmin.paid(id, reference || null, by)),
      );
    },
    async collected({ id }, form, { by }) {
      const text = (form.get("amount") ?? "").trim();
      const read = (currency: Currency) =>
        labelled({ amount: "Amount" }, () => parseMajor(text, currency, "amount"));
      await beside("amount", "error.payment-mismatch", () => orderAdmin.collect(id, read, by));
    },
    async look({ payment }, _form, { by, apart }) {
      return (await apart(paymentLooks.look(payment?.id ?? "", by))).standing;
    },
    async cancel(session, form, call) {
      const reason = textField(form, ["reason", "Reason"], { min: 1, max: MAX_REASON });
      await besideRefund(form, { amount: "refund" }, async () => {
        const refund = form.get("refund") === "on"
          ? {
            reference: null,
            disputed: form.get("disputed") === "on",
            allowance: allowanceOf(call, session),
          }
          : null;
        await call.apart(orderAdmin.cancel(session.id, { reason, refund }, call.by));
      });
    },
    async release({ id }, _form, { by }) {
      await sessionAdmin.release(id, by);
    },
    expire: ({ id }, _form, { by, apart }) => apart(sessionAdmin.expire(id, by)),
  };
}

/** Shows a refusal with this code beside a field. */
async function beside<T>(
  field: string,
  code: AppError["code"],
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== code) throw error;
    throw new AppError(code, error.message, { field, cause: error });
  }
}
