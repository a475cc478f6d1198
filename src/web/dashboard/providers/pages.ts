import { AppError, shown as shownText } from "../../../domain/errors.ts";
import {
  PROVIDER_KINDS,
  type ProviderAccount,
  type ProviderKind,
} from "../../../domain/shop/provider.ts";
import { PROVIDER_LIST } from "../../../things/provider.ts";
import { Forms } from "../forms/form_state.ts";
import { shopForm } from "../forms/shop_form.ts";
import { pathWithin, withQuery } from "../links.ts";
import { csvReply, listModel } from "../lists/list_model.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { dashboardFormats } from "../parts/format.ts";
import { proverOf } from "../sign_in/password_again.ts";
import { page, type ShownPage } from "../replies.ts";
import { SECRET_FIELDS } from "./fields.ts";
import { newProviderPath, providersBody } from "./list.tsx";
import { newProviderBody } from "./new_provider.tsx";
import type { ProviderModel } from "./model.ts";
import { providerBody } from "./provider.tsx";
import { SHOWN_UNDER_WAY } from "./under_way.tsx";
import { inForm, readNewProvider } from "./read.ts";
import { hookUrl } from "./text.ts";

const LIST = "/shops/{shop}/providers";
const ONE = "/shops/{shop}/providers/{provider}";

/** A shop's accounts at payment providers: the list, one account, and its forms. */
export function providerPages(services: DashboardServices): DashboardPage[] {
  const { providers } = services;
  const show = (call: ShopCall, forms: Forms, shown?: ShownPage) =>
    accountPage(services, call, { forms, shown });
  const back = (call: ShopCall) => accountPath(call, call.param("provider"));
  const form = { needs: "providers:write", show, back } as const;
  return [
    ...listPages(services),
    ...addForm(services),
    {
      id: "providers.show",
      method: "GET",
      path: ONE,
      needs: "shop:read",
      handle: (call) => show(call, new Forms()),
    },
    ...shopForm({
      ...form,
      id: "providers.test",
      isLong: true,
      path: `${ONE}/test`,
      async act(call) {
        // Its result is not stored, so the answer shows it.
        const tested = await providers.test(call.shop, call.param("provider"));
        return await accountPage(services, call, { forms: new Forms(), tested });
      },
    }),
    ...shopForm({
      ...form,
      id: "providers.remove",
      path: `${ONE}/remove`,
      async act(call, values) {
        const isAtOnce = values.get("now") === "on";
        const { account } = await providers.remove(call.shop, call.param("provider"), {
          isAtOnce,
          by: call.by,
        });
        return accountPath(call, account.id, "removed");
      },
    }),
  ];
}

function listPages({ providers }: DashboardServices): DashboardPage[] {
  const listed = async ({ shop }: ShopCall) => ({ rows: await providers.list(shop), next: null });
  return [{
    id: "providers",
    method: "GET",
    path: LIST,
    needs: "shop:read",
    async handle(call) {
      const model = await listModel(call, () => listed(call));
      return page(call, providersBody({ ...model, mayWrite: call.may("providers:write") }));
    },
  }, {
    id: "providers.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "shop:read",
    handle: (call) => csvReply(call, "payment-providers", PROVIDER_LIST, () => listed(call)),
  }];
}

function addForm(services: DashboardServices): DashboardPage[] {
  const { providers } = services;
  return shopForm({
    id: "providers.add",
    isOnce: true,
    isLong: true,
    secretFields: Object.values(SECRET_FIELDS),
    path: `${LIST}/new/{kind}`,
    needs: "providers:write",
    async show(call, forms, shown) {
      const { shop, query } = call;
      const kind = kindOf(call);
      const accounts = await providers.list(shop);
      const body = newProviderBody({
        shopId: shop.id,
        kind,
        start: {
          mode: query.get("mode") === "test" ? "test" : "live",
          mayReplace: accounts.some((one) => one.kind === kind && one.removedAt === null),
          replaces: query.has("replaces"),
        },
        hook: hookOf(services, call, kind),
        person: await proverOf(services.passkeySignIns, call),
        entered: forms.of(newProviderPath(shop.id, kind)),
      });
      return page(call, body, shown);
    },
    async act(call, values) {
      const { shop, by } = call;
      const request = readNewProvider(kindOf(call), values);
      const before = await providers.list(shop);
      try {
        const { id } = await providers.add(shop, request, by);
        const isKnown = before.some((one) => one.id === id);
        return accountPath(call, id, isKnown ? "replaced" : "added");
      } catch (error) {
        throw inForm(error, request, before);
      }
    },
  });
}

/** The kind of the path. */
function kindOf({ param }: ShopCall): ProviderKind {
  const kind = PROVIDER_KINDS.find((one) => one === param("kind"));
  if (kind !== undefined) return kind;
  throw new AppError("error.not-found", `No such kind of provider: ${shownText(param("kind"))}`);
}

function hookOf({ pages }: DashboardServices, { shop }: ShopCall, kind: ProviderKind) {
  return { url: hookUrl(pages.url, shop, kind), isKnown: pages.url !== undefined };
}

async function accountPage(
  services: DashboardServices,
  call: ShopCall,
  { forms, shown, tested }: {
    readonly forms: Forms;
    readonly shown?: ShownPage | undefined;
    /** The account as its provider has just named it. */
    readonly tested?: ProviderAccount;
  },
) {
  const { shop, query } = call;
  const id = call.param("provider");
  const { account, openPayments } = await services.providers.show(shop, id);
  const underWay = openPayments === 0
    ? []
    : await services.providers.atStake(shop, id, SHOWN_UNDER_WAY);
  const done = DONE.find((one) => one === query.get("done"));
  const body = providerBody({
    shopId: shop.id,
    account: tested ?? account,
    openPayments,
    underWay,
    hook: hookOf(services, call, account.kind),
    done: tested === undefined ? doneOf(account, done) : "tested",
    mayWrite: call.may("providers:write"),
    forms,
    formats: dashboardFormats(shop),
  });
  return page(call, body, shown);
}

const DONE = ["added", "replaced", "removed"] as const;

/** A change that the account still shows: an address may be older than another change. */
function doneOf({ removedAt }: ProviderAccount, done: ProviderModel["done"]) {
  return done === undefined || (done === "removed") === (removedAt !== null) ? done : undefined;
}

function accountPath({ shop }: ShopCall, id: string, done?: ProviderModel["done"]): string {
  return withQuery(pathWithin(shop.id, "providers", id), { done });
}
