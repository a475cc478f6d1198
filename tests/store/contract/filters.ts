/** Every filter of the port, each with a value that matches nothing. */
import assert from "node:assert/strict";
import { aProduct, NOW, uuid } from "../../support/builders.ts";
import type { AuditQuery } from "../../../src/store/reads/audit.ts";
import type { ProductSearch } from "../../../src/store/reads/catalog.ts";
import type { UnexpectedFilter } from "../../../src/store/reads/requests.ts";
import type { SessionFilter } from "../../../src/store/reads/sessions.ts";
import type { DeliveryQuery } from "../../../src/store/reads/webhooks.ts";
import type { Promised } from "../contract.ts";
import { addSession, anEndpoint, anEvent, aSession, M1, putMerchant } from "../support.ts";
import { anEntry } from "./audit.ts";
import { anUnexpected } from "./payments.ts";

/** A value for each field but those of pages: a filter that has none here does not compile. */
type NoMatch<Filter, Other extends keyof Filter = never> = {
  readonly [Field in keyof Required<Omit<Filter, "limit" | "after" | Other>>]: Filter[Field];
};

const OTHER = uuid<typeof M1>(999);
const LATER = NOW + 10 * 365 * 86_400_000;

const SESSIONS: NoMatch<SessionFilter> = {
  merchantId: OTHER,
  state: "ABANDONED",
  payment: "FAILED",
  livemode: false,
  phone: "+919999999999",
  since: LATER,
  until: 1,
};
// `grouped` is a form of the list, no condition; every record here is open.
const UNEXPECTED: NoMatch<UnexpectedFilter, "open" | "grouped"> = {
  merchantId: OTHER,
  livemode: false,
};
const AUDIT: NoMatch<AuditQuery> = {
  merchantId: OTHER,
  subject: "nobody",
  action: "coupon.delete",
  since: LATER,
};
const DELIVERIES: NoMatch<DeliveryQuery> = {
  endpointIds: [uuid(998)],
  state: "FAILED",
  type: "otp.requested",
  since: LATER,
};
const PRODUCTS: NoMatch<ProductSearch> = { search: "nothing like it" };

/** Contract of the port: no filter is ignored. */
export function filterContract(promised: Promised): void {
  promised(
    "each filter of a list with a value that matches nothing finds nothing",
    async (store) => {
      const endpoint = anEndpoint();
      await store.commit([
        putMerchant,
        addSession(aSession(1)),
        { kind: "product.put", merchantId: M1, product: aProduct() },
        { kind: "unexpected.add", unexpected: anUnexpected() },
        { kind: "audit.add", entry: anEntry(0) },
        { kind: "webhook.add", endpoint },
        { kind: "event.add", event: anEvent(1) },
      ]);
      const limit = 9;
      await walk(
        "sessions",
        SESSIONS,
        async (one) => (await store.sessions.list({ ...one, limit })).rows,
      );
      await walk(
        "unexpected payments",
        UNEXPECTED,
        async (one) => await store.payments.unexpected({ ...one, open: true, limit }),
      );
      await walk(
        "audit entries",
        AUDIT,
        async (one) => (await store.audit.list(one, { limit })).rows,
      );
      const endpointIds = [endpoint.id];
      await walk(
        "deliveries",
        DELIVERIES,
        async (one) => (await store.webhooks.deliveries({ endpointIds, ...one }, { limit })).rows,
      );
      await walk(
        "products",
        PRODUCTS,
        async (one) => (await store.catalog.of(M1, { ...one, limit })).rows,
      );
    },
  );
}

/** Without a filter there is a row; with any of them alone there is none. */
async function walk<Filter extends object>(
  what: string,
  filters: Filter,
  find: (one: Partial<Filter>) => Promise<readonly unknown[]>,
): Promise<void> {
  assert.equal((await find({})).length, 1, `${what} without a filter`);
  for (const [name, value] of Object.entries(filters)) {
    const one: Partial<Filter> = {};
    Reflect.set(one, name, value);
    assert.deepEqual(await find(one), [], `${what} by ${name}`);
  }
}
