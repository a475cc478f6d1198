import { AppError, shown } from "../../../domain/errors.ts";
import { parseKeyId } from "../../../domain/ids.ts";
import { type ApiKey, isUsable } from "../../../domain/shop/api_key.ts";
import type { Page } from "../../../domain/values/page.ts";
import type { NewKey, RotatedKey } from "../../../service/shop/keys.ts";
import { keyList } from "../../../things/key.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { pathWithin, withQuery } from "../links.ts";
import { keyBody, type KeyModel } from "./key.tsx";
import { type KeyFilter, keysBody, newKeyPath } from "./list.tsx";
import { newKeyBody, secretBody } from "./new_key.tsx";
import type { FileReply } from "../../reply.ts";
import { csvReply, listModel } from "../lists/list_model.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";
import { readKeyChanges, readNewKey, readRotation } from "./read.ts";

const LIST = "/shops/{shop}/keys";
const ONE = "/shops/{shop}/keys/{key}";

/** A shop's API keys: the list, one key, and its forms. */
export function keyPages(services: DashboardServices): DashboardPage[] {
  const show = keyPage(services);
  const form = {
    needs: "keys:write",
    show,
    back: (call: ShopCall) => keyPath(call, call.param("key")),
  } as const;
  return [
    listPage(services),
    csvPage(services),
    ...createForm(services),
    {
      id: "keys.show",
      method: "GET",
      path: ONE,
      needs: "shop:read",
      handle: (call) => show(call, new Forms()),
    },
    ...rotateForm(services, show),
    ...shopForm({
      ...form,
      id: "keys.update",
      path: `${ONE}/update`,
      async act(call, values) {
        const { key } = await findKey(services, call);
        await services.keys.update(key.id, readKeyChanges(values), call.by);
        return keyPath(call, key.id, "saved");
      },
    }),
    ...shopForm({
      ...form,
      id: "keys.revoke",
      path: `${ONE}/revoke`,
      async act(call) {
        const { key } = await findKey(services, call);
        await services.keys.revoke(key.id, call.by);
        return keyPath(call, key.id, "revoked");
      },
    }),
  ];
}

function listPage(services: DashboardServices): DashboardPage {
  return {
    id: "keys",
    method: "GET",
    path: LIST,
    needs: "shop:read",
    async handle(call) {
      const filter = filterOf(call);
      const model = await listModel(call, () => listed(services, call, filter));
      const mayWrite = call.may("keys:write");
      return page(call, keysBody({ ...model, filter, mayWrite, now: call.now }));
    },
  };
}

function csvPage(services: DashboardServices): DashboardPage {
  return {
    id: "keys.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "shop:read",
    handle: (call) =>
      csvReply(call, "api-keys", keyList(call.now), () => listed(services, call, filterOf(call))),
  };
}

/** Keys of a filter, last created first. */
async function listed(
  { keys }: DashboardServices,
  { shop, now }: ShopCall,
  { state, mode }: KeyFilter,
): Promise<Page<ApiKey, string>> {
  const rows = (await keys.list(shop.id)).reverse().filter((key) =>
    (state === "" || isUsable(key, now) === (state === "usable")) &&
    (mode === "" || key.livemode === (mode === "live"))
  );
  return { rows, next: null };
}

function filterOf({ query }: ShopCall): KeyFilter {
  const state = query.get("state");
  const mode = query.get("mode");
  return {
    state: state === "usable" || state === "ended" ? state : "",
    mode: mode === "live" || mode === "test" ? mode : "",
  };
}

function createForm({ keys }: DashboardServices): DashboardPage[] {
  return shopForm({
    id: "keys.create",
    isOnce: true,
    path: `${LIST}/new`,
    needs: "keys:write",
    show(call, forms, shown) {
      const entered = forms.of(newKeyPath(call.shop.id));
      const id = parseKeyId(entered.text("id")) ?? keys.nextId();
      return page(call, newKeyBody({ shopId: call.shop.id, id, entered }), shown);
    },
    async act(call, values) {
      const request = readNewKey(values);
      try {
        const made = await keys.create({ ...request, merchantId: call.shop.id }, call.by);
        return secretPage(call, made);
      } catch (error) {
        // The form was sent again: its key exists.
        if (isConflict(error)) return keyPath(call, request.id, "made");
        throw error;
      }
    },
  });
}

function rotateForm(services: DashboardServices, show: ShowShopPage): DashboardPage[] {
  return shopForm({
    id: "keys.rotate",
    isOnce: true,
    path: `${ONE}/rotate`,
    needs: "keys:write",
    show,
    back: (call) => keyPath(call, call.param("key")),
    async act(call, values) {
      const { key } = await findKey(services, call);
      try {
        return secretPage(call, await services.keys.rotate(key.id, readRotation(values), call.by));
      } catch (error) {
        // The form was sent again: the key is replaced.
        const { successor } = await findKey(services, call);
        if (isConflict(error) && successor !== undefined) {
          return keyPath(call, successor.id, "made");
        }
        throw error;
      }
    },
  });
}

/** The one answer that has the secret; loading it again sends the form again, and shows none. */
function secretPage(call: ShopCall, made: NewKey | RotatedKey): FileReply {
  const { shop } = call;
  const body = secretBody({ shopId: shop.id, ...made, formats: dashboardFormats(shop) });
  return page(call, body, { headers: { "Cache-Control": "no-store" } });
}

function keyPage(services: DashboardServices): ShowShopPage {
  return async (call, forms, shown) => {
    const { shop, query, now } = call;
    const done = query.get("done");
    const body = keyBody({
      ...await findKey(services, call),
      shopId: shop.id,
      done: done === "revoked" || done === "made" || done === "saved" ? done : undefined,
      mayWrite: call.may("keys:write"),
      forms,
      formats: dashboardFormats(shop),
      now,
    });
    return page(call, body, shown);
  };
}

/** The shop's key of the path with its predecessor and its successor. */
async function findKey(
  { keys }: DashboardServices,
  { shop, param }: ShopCall,
): Promise<Pick<KeyModel, "key" | "previous" | "successor">> {
  const all = await keys.list(shop.id);
  const key = all.find(({ id }) => id === param("key"));
  if (key === undefined) {
    throw new AppError("error.key-not-found", `No such key: ${shown(param("key"))}`);
  }
  return {
    key,
    previous: all.find(({ successorId }) => successorId === key.id),
    successor: all.find(({ id }) => id === key.successorId),
  };
}

function keyPath({ shop }: ShopCall, id: string, done?: KeyModel["done"]): string {
  return withQuery(pathWithin(shop.id, "keys", id), { done });
}

function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.code === "error.conflict";
}
