import { sealedBy } from "../../../domain/secret.ts";
import { KEY_KEPT_DAYS } from "../../../domain/shop/provider.ts";
import { PROVIDER_NAMES, providerStates } from "../../../things/provider.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { Facts } from "../parts/facts.tsx";
import { MomentText } from "../parts/moment_text.tsx";
import { Columns, LinkButton, PageHead, Panel } from "../parts/panel.tsx";
import { StateBadges } from "../parts/state.tsx";
import { newProviderPath } from "./list.tsx";
import type { ProviderModel } from "./model.ts";
import { HookPanel } from "./new_provider.tsx";
import { AccountChange, paymentsText } from "./account_change.tsx";
import { UnderWayPanel } from "./under_way.tsx";

/** The page of one account, without its keys. */
export function providerBody(model: ProviderModel): DashboardBody {
  const { shopId, account, mayWrite, hook } = model;
  const { kind, removedAt, secret } = account;
  const hasActions = mayWrite && (removedAt === null || secret !== null);
  return {
    title: PROVIDER_NAMES[kind],
    section: "providers",
    children: (
      <>
        <PageHead
          title={PROVIDER_NAMES[kind]}
          note={
            <StateBadges
              states={[
                ...providerStates(account),
                ...account.livemode ? [] : [["Test", "plain"] as const],
              ]}
            />
          }
          back={{ href: sectionPath(shopId, "providers"), label: "Payment providers" }}
        />
        <AccountChange model={model} />
        <Panel title="Details">
          <ProviderFacts model={model} />
        </Panel>
        <UnderWayPanel model={model} />
        {hasActions ? <Actions model={model} /> : ""}
        {kind === "demo" || removedAt !== null ? "" : <HookPanel kind={kind} hook={hook} />}
      </>
    ),
  };
}

function ProviderFacts({ model: { account, openPayments, formats } }: {
  readonly model: ProviderModel;
}) {
  const moment = (at: number) => <MomentText at={at} formats={formats} />;
  const { kind, livemode, secret, createdAt, removedAt } = account;
  return (
    <Facts
      facts={[
        { term: "Payments", value: livemode ? "Live" : "Test: those of test sessions" },
        {
          term: "Account",
          value: kind === "demo"
            ? undefined
            : account.account === null
            ? "Not named by the provider"
            : <bdi>{account.account}</bdi>,
        },
        {
          term: "Key",
          value: kind === "demo"
            ? undefined
            : secret === null
            ? "Deleted"
            : sealedBy(secret) === null
            ? "Stored as plain text: the server has no key for secrets"
            : "Stored sealed; no page shows it",
        },
        { term: "Payments under way", value: formats.whole(openPayments) },
        { term: "Added", value: moment(createdAt) },
        { term: "Removed", value: removedAt === null ? undefined : moment(removedAt) },
        { term: "Id", value: <code>{account.id}</code> },
        { term: "Time zone", value: formats.timeZone },
      ]}
    />
  );
}

function Actions({ model }: { readonly model: ProviderModel }) {
  const { shopId, account, forms } = model;
  const { id, kind, livemode, removedAt } = account;
  const path = pathWithin(shopId, "providers", id, "test");
  const replacing = { mode: livemode ? "live" : "test", replaces: "1" };
  return (
    <Columns>
      <Panel
        title="Test"
        note={`One call to the provider, which changes nothing there${
          kind === "demo" ? "" : ". It names the account of the key, and tells if it still works"
        }.`}
      >
        <ActionForm
          action={path}
          submit="Test"
          kind="quiet"
          error={forms.of(path).error}
        />
      </Panel>
      {kind === "demo" || removedAt !== null ? "" : (
        <Panel
          title="Replace the key"
          note="With another key of the same account, or to add the secret of a hook. Payments under way go on."
        >
          <div class="actions">
            <LinkButton href={withQuery(newProviderPath(shopId, kind), replacing)}>
              Enter a new key
            </LinkButton>
          </div>
        </Panel>
      )}
      <RemovePanel model={model} />
    </Columns>
  );
}

function RemovePanel({ model: { shopId, account, openPayments, forms, formats } }: {
  readonly model: ProviderModel;
}) {
  const { id, kind, livemode, removedAt } = account;
  const action = pathWithin(shopId, "providers", id, "remove");
  const { error } = forms.of(action);
  const lost = openPayments === 0
    ? "No payments are under way there."
    : `${
      paymentsText(openPayments, formats)
    } under way there would be ended there first; what is not ended would get no result.`;
  const shared = { action, prefix: "remove", error } as const;
  if (removedAt !== null) {
    return (
      <Panel
        title="Delete the key"
        note={`It is deleted by itself ${KEY_KEPT_DAYS} days after the removal, once no payment is under way.`}
      >
        <ConfirmedAction
          {...shared}
          open="Delete key"
          title="Delete this key at once?"
          consequences={`${lost} No payment taken there can be given back from here. This cannot be undone.`}
          submit="Delete key"
          fields={[{ kind: "hidden", name: "now", value: "on" }]}
        />
      </Panel>
    );
  }
  const mode = livemode ? "live" : "test";
  return (
    <Panel title="Remove" note="For an account that the shop does not use any more.">
      <ConfirmedAction
        {...shared}
        open="Remove"
        title="Remove this provider?"
        consequences={`It starts no more ${mode} payments. ${
          openPayments === 0
            ? "None are under way there."
            : `${paymentsText(openPayments, formats)} under way there will still be looked at.`
        }${
          kind === "demo"
            ? ""
            : ` Its key is deleted ${KEY_KEPT_DAYS} days later: money can be given back until then.`
        }`}
        submit="Remove provider"
        fields={kind === "demo" ? [] : [{
          kind: "check",
          name: "now",
          label: "Delete its key at once",
          hint: `${lost} No payment taken there can be given back from here then.`,
        }]}
      />
    </Panel>
  );
}
