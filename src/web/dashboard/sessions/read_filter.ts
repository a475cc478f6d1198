import { got, invalid } from "../../../domain/errors.ts";
import type { SessionFilter } from "../../../domain/filters.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../../../domain/session/lifecycle.ts";
import { isE164 } from "../../../domain/shop/customer.ts";
import { phoneReader } from "../../../schema/phone.ts";
import type { ListFilterModel } from "./filter.tsx";
import { dayOf, readFilter } from "../forms/read_filter.ts";
import { labelled } from "../forms/labelled.ts";
import type { ShopCall } from "../page.ts";

const LABELS = {
  state: "State",
  payment: "Payment",
  phone: "Phone",
  since: "From",
  until: "To",
  livemode: "Mode",
};

/**
 * Reads the filter of a list from the query.
 *
 * @throws {AppError} `error.invalid-request` with the name of its field
 */
export async function listFilter({ query, shop }: ShopCall): Promise<SessionFilter> {
  const text = (name: keyof typeof LABELS) => (query.get(name) ?? "").trim();
  const phone = text("phone");
  const readPhone = phone === "" || isE164(phone) ? (one: string) => one : await phoneReader();
  return labelled(LABELS, () => {
    return {
      merchantId: shop.id,
      state: oneOf(SESSION_STATES, text("state"), "state"),
      payment: oneOf(PAYMENT_STATES, text("payment"), "payment"),
      phone: phone === "" ? null : readPhone(phone, shop.countryCode, "phone"),
      since: dayOf(text("since"), shop.timeZone, ["since", LABELS.since])?.start ?? null,
      until: dayOf(text("until"), shop.timeZone, ["until", LABELS.until])?.end ?? null,
      livemode: oneOf(["true", "false"], text("livemode"), "livemode") !== "false",
    };
  });
}

function oneOf<T extends string>(
  values: readonly T[],
  text: string,
  path: string,
): T | null {
  const found = values.find((value) => value === text);
  if (found !== undefined || text === "") return found ?? null;
  throw invalid(`${path} must be one of ${values.join(", ")}, ${got(text)}`);
}

/**
 * The filter as its form shows it, and what it selects.
 *
 * @returns `selected` is undefined for a filter that is refused
 */
export async function shownFilter(call: ShopCall): Promise<{
  readonly shown: ListFilterModel;
  readonly selected?: SessionFilter;
}> {
  const { selected, refusal } = await readFilter(() => listFilter(call));
  return { shown: { values: call.query, refusal }, ...(selected !== undefined && { selected }) };
}
