import type { ProviderKind } from "../../../domain/shop/provider.ts";
import { PROVIDER_NAMES } from "../../../things/provider.ts";
import { ActionForm } from "../forms/form.tsx";
import { PASSKEY_SCRIPT } from "../assets/script.ts";
import type { FormState } from "../forms/form_state.ts";
import type { DashboardBody } from "../frame.tsx";
import { sectionPath } from "../links.ts";
import { Facts } from "../parts/facts.tsx";
import { Columns, CopyText, PageHead, Panel } from "../parts/panel.tsx";
import type { Prover } from "../sign_in/password_form.tsx";
import { isReplacing, newProviderFields, type NewProviderStart } from "./fields.ts";
import { newProviderPath } from "./list.tsx";
import { type KeyedKind, PROVIDER_WORDS } from "./text.ts";

/** The form of a new account. */
export interface NewProviderModel {
  readonly shopId: string;
  readonly kind: ProviderKind;
  readonly start: NewProviderStart;
  /** Address of the shop's hooks. */
  readonly hook: HookModel;
  readonly person: Prover;
  readonly entered: FormState;
}

/** The address that a provider sends hooks to. */
export interface HookModel {
  readonly url: string;
  /** False if the address of the checkout pages is not known. */
  readonly isKnown: boolean;
}

/** The page of the form. */
export function newProviderBody(model: NewProviderModel): DashboardBody {
  const { shopId, kind, entered, start, person, hook } = model;
  const list = { href: sectionPath(shopId, "providers"), label: "Payment providers" };
  const isNewKey = isReplacing(entered, start);
  const title = `${isNewKey ? "New key of" : "Add"} ${PROVIDER_NAMES[kind]}`;
  const form = (
    <ActionForm
      action={newProviderPath(shopId, kind)}
      submit={isNewKey ? "Replace key" : title}
      cancel={list.href}
      error={entered.error}
      fields={newProviderFields(kind, { entered, start, person })}
    />
  );
  return {
    title,
    section: "providers",
    script: PASSKEY_SCRIPT,
    children: kind === "demo"
      ? (
        <>
          <PageHead
            title={title}
            note="It takes test payments only, and moves no money: its page has a button for each thing that can happen."
            back={list}
          />
          <Panel>{form}</Panel>
        </>
      )
      : (
        <>
          <PageHead
            title={title}
            note="The key is tried first, with a call that changes nothing. It is stored sealed if the server has a key for secrets."
            back={list}
          />
          <Columns>
            <Panel title="Key" note={<KeyNote kind={kind} />}>{form}</Panel>
            <HookPanel kind={kind} hook={hook} />
          </Columns>
        </>
      ),
  };
}

function KeyNote({ kind }: { readonly kind: KeyedKind }) {
  const { guide, keysAt } = PROVIDER_WORDS[kind];
  return (
    <>
      {keysAt}. The server has a guide with every step at <code>{guide}</code>.
    </>
  );
}

/** Where a provider takes hooks, and the address to enter there. */
export function HookPanel({ kind, hook: { url, isKnown } }: {
  readonly kind: KeyedKind;
  readonly hook: HookModel;
}) {
  const { hooksAt, hookEvents } = PROVIDER_WORDS[kind];
  return (
    <Panel
      title="Hook"
      note="Optional. Without a hook everything works; with one the server asks sooner when a customer pays and does not come back."
    >
      <CopyText label="Address of the hook" text={url} />
      <Facts
        facts={[
          {
            term: "PAGES",
            value: isKnown ? undefined : (
              <>
                Stands for the address of the checkout pages, which the dashboard is not told
                (<code>CHECKOUT_CHECKOUT_URL</code>)
              </>
            ),
          },
          { term: "Enter it at", value: hooksAt },
          {
            term: "Events",
            value: (
              <ul class="names">
                {hookEvents.map((event) => (
                  <li>
                    <code>{event}</code>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </Panel>
  );
}
