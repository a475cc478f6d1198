import { requireScope } from "../../domain/caller.ts";
import type { ErrorCode } from "../../domain/errors.ts";
import {
  NO_ORDER_FILTER,
  NO_REFUND_FILTER,
  NO_SESSION_FILTER,
  NO_UNEXPECTED_FILTER,
} from "../../domain/filters.ts";
import type { MerchantId } from "../../domain/ids.ts";
import type { Scope } from "../../domain/shop/api_key.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { mapPage, type Page, type PageRequest } from "../../domain/values/page.ts";
import { envelope } from "../../schema/api/fields.ts";
import {
  encodeRow,
  listAnswerSchema,
  listQuerySchema,
  readListQuery,
} from "../../schema/api/list.ts";
import type { Services } from "../../service/services.ts";
import type { FilterField, List } from "../../things/list.ts";
import { ORDER_FILTER, ORDER_LIST } from "../../things/order.ts";
import { UNEXPECTED_FILTER, unexpectedList } from "../../things/payment.ts";
import { REFUND_FILTER, refundList } from "../../things/refund.ts";
import { listedSession, SESSION_FILTER, SESSION_LIST } from "../../things/session.ts";
import type { KeyedOperation } from "../operation.ts";
import { success } from "../reply.ts";

/** The part of a filter that the key decides. */
interface OwnFilter {
  readonly merchantId: MerchantId | null;
  readonly livemode: boolean | null;
}

/** A list as its operation declares it. */
interface ListOperation<Filter extends OwnFilter, Row> {
  readonly id: string;
  /** Its path, which also names the rows of the answer: `orders`. */
  readonly name: string;
  readonly scope: Scope;
  readonly summary: string;
  readonly description: string;
  /** The error for `after` without a row. */
  readonly unknown: ErrorCode;
  readonly list: List<Row>;
  readonly fields: Readonly<Record<string, FilterField>>;
  /** Selects all. */
  readonly all: Filter;
  read(
    filter: Filter,
    page: PageRequest<string>,
    shop: Merchant,
  ): Promise<Page<Row, string>>;
}

/** The lists of a shop, from the descriptions that the command line and the dashboard have too. */
export function listOperations(services: Services): KeyedOperation[] {
  const { sessionAdmin, orderAdmin, unexpectedPayments } = services;
  return [
    listOperation(services, {
      id: "listOrders",
      name: "orders",
      scope: "orders:read",
      summary: "List orders",
      description: "Orders, the last placed first; `since` and `until` are times of the order.",
      unknown: "error.session-not-found",
      list: ORDER_LIST,
      fields: ORDER_FILTER,
      all: NO_ORDER_FILTER,
      read: async (filter, page, shop) =>
        mapPage(await sessionAdmin.orders(filter, page), (one) => listedSession(one, shop)),
    }),
    listOperation(services, {
      id: "listSessions",
      name: "sessions",
      scope: "orders:read",
      summary: "List sessions",
      description:
        "Sessions in all states, the newest first; `since` and `until` are times of creation.",
      unknown: "error.session-not-found",
      list: SESSION_LIST,
      fields: SESSION_FILTER,
      all: NO_SESSION_FILTER,
      read: async (filter, page, shop) =>
        mapPage(await sessionAdmin.list(filter, page), (one) => listedSession(one, shop)),
    }),
    listOperation(services, {
      id: "listRefunds",
      name: "refunds",
      scope: "payments:read",
      summary: "List refunds",
      description: "Refunds of orders and of payments without an order, the newest first.",
      unknown: "error.refund-not-found",
      list: refundList(),
      fields: REFUND_FILTER,
      all: NO_REFUND_FILTER,
      read: (filter, page) => orderAdmin.refunds(filter, page),
    }),
    listOperation(services, {
      id: "listUnexpectedPayments",
      name: "unexpected-payments",
      scope: "payments:read",
      summary: "List payments without an order",
      description: "Payments that were reported or found without an order, the newest first.",
      unknown: "error.payment-not-found",
      list: unexpectedList(),
      fields: UNEXPECTED_FILTER,
      all: NO_UNEXPECTED_FILTER,
      read: (filter, page) => unexpectedPayments.page(filter, page),
    }),
  ];
}

function listOperation<Filter extends OwnFilter, Row>(
  { merchants, audit }: Pick<Services, "merchants" | "audit">,
  { id, name, scope, summary, description, unknown, list, fields, all, read }: ListOperation<
    Filter,
    Row
  >,
): KeyedOperation {
  // A list by the customer's phone would tell whose orders they are.
  const personal = Object.entries(fields)
    .flatMap(([key, { kind, input = key }]) => kind === "phone" ? [input] : []);
  const isOfPersons = Object.values(list.fields).some((field) =>
    "isPersonal" in field && field.isPersonal
  );
  return {
    id,
    method: "GET",
    path: `/${name}`,
    access: "key",
    scope,
    docs: {
      summary,
      description: `${description} Of the key's shop, live or tests as the key is.`,
      tag: "Lists",
      // Made for the API's description alone, not at each start.
      get query() {
        return listQuerySchema(fields);
      },
      success: {
        status: 200,
        description: "A page of the list",
        get schema() {
          return envelope(listAnswerSchema(rowsName(name), list));
        },
      },
      errors: [unknown],
    },
    async handle(call) {
      const { caller } = call;
      const { merchantId, livemode } = caller;
      const shop = await merchants.find(merchantId);
      const query = call.query();
      const { filter, page } = readListQuery(query, {
        all: { ...all, merchantId, livemode },
        fields,
        timeZone: shop.timeZone,
      });
      if (personal.some((name) => query.has(name))) {
        requireScope(caller, "customers:read");
      }
      const { rows, next } = await read(filter, page, shop);
      const isPersonal = caller.scopes.has("customers:read");
      if (isOfPersons && isPersonal && livemode) {
        await audit.noteRows(caller, `GET /${name}`, rows.length);
      }
      const encoded = rows.map((row) => encodeRow(list, row, { isPersonal }));
      return success(JSON.stringify({ [rowsName(name)]: encoded, next }));
    },
  };
}

/** The field of an answer: that of the path, in the API's case. */
function rowsName(name: string): string {
  return name.replaceAll("-", "_");
}
