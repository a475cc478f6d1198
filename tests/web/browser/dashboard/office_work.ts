/** What people of the demo shop did in its dashboard, as pictures show it. */
import { pictureMaker } from "../../../../src/pictures/maker.ts";
import { png } from "../../../pictures/files.ts";
import { int64 } from "../../../support/builders.ts";
import { action, ok, warn } from "../../../../src/domain/diagnosis.ts";
import { NO_DELIVERY_FILTER, NO_PREFIX_FILTER } from "../../../../src/domain/filters.ts";
import type { SessionId } from "../../../../src/domain/ids.ts";
import type { Role } from "../../../../src/domain/people/role.ts";
import { currencyOf, formatMajor } from "../../../../src/domain/values/money.ts";
import {
  type Dashboard,
  dashboardOf,
  PASSWORD,
  roleAt,
  type Visitor,
} from "../../dashboard/dashboard.ts";
import { mailBox, OPERATOR_MAIL } from "../../dashboard/mails.ts";
import type { World } from "../../../support/app.ts";
import { OPERATOR } from "../../../support/operator.ts";
import { DAY_MS, HOOKS, realId, startTransfer, type Trade } from "./trade.ts";
import { aVisit } from "../../../support/people.ts";

/** The shop's dashboard and its owner, with some ids that pages are about. */
export interface OfficeWork {
  readonly dashboard: Dashboard;
  readonly owner: Visitor;
  /** Path of the shop. */
  readonly shop: string;
  readonly clock: World["clock"];
  /** A paid order. */
  readonly order: SessionId;
  /** Id of an unresolved payment. */
  readonly payment: string;
}

/** Lets people do a day's work in the dashboard. */
export async function work(world: World, { ended }: Trade): Promise<OfficeWork> {
  const { services, merchant, clock } = world;
  const dashboard = dashboardOf(world, { mail: mailBox(world, OPERATOR_MAIL) });
  const shop = `/shops/${merchant.id}`;
  const owner = await dashboard.visitor("asha", { everywhere: "owner" }, "Asha Rao");
  const staff = await dashboard.visitor("ben", roleAt(merchant.id, "staff"), "Ben Okafor");
  await dashboard.visitor("clara", roleAt(merchant.id, "viewer"), "Clara Nunes");
  for (const { person } of [owner, staff]) {
    const email = { personId: person.id, address: `${person.login}@hill.example`, verifiedAt: 1 };
    await world.store.commit([{ kind: "email.put", email }]);
  }
  await owner.post("/account/email", { email: "asha.rao@lake.example" });
  const [paid = [], cash = []] = [ended.get("paid"), ended.get("cash")];
  const post = async (by: Visitor, path: string, form: Readonly<Record<string, string>>) => {
    const { status, text } = await by.post(`${shop}/${path}`, form);
    if (status !== 303 && status !== 200) throw new Error(`${path}: ${status} ${text}`);
    clock.advance(7 * 60_000);
  };

  services.pages.servedAt("https://pay.demo-store.example");
  const picture = await pictureMaker()(png({ width: 1200, height: 900 }));
  await services.pictures.add(merchant, int64(1002), picture, OPERATOR);
  await services.merchants.update(
    merchant.id,
    (old) => ({ ...old, checkout: { ...old.checkout, cartLinks: true } }),
    OPERATOR,
  );
  for (const id of cash.slice(0, 5)) {
    const { priced: { totals }, amountPaid, currencyCode } = await load(world, id);
    const amount = formatMajor(totals.totalPayable - amountPaid, currencyOf(currencyCode));
    await post(staff, `sessions/${id}/collected`, { amount });
  }
  await post(staff, `sessions/${paid.at(-6)}/cancel`, { reason: "Ordered twice by mistake" });
  await addUnexpected(world, paid);
  await post(staff, `unexpected-payments/${realId(51)}/resolve`, { note: "Paid back, RF-2231" });
  await post(owner, "products/1001/variants/11001", { change: "add", units: "24" });
  await post(owner, "coupons/new", {
    code: "CHAI50",
    application_type: "CODE",
    discount_type: "FIXED",
    discount_amount: "50",
    min_purchase: "300",
    usage_limit: "200",
    product_ids: "1005",
  });
  const { customer } = (await services.customers.list(merchant.id, NO_PREFIX_FILTER, { limit: 1 }))
    .rows[0]!;
  await post(owner, `customers/${customer.id}/coins`, {
    direction: "give",
    coins: "100",
    reason: "Late delivery",
  });
  await makeKeys(world);
  await services.people.add(
    {
      login: "dev",
      name: "Dev Mehta",
      everywhere: null,
      shops: [],
      ...roleAt(merchant.id, "viewer"),
    },
    OPERATOR,
  );
  const invite = (name: string, role: Role) =>
    services.invitations.invite({ merchantId: merchant.id, name, role }, owner.person);
  await invite("Farah, warehouse", "viewer");
  const { token } = await invite("Emil Fernandes", "staff");
  const account = { login: "emil.f", name: "Emil", password: PASSWORD };
  await dashboard.services.signIns.withInvitation(token, account, aVisit("192.0.2.1"));
  await answerDeliveries(world);
  await startTransfer(world);
  dashboard.findings.push(
    ok("database file", "It is not accessible to other users, mode 600"),
    ok("disk room", "70 GiB free, database size 527 MiB"),
    ok("integrity", "SQLite's quick check found nothing; `db check` checks everything"),
    warn("keys about to expire", "1 key expires within 14 days: Order export", "Rotate it"),
    action("backups", "The latest of 3 is 3 days old", "Make one with `db backup`"),
  );
  return { dashboard, owner, shop, clock, order: paid.at(-2)!, payment: realId(52) };
}

/** Payments without an order, one of them not resolved. */
async function addUnexpected(
  { store, merchant, clock }: World,
  sessions: readonly SessionId[],
): Promise<void> {
  const payments = [
    ["error.payment-mismatch", "The amount must be 1330.28 INR, got 1320.28 INR", "1320.28"],
    ["error.invalid-state", "The session had expired", "948.60"],
  ] as const;
  await store.commit(payments.map(([reason, message, amount], n) => ({
    kind: "unexpected.add",
    unexpected: {
      id: realId(51 + n),
      merchantId: merchant.id,
      livemode: true,
      sessionId: sessions[n]!,
      paymentId: realId(61 + n),
      reference: `pay_QmT4x${n}dLw2`,
      amount,
      currencyCode: "INR",
      reason,
      message,
      at: clock.now() - (n === 0 ? 3 * DAY_MS : 42 * 60_000),
      keyId: null,
      count: 1,
      resolution: null,
    },
  })));
}

async function makeKeys({ services, merchant: { id: merchantId } }: World): Promise<void> {
  const { keys } = services;
  const live = { merchantId, rateLimit: null };
  await keys.create({ ...live, name: "Storefront", lifetimeMs: 365 * DAY_MS }, OPERATOR);
  await keys.create({
    ...live,
    name: "Order export",
    lifetimeMs: 9 * DAY_MS,
    rateLimit: 60,
    scopes: new Set(["sessions:read"]),
  }, OPERATOR);
  await keys.create({ ...live, name: "Staging", lifetimeMs: null, livemode: false }, OPERATOR);
}

/** Answers the deliveries: those to the accounts fail for some hours. */
async function answerDeliveries({ store, clock }: World): Promise<void> {
  const [shop, accounts] = HOOKS;
  const failedFrom = clock.now() - DAY_MS;
  for (const { id } of [shop, accounts]) {
    const { rows } = await store.webhooks.deliveries([id], NO_DELIVERY_FILTER, { limit: 5_000 });
    await store.commit(rows.map(({ delivery, event }) => {
      const fails = id === accounts.id && event.at > failedFrom;
      const isLate = fails && event.at > clock.now() - DAY_MS / 8;
      return {
        kind: "delivery.put",
        delivery: {
          ...delivery,
          state: isLate ? "PENDING" : fails ? "FAILED" : "DELIVERED",
          attempts: isLate ? 4 : fails ? 8 : 1,
          nextAt: clock.now() + 17 * 60_000,
          lastStatus: fails ? 503 : 200,
          lastError: fails ? "HTTP 503" : "",
          updatedAt: event.at + (fails ? 3 * 3_600_000 : 400),
        },
      };
    }));
  }
}

async function load({ store }: World, id: SessionId) {
  const stored = await store.sessions.find(id);
  if (stored === null) throw new Error(`No session: ${id}`);
  return stored.load();
}
