/** Sample pages of the dashboard: what its components look like, whatever data they show. */
import { Facts, Timeline } from "../../../src/web/dashboard/parts/facts.tsx";
import { ConfirmedAction, FilterForm } from "../../../src/web/dashboard/forms/form.tsx";
import { MomentText } from "../../../src/web/dashboard/parts/moment_text.tsx";
import {
  Banner,
  Columns,
  CsvLink,
  PageHead,
  Panel,
} from "../../../src/web/dashboard/parts/panel.tsx";
import { PaymentBadge, SessionBadge } from "../../../src/web/dashboard/parts/state.tsx";
import { ListTable } from "../../../src/web/dashboard/parts/table.tsx";
import type { MerchantId, SessionId } from "../../../src/domain/ids.ts";
import { Forms } from "../../../src/web/dashboard/forms/form_state.ts";
import { dashboardPage } from "../../../src/web/dashboard/frame.tsx";
import { newProviderPath } from "../../../src/web/dashboard/providers/list.tsx";
import { newProviderBody } from "../../../src/web/dashboard/providers/new_provider.tsx";
import type { ProviderModel } from "../../../src/web/dashboard/providers/model.ts";
import { providerBody } from "../../../src/web/dashboard/providers/provider.tsx";
import { uuid } from "../../support/builders.ts";
import {
  FORMATS,
  HOSTILE,
  SAMPLE_FRAME,
  SAMPLE_NOW,
  SAMPLE_SHOP,
  samplePage as page,
} from "./sample_frame.tsx";
import { sampleForm, sampleRefused, sampleSignIn } from "./sample_forms.tsx";
import { sampleOverview } from "./sample_overview.ts";

const PROVIDER: Omit<ProviderModel, "forms"> = {
  shopId: SAMPLE_SHOP.id,
  account: {
    id: "0190a1b2-0000-7000-8000-000000000002",
    merchantId: uuid<MerchantId>(1),
    kind: "stripe",
    livemode: false,
    account: HOSTILE,
    secret: { stored: "" },
    createdAt: SAMPLE_NOW,
    removedAt: null,
  },
  openPayments: 1_234,
  underWay: [SAMPLE_NOW, null].map((at, i) => ({
    paymentId: uuid(20 + i),
    sessionId: uuid<SessionId>(30 + i),
    reference: i === 0 ? HOSTILE : null,
    started: at === null ? null : { amount: 123_456_789_012, currencyCode: "INR", at },
  })),
  hook: { url: "https://pay.demo-store.example/hooks/demo-store.example/stripe", isKnown: true },
  done: "tested",
  mayWrite: true,
  formats: FORMATS,
};

interface SampleOrder {
  readonly number: string;
  readonly at: number;
  readonly name: string;
  readonly phone: string;
  readonly payment: "PAID" | "PENDING" | "FAILED" | "DRAFT";
  readonly total: number;
}

const ORDERS: SampleOrder[] = Array.from({ length: 12 }, (_, i) => ({
  number: `A${i}X2-9KQ${i % 9}`,
  at: SAMPLE_NOW - i * 5_400_000,
  name: i === 3 ? HOSTILE : ["Asha Rao", "Ben Okafor", "Chioma Eze", "Dieter Schmidt"][i % 4] ?? "",
  phone: `+9198765432${10 + i}`,
  payment: (["PAID", "PAID", "PENDING", "DRAFT", "FAILED"] as const)[i % 5] ?? "PAID",
  total: i === 5 ? 123_456_789_012 : 134_909 + i * 7_311,
}));

/** A list with a filter and buttons. */
export function sampleList(rows: readonly SampleOrder[] = ORDERS): string {
  return page(
    "orders",
    "Orders",
    <>
      <PageHead title="Orders" note="Last placed first, times in Asia/Kolkata">
        <CsvLink href="/orders.csv" isShown />
      </PageHead>
      <FilterForm
        action="/orders"
        fields={[
          { kind: "search", name: "q", label: "Order, phone or id" },
          { kind: "date", name: "since", label: "From" },
          { kind: "date", name: "until", label: "To" },
          {
            kind: "select",
            name: "payment",
            label: "Payment",
            options: [{ value: "", label: "Any" }, { value: "PAID", label: "Paid" }],
          },
        ]}
      />
      <ListTable
        caption="Orders"
        rows={rows}
        empty="No orders match. Try other days, or clear the filter."
        first={rows.length > 0 ? "/orders" : undefined}
        next={rows.length > 0 ? "/orders?after=x" : undefined}
        columns={[
          { title: "Order", kind: "main", cell: ({ number }) => <a href="#">{number}</a> },
          { title: "Placed", cell: ({ at }) => <MomentText at={at} formats={FORMATS} /> },
          { title: "Customer", kind: "text", cell: ({ name }) => <bdi>{name}</bdi> },
          { title: "Phone", cell: ({ phone }) => phone },
          { title: "Payment", cell: ({ payment }) => <PaymentBadge state={payment} /> },
          { title: "Total", kind: "number", cell: ({ total }) => FORMATS.amount(total) },
          {
            title: "Actions",
            kind: "actions",
            cell: ({ number, payment }) =>
              payment !== "PENDING" ? "" : (
                <ConfirmedAction
                  prefix={`paid-${number}`}
                  open="Mark as paid"
                  kind="main"
                  action="/paid"
                  submit="Mark as paid"
                  consequences="The order is placed as if the provider had reported the money."
                  fields={[{ kind: "text", name: "reference", label: "Reference" }]}
                />
              ),
          },
        ]}
      />
    </>,
  );
}

/** One thing with facts, a timeline and dangerous buttons. */
export function sampleDetails(): string {
  return page(
    "sessions",
    "Order A0X2-9KQ0",
    <>
      <PageHead
        title="Order A0X2-9KQ0"
        note={
          <>
            <SessionBadge state="COMPLETED" /> <PaymentBadge state="PENDING" /> placed 2 hours ago
          </>
        }
        back={{ href: "/orders", label: "Orders" }}
      >
        <ConfirmedAction
          prefix="cancel"
          open="Cancel order"
          action="/cancel"
          submit="Cancel the order"
          consequences="Stock, coupon uses and coins are given back. This cannot be undone."
          fields={[{ kind: "text", name: "reason", label: "Reason", hint: "Seen by your staff" }]}
        />
      </PageHead>
      <Banner tone="good">The order is marked as paid</Banner>
      <Banner tone="warn">The amount differs from what was asked</Banner>
      <Columns isWideFirst>
        <Panel title="Timeline">
          <Timeline
            entries={[
              { at: "22 Nov, 14:00", title: "Paid", detail: "pay_8fh2", tone: "good" },
              { at: "22 Nov, 13:58", title: "Payment failed", detail: HOSTILE, tone: "bad" },
              { at: "22 Nov, 13:50", title: "Created" },
            ]}
          />
        </Panel>
        <Panel title="Customer" link={{ href: "/customers/1", label: "All orders" }}>
          <Facts
            facts={[
              { term: "Name", value: <bdi>{HOSTILE}</bdi> },
              { term: "Phone", value: "+919876543210" },
              { term: "Note", value: undefined },
              { term: "Total", value: FORMATS.amount(123_456_789_012) },
            ]}
          />
        </Panel>
      </Columns>
    </>,
  );
}

/** An account at a provider with payments under way. */
export function sampleProvider(): string {
  return dashboardPage(SAMPLE_FRAME, providerBody({ ...PROVIDER, forms: new Forms() }));
}

/** The form of a key that was refused. */
export function sampleNewProvider(): string {
  const action = newProviderPath(SAMPLE_SHOP.id, "razorpay");
  const values = new URLSearchParams({
    mode: "test",
    key_id: "rzp_test_sample",
    key: "SampleSecret",
    replaces: "on",
  });
  const message = "The provider does not know this key: razorpay";
  const entered = new Forms({ action, values, message, field: "key" }).of(action);
  const start = { mode: "live", mayReplace: true, replaces: false } as const;
  const hook = { url: `https://PAGES/hooks/${"w".repeat(60)}.example/razorpay`, isKnown: false };
  return dashboardPage(
    SAMPLE_FRAME,
    newProviderBody({
      shopId: SAMPLE_SHOP.id,
      kind: "razorpay",
      start,
      hook,
      person: { login: "asha", hasFactor: false, passkey: null },
      entered,
    }),
  );
}

/** Every sample by its name. */
export const SAMPLES: Readonly<Record<string, () => string>> = {
  overview: () => sampleOverview(),
  "overview-new": () =>
    sampleOverview({
      scale: 0,
      attention: {},
      steps: { product: true, payment: true, delivery: false, message: false, https: false },
    }),
  "overview-quiet": () => sampleOverview({ days: 7, attention: {} }),
  "overview-day": () => sampleOverview({ days: 1, attention: {} }),
  "overview-quarter": () => sampleOverview({ days: 90, scale: 400_000 }),
  "overview-empty": () => sampleOverview({ scale: 0, attention: {} }),
  list: () => sampleList(),
  "list-empty": () => sampleList([]),
  details: sampleDetails,
  form: sampleForm,
  "sign-in": sampleSignIn,
  refused: sampleRefused,
  provider: sampleProvider,
  "provider-new": sampleNewProvider,
};
