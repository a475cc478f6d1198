import type { ApiKey } from "../../../domain/shop/api_key.ts";
import { Facts } from "../parts/facts.tsx";
import { ActionForm } from "../forms/form.tsx";
import type { FormState } from "../forms/form_state.ts";
import { scopesText } from "../../../things/key.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, CopyText, PageHead, Panel } from "../parts/panel.tsx";
import { newKeyFields } from "./fields.ts";
import { addressesText, limitText } from "./text.ts";
import { newKeyPath } from "./list.tsx";

/** The form of a new key. */
export interface NewKeyModel {
  readonly shopId: string;
  /** Id of the key to be created. */
  readonly id: string;
  readonly entered: FormState;
}

/** The page of the form. */
export function newKeyBody({ shopId, id, entered }: NewKeyModel): DashboardBody {
  const list = { href: sectionPath(shopId, "keys"), label: "API keys" };
  return {
    title: "New API key",
    section: "keys",
    children: (
      <>
        <PageHead title="New API key" note="Its secret is shown once." back={list} />
        <Panel>
          <ActionForm
            action={newKeyPath(shopId)}
            submit="Create key"
            cancel={list.href}
            error={entered.error}
            fields={newKeyFields(entered, id)}
          />
        </Panel>
      </>
    ),
  };
}

/** A key that was just made. */
export interface SecretModel {
  readonly shopId: string;
  readonly key: ApiKey;
  readonly secret: string;
  /** The key that it replaces. */
  readonly previous?: ApiKey;
  readonly formats: DashboardFormats;
}

/** The only page that has the secret of a key. */
export function secretBody(
  { shopId, key, secret, previous, formats }: SecretModel,
): DashboardBody {
  const title = previous === undefined ? "Key created" : "Key rotated";
  const moment = (at: number) => <MomentText at={at} formats={formats} />;
  return {
    title,
    section: "keys",
    children: (
      <>
        <PageHead
          title={title}
          note={<bdi>{key.name}</bdi>}
          back={{ href: sectionPath(shopId, "keys"), label: "API keys" }}
        />
        <Banner tone="warn">
          Copy the secret now. It is not stored, and no other page shows it.
        </Banner>
        <Panel>
          <CopyText label="Secret" text={secret} />
        </Panel>
        <Panel
          title="Details"
          note={
            <>
              Clients send the secret with every request:{" "}
              <code>Authorization: Bearer SECRET</code>. Keep it on a server. Anyone who has it can
              use the API as this shop.
            </>
          }
          link={{ href: pathWithin(shopId, "keys", key.id), label: "Open the key" }}
        >
          <Facts
            facts={[
              {
                term: "Old key works until",
                value: previous?.expiresAt == null ? undefined : moment(previous.expiresAt),
              },
              { term: "Mode", value: key.livemode ? "Live" : "Test" },
              { term: "Scopes", value: scopesText(key) },
              { term: "Allowed addresses", value: addressesText(key) },
              { term: "Rate limit", value: limitText(key, formats) },
              { term: "Expires", value: key.expiresAt === null ? "Never" : moment(key.expiresAt) },
              { term: "Time zone", value: formats.timeZone },
            ]}
          />
        </Panel>
      </>
    ),
  };
}
