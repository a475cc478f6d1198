import { invalid } from "../../../domain/errors.ts";
import type { UnexpectedFilter } from "../../../domain/filters.ts";
import { mayRefund } from "../../../domain/refund_allowance.ts";
import { MAX_RESOLUTION_NOTE, type UnexpectedPayment } from "../../../domain/session/payment.ts";
import type { MoneyBack } from "../../../domain/decision/refund_terms.ts";
import { MAX_REFERENCE } from "../../../domain/values/limits.ts";
import { unexpectedList } from "../../../things/payment.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { allowanceOf, besideRefund } from "../forms/money_back.ts";
import { readRefundReport, REFUND_RESULTS } from "../forms/refund_result.tsx";
import { pathWithin, withQuery } from "../links.ts";
import { unexpectedBody, unexpectedListBody } from "./unexpected.tsx";
import { csvReply, listModel } from "../lists/list_model.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import type { AsksIf, DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";
import { textField } from "../forms/text_field.ts";

const LIST = "/shops/{shop}/unexpected-payments";
const ONE = "/shops/{shop}/unexpected-payments/{payment}";

/** A shop's payment results without an order: the list, one of them, and its resolution. */
export function unexpectedPages(services: DashboardServices): DashboardPage[] {
  const { unexpectedPayments, unexpectedResolutions } = services;
  const show = unexpectedPage(services);
  const path = ({ shop, param }: ShopCall) => pathWithin(shop.id, "unexpected", param("payment"));
  return [
    listPage(services),
    csvPage(services),
    {
      id: "unexpected.show",
      method: "GET",
      path: ONE,
      needs: "shop:read",
      handle: (call) => show(call, new Forms()),
    },
    ...shopForm({
      id: "unexpected.resolve",
      path: `${ONE}/resolve`,
      needs: "payments:write",
      asksIf: asksForRefundOf(services),
      show,
      back: path,
      async act(call, form) {
        const { by, apart } = call;
        const found = await unexpectedPayments.show(call.param("payment"), call.shop.id);
        const note = textField(form, ["note", "Note"], { min: 1, max: MAX_RESOLUTION_NOTE });
        const refund = form.get("refund") === "on" ? moneyBack(form, call, found) : null;
        await besideRefund(
          form,
          { amount: "refund" },
          () => apart(unexpectedResolutions.resolve(found.id, { note, refund }, by)),
        );
        return withQuery(path(call), { saved: "1" });
      },
    }),
    ...REFUND_RESULTS.flatMap((report) =>
      shopForm({
        id: `unexpected.${report}`,
        path: `${ONE}/refunds/{refund}/${report}`,
        needs: "refunds:write",
        show,
        back: path,
        async act(call, form) {
          const { shop, param, by, apart } = call;
          const { id } = await unexpectedPayments.show(param("payment"), shop.id);
          const result = readRefundReport(form, param("refund"), report);
          await apart(unexpectedResolutions.reportRefund(id, result, by));
          return path(call);
        },
      })
    ),
  ];
}

/** Asks again before a refund above the shop's sum. */
function asksForRefundOf(services: DashboardServices): AsksIf {
  const { unexpectedPayments, unexpectedResolutions } = services;
  return async ({ shop, param }, form) => {
    if (form.get("refund") !== "on") return false;
    const found = await unexpectedPayments.show(param("payment"), shop.id);
    // The form is refused if nothing can go back.
    return (await unexpectedResolutions.left(found) ?? 0) > shop.refundsFactorOver;
  };
}

function moneyBack(form: URLSearchParams, call: ShopCall, found: UnexpectedPayment): MoneyBack {
  return {
    reference: textField(form, ["reference", "Reference"], { max: MAX_REFERENCE }) || null,
    disputed: form.get("disputed") === "on",
    allowance: allowanceOf(call, found),
  };
}

function filterOf({ shop, query }: ShopCall): UnexpectedFilter {
  return {
    merchantId: shop.id,
    open: !["all", "each"].includes(query.get("show") ?? ""),
    grouped: query.get("show") !== "each",
    livemode: query.get("livemode") !== "false",
  };
}

function listPage({ unexpectedPayments }: DashboardServices): DashboardPage {
  return {
    id: "unexpected",
    method: "GET",
    path: LIST,
    needs: "shop:read",
    async handle(call) {
      const filter = filterOf(call);
      const body = unexpectedListBody({
        ...await listModel(call, (wanted) => unexpectedPayments.page(filter, wanted)),
        openCount: await unexpectedPayments.openCount(call.shop.id, filter.livemode),
        filter,
      });
      return page(call, body);
    },
  };
}

function csvPage({ unexpectedPayments }: DashboardServices): DashboardPage {
  return {
    id: "unexpected.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "shop:read",
    handle(call) {
      const filter = { ...filterOf(call), grouped: false };
      if (!filter.livemode) throw invalid("CSV is for live data: leave out the tests");
      return csvReply(
        call,
        "unexpected-payments",
        unexpectedList(),
        (wanted) => unexpectedPayments.page(filter, wanted),
      );
    },
  };
}

function unexpectedPage(
  { unexpectedPayments, unexpectedResolutions, sessionAdmin }: DashboardServices,
): ShowShopPage {
  return async (call, forms, shown) => {
    const { shop, query } = call;
    const payment = await unexpectedPayments.show(call.param("payment"), shop.id);
    const body = unexpectedBody({
      shopId: shop.id,
      payment,
      hasSession: (await sessionAdmin.known(shop.id, [payment.sessionId])).size > 0,
      refunds: await unexpectedResolutions.refunds(payment),
      left: await unexpectedResolutions.left(payment),
      giver: await unexpectedResolutions.giver(payment),
      mayWrite: call.may("payments:write"),
      mayRefund: mayRefund(call.role, shop),
      isSaved: query.has("saved"),
      mayReport: call.may("refunds:write"),
      forms,
      formats: dashboardFormats(shop),
    });
    return page(call, body, shown);
  };
}
