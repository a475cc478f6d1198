import { AppError, shown } from "../domain/errors.ts";
import { type MerchantId, parseCouponId, parseCustomerId, parseUuid } from "../domain/ids.ts";
import { parseOrderNumber, parseOrderNumberPart } from "../domain/session/order_number.ts";
import { couponKey } from "../domain/shop/coupon.ts";
import type { FoundId, IdKind, IdPart } from "../store/reads/ids.ts";
import type { Deps } from "./deps.ts";
import { keysCalled } from "./shop/keys.ts";

/** Things whose ids may be shortened, with their names in messages. */
const THINGS = {
  merchant: "shops",
  session: "sessions",
  key: "keys",
  coupon: "coupons",
  customer: "customers",
  webhook: "endpoints",
  payment: "payment results",
  event: "events",
} as const satisfies Partial<Record<IdKind, string>>;

/** A thing whose id may be shortened. */
export type Thing = keyof typeof THINGS;

/** Fewer characters are too easily those of another thing. */
const MIN_CHARACTERS = 4;
const MAX_CANDIDATES = 5;
const UUID_PART = /^[0-9a-f-]+$/;

/**
 * Finds the ids that an operator shortened to a unique beginning or end of at least four characters.
 * It searches all shops where none is named, as the command line does.
 */
export class Ids {
  readonly #deps: Pick<Deps, "store">;

  constructor(deps: Pick<Deps, "store">) {
    this.#deps = deps;
  }

  /**
   * The whole id; a text that is whole, or that nothing matches, is returned as it is.
   *
   * @param text also a part of the number of a session's order
   * @throws {AppError} `error.conflict` if several match
   */
  async complete(thing: Thing, text: string): Promise<string> {
    return (await this.#find(thing, text, null))?.id ?? text;
  }

  /**
   * Like {@link complete}, for a session of one shop.
   *
   * @throws {AppError} `error.conflict` if several match
   */
  async completeSession(merchantId: MerchantId, text: string): Promise<string> {
    return (await this.#find("session", text, merchantId))?.id ?? text;
  }

  /**
   * The code of a coupon by its id, or by a unique beginning or end of its code or id; a text that is
   * whole, or that nothing matches, is returned as it is.
   *
   * @throws {AppError} `error.conflict` if several match
   */
  async couponCode(merchantId: MerchantId, text: string): Promise<string> {
    const { coupons } = this.#deps.store;
    const id = parseCouponId(text);
    const entered = { ids: id === undefined ? [] : [id], code: couponKey(text) };
    const [whole] = await coupons.entered(merchantId, entered);
    return whole?.code ?? (await this.#find("coupon", text, merchantId))?.name ?? text;
  }

  /**
   * The phone number of a customer by their id, or by a unique beginning or end of it; null if
   * nothing matches.
   *
   * @throws {AppError} `error.conflict` if several match
   */
  async customerPhone(merchantId: MerchantId, text: string): Promise<string | null> {
    const { customers } = this.#deps.store;
    const id = parseCustomerId(text);
    if (id === undefined) return (await this.#find("customer", text, merchantId))?.name ?? null;
    const stored = await customers.find(id);
    return stored?.customer.merchantId === merchantId ? stored.customer.phone : null;
  }

  /** The thing that a part of its id names; null if the text is whole, or nothing matches. */
  async #find(
    thing: Thing,
    text: string,
    merchantId: MerchantId | null,
  ): Promise<FoundId | null> {
    const { store } = this.#deps;
    if (parseUuid(text) !== undefined) return null;
    if (thing === "session") {
      const number = parseOrderNumber(text);
      if (
        number !== undefined && (await store.sessions.byOrderNumber(number, merchantId)).length > 0
      ) {
        return null;
      }
    }
    const options = { merchantId, limit: MAX_CANDIDATES + 1 };
    const found = new Map<string, FoundId>();
    if (thing === "key") {
      for (const key of await keysCalled(store, text)) {
        found.set(key.id, key);
      }
    }
    for (const [kind, part] of partsOf(thing, text)) {
      for (const one of await store.ids.matching(kind, part, options)) found.set(one.id, one);
    }
    const [only, ...others] = found.values();
    if (only === undefined || others.length === 0) return only ?? null;
    const candidates = [only, ...others].slice(0, MAX_CANDIDATES)
      .map(({ id, name }) => thing === "customer" ? id : shown(name));
    const more = others.length < MAX_CANDIDATES ? "" : ", and more";
    throw new AppError(
      "error.conflict",
      `Several ${THINGS[thing]} match ${shown(text)}: ${candidates.join(", ")}${more}`,
    );
  }
}

/** Kinds to search, with the text as it is stored there. */
function partsOf(thing: Thing, text: string): [IdKind, IdPart][] {
  // Lists on a narrow terminal put an ellipsis before the end of an id.
  const id = text.toLowerCase().replace(/^…/, "");
  const parts: [IdKind, IdPart | undefined][] = [
    [thing, UUID_PART.test(id) ? { begin: id, end: id } : undefined],
  ];
  if (thing === "session") parts.push(["order", parseOrderNumberPart(text)]);
  if (thing === "coupon") parts.push(["code", { begin: couponKey(text), end: couponKey(text) }]);
  return parts.flatMap(([kind, part]): [IdKind, IdPart][] =>
    part !== undefined && part.begin.length >= MIN_CHARACTERS ? [[kind, part]] : []
  );
}
