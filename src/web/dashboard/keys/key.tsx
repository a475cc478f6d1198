import { type ApiKey, isUsable } from "../../../domain/shop/api_key.ts";
import { Facts } from "../parts/facts.tsx";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { Forms } from "../forms/form_state.ts";
import { keyLabel, keyStates } from "../../../things/key.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { StateBadges } from "../parts/state.tsx";
import { Banner, Columns, PageHead, Panel } from "../parts/panel.tsx";
import { OVERLAPS } from "../forms/time_choice.ts";
import { changeFields, rotationFields, SAME_LIFETIME } from "./fields.ts";
import { addressesText, limitText, SCOPE_TEXTS } from "./text.ts";

/** One key. */
export interface KeyModel {
  readonly shopId: string;
  readonly key: ApiKey;
  /** The key that this one replaced, and the one that replaces it. */
  readonly previous: ApiKey | undefined;
  readonly successor: ApiKey | undefined;
  /** The change just made: `saved`, `revoked`, or `made` by an earlier sending of the same form. */
  readonly done: "saved" | "revoked" | "made" | undefined;
  readonly mayWrite: boolean;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
  readonly now: number;
}

/** The page of one key, without its secret. */
export function keyBody(model: KeyModel): DashboardBody {
  const { shopId, key, done, mayWrite, now } = model;
  return {
    title: `Key ${keyLabel(key)}`,
    section: "keys",
    children: (
      <>
        <PageHead
          title={<bdi>{keyLabel(key)}</bdi>}
          note={<StateBadges states={keyStates(key, now)} />}
          back={{ href: sectionPath(shopId, "keys"), label: "API keys" }}
        />
        {done === "made" ? <MadeBefore model={model} /> : ""}
        {done === "saved" ? <Banner tone="good">Saved. Servers know it now.</Banner> : ""}
        {done === "revoked" ? <Banner tone="good">Revoked. Servers refuse it now.</Banner> : ""}
        <Panel title="Details">
          <KeyFacts model={model} />
        </Panel>
        {mayWrite && isUsable(key, now) ? <Change model={model} /> : ""}
        {mayWrite && isUsable(key, now) ? <Actions model={model} /> : ""}
      </>
    ),
  };
}

/** The answer to a form that was sent again, whose secret may have been missed. */
function MadeBefore({ model: { shopId, key, mayWrite, now } }: { readonly model: KeyModel }) {
  const canRotate = mayWrite && isUsable(key, now) && key.successorId === null;
  return (
    <>
      <Banner tone="warn">
        This key was made already. Its secret was shown once and is not stored.
      </Banner>
      {canRotate
        ? (
          <Panel
            title="You have not seen the secret?"
            note="The key is replaced at once by a new one, whose secret you then see."
          >
            <ActionForm
              action={pathWithin(shopId, "keys", key.id, "rotate")}
              submit="Rotate now"
              prefix="again"
              fields={[
                { kind: "hidden", name: "overlap", value: OVERLAPS[0].value },
                { kind: "hidden", name: "expires", value: SAME_LIFETIME },
              ]}
            />
          </Panel>
        )
        : ""}
    </>
  );
}

function KeyFacts({ model: { shopId, key, previous, successor, formats, now } }: {
  readonly model: KeyModel;
}) {
  const moment = (at: number) => <MomentText at={at} formats={formats} />;
  const link = (other: ApiKey | undefined) =>
    other && (
      <a href={pathWithin(shopId, "keys", other.id)}>
        <bdi>{other.name}</bdi>, {other.prefix}…
      </a>
    );
  return (
    <Facts
      facts={[
        { term: "Begins with", value: <code>{key.prefix}…</code> },
        { term: "Mode", value: key.livemode ? "Live" : "Test" },
        {
          term: "Scopes",
          value: (
            <ul class="names">
              {[...key.scopes].map((scope) => (
                <li>
                  {SCOPE_TEXTS[scope]} <code class="soft">{scope}</code>
                </li>
              ))}
            </ul>
          ),
        },
        { term: "Rate limit", value: limitText(key, formats) },
        { term: "Created", value: moment(key.createdAt) },
        {
          term: "Last used",
          value: key.lastUsedAt === null ? "Never" : formats.relative(key.lastUsedAt, now) +
            (key.lastUsedFrom === null ? "" : `, from ${key.lastUsedFrom}`),
        },
        { term: "Allowed addresses", value: addressesText(key) },
        { term: "Expires", value: key.expiresAt === null ? "Never" : moment(key.expiresAt) },
        { term: "Revoked", value: key.revokedAt === null ? undefined : moment(key.revokedAt) },
        { term: "Replaces", value: link(previous) },
        { term: "Replaced by", value: link(successor) },
        { term: "Id", value: <code>{key.id}</code> },
        { term: "Time zone", value: formats.timeZone },
      ]}
    />
  );
}

function Change({ model: { shopId, key, forms } }: { readonly model: KeyModel }) {
  const action = pathWithin(shopId, "keys", key.id, "update");
  const entered = forms.of(action);
  return (
    <Panel title="Change" note="The secret stays. Servers judge the next request by it.">
      <ActionForm
        action={action}
        submit="Save"
        kind="quiet"
        prefix="update"
        error={entered.error}
        fields={changeFields(entered, key)}
      />
    </Panel>
  );
}

function Actions({ model: { shopId, key, forms } }: { readonly model: KeyModel }) {
  const path = (action: string) => pathWithin(shopId, "keys", key.id, action);
  const rotate = forms.of(path("rotate"));
  return (
    <Columns>
      {key.successorId !== null ? "" : (
        <Panel
          title="Rotate"
          note="Makes a new key with the same name, scopes and limit; this one ends by itself."
        >
          <ConfirmedAction
            open="Rotate"
            title="Rotate this key?"
            consequences="The secret of the new key is shown once. Afterwards this key ends and cannot be used again."
            kind="main"
            action={path("rotate")}
            submit="Rotate key"
            prefix="rotate"
            fields={rotationFields(rotate)}
            error={rotate.error}
          />
        </Panel>
      )}
      <Panel title="Revoke" note="For a key that has leaked or is not needed any more.">
        <ConfirmedAction
          open="Revoke"
          title="Revoke this key?"
          consequences="Clients that use it are refused at once. This cannot be undone."
          action={path("revoke")}
          submit="Revoke key"
          prefix="revoke"
          error={forms.of(path("revoke")).error}
        />
      </Panel>
    </Columns>
  );
}
