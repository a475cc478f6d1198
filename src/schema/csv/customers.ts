import type { StoredCustomer } from "../../domain/session/stored.ts";
import { isErased } from "../../domain/shop/customer.ts";
import { localTime } from "../../domain/values/calendar.ts";
import { csvForm } from "./csv.ts";

/** A customer with the time zone of the shop. */
export interface CsvCustomer extends Pick<StoredCustomer, "customer" | "balances" | "debt"> {
  readonly timeZone: string;
}

/** Customers as CSV: whole coins, times in the shop's time zone. */
export const CUSTOMERS_CSV = csvForm<CsvCustomer>([
  ["id", ({ customer }) => customer.id],
  ["phone", ({ customer }) => isErased(customer) ? null : customer.phone],
  ["coins_available", ({ balances }) => balances.AVAILABLE],
  ["coins_debt", ({ debt }) => debt],
  ["coins_processing", ({ balances }) => balances.PROCESSING],
  ["coins_used", ({ balances }) => balances.USED],
  ["created_at", ({ customer, timeZone }) => localTime(customer.createdAt, timeZone)],
  ["time_zone", ({ timeZone }) => timeZone],
]);
