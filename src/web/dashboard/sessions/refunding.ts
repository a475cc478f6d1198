import { AppError } from "../../../domain/errors.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import { mayRefund } from "../../../domain/refund_allowance.ts";
import { Forms, type FormState } from "../forms/form_state.ts";
import { allowanceOf, besideRefund } from "../forms/money_back.ts";
import { readRefundReport, REFUND_RESULTS } from "../forms/refund_result.tsx";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import { withQuery } from "../links.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { dashboardFormats } from "../parts/format.ts";
import { noticeBody } from "../parts/notice.tsx";
import { page, type ShownPage } from "../replies.ts";
import { sessionPath } from "./list.tsx";
import {
  canRefund,
  knownRefunds,
  refundBody,
  type RefundFormModel,
  refundPath,
} from "./refund_form.tsx";
import { readRefund, readWithoutAmount, type RefundEntry } from "./refund_read.ts";
import { asksForRefund } from "./refund_sum.ts";

const ONE = "/shops/{shop}/sessions/{session}";

/** The form of a refund, and the results of those that the shop pays back by hand. */
export function refundPages(
  services: DashboardServices,
  /** The page of the session. */
  showSession: ShowShopPage,
): DashboardPage[] {
  return [...refundForm(services), ...resultForms(services, showSession)];
}

function refundForm(services: DashboardServices): DashboardPage[] {
  const { sessionAdmin, orderAdmin } = services;
  const formPage = formPageOf(services);
  const find = ({ shop, param }: ShopCall) => sessionAdmin.show(param("session"), shop.id);
  return shopForm({
    id: "sessions.refund",
    path: `${ONE}/refund`,
    needs: "refunds:write",
    asksIf: asksForRefund(services),
    isOnce: true,
    async show(call, forms, shown) {
      const { session } = await find(call);
      const entered = forms.of(refundPath(session));
      return formPage(call, session, { entered, entry: confirmed(entered, session) }, shown);
    },
    async act(call, form) {
      const { session } = await find(call);
      const entry = readRefund(form, session);
      if (form.get("step") !== "confirm") {
        const entered = new Forms().of(refundPath(session));
        return formPage(call, session, { entered, entry });
      }
      const read = (now: CheckoutSession) => {
        if (form.get("known") !== knownRefunds(now)) {
          throw new AppError(
            "error.conflict",
            "The order has another refund since: check what is left",
          );
        }
        return { ...readRefund(form, now), allowance: allowanceOf(call, now) };
      };
      await besideRefund(
        form,
        { amount: "amount" },
        () => call.apart(orderAdmin.refund(session.id, read, call.by)),
      );
      return withQuery(sessionPath(call.shop.id, session.id), { done: "refund" });
    },
  });
}

/** The entry of a second step that was refused; undefined for a first step. */
function confirmed(entered: FormState, session: CheckoutSession): RefundEntry | undefined {
  if (entered.text("step") !== "confirm") return undefined;
  try {
    return readWithoutAmount(entered.values, session);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function formPageOf({ orderAdmin }: DashboardServices) {
  return async (
    call: ShopCall,
    session: CheckoutSession,
    form: Pick<RefundFormModel, "entered" | "entry">,
    shown?: ShownPage,
  ) => {
    const { shop, role } = call;
    const isAllowed = mayRefund(role, shop);
    if (!form.entered.isRefused && !(isAllowed && canRefund(session))) {
      const link = { href: sessionPath(shop.id, session.id), label: "Back to the order" };
      const text = isAllowed ? "Nothing is left to refund." : "Only owners refund in this shop.";
      return page(call, noticeBody({ title: "Refund", text, link }));
    }
    const body = refundBody({
      shopId: shop.id,
      session,
      formats: dashboardFormats(shop),
      isOutOfReach: await orderAdmin.isOutOfReach(session),
      ...form,
    });
    return page(call, body, shown);
  };
}

function resultForms(
  { sessionAdmin, orderAdmin }: DashboardServices,
  show: ShowShopPage,
): DashboardPage[] {
  return REFUND_RESULTS.flatMap((report) =>
    shopForm({
      id: `sessions.${report}`,
      path: `${ONE}/refunds/{refund}/${report}`,
      needs: "refunds:write",
      show,
      back: ({ shop, param }) => sessionPath(shop.id, param("session")),
      async act({ shop, param, by, apart }, form) {
        const { session } = await sessionAdmin.show(param("session"), shop.id);
        const result = readRefundReport(form, param("refund"), report);
        await apart(orderAdmin.reportRefund(session.id, result, by));
        return withQuery(sessionPath(shop.id, session.id), { done: report });
      },
    })
  );
}
