import { EVENT_TYPES } from "../../../domain/events.ts";
import {
  DEFAULT_LANES,
  EVENT_EXTRAS,
  MAX_BATCH,
  MAX_LANES,
  type WebhookEndpoint,
} from "../../../domain/shop/webhook.ts";
import type { FormField } from "../forms/fields.tsx";
import { ActionForm } from "../forms/form.tsx";
import type { FormState } from "../forms/form_state.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, CopyText, PageHead, Panel } from "../parts/panel.tsx";
import { newWebhookPath } from "./list.tsx";

/** The form of a new endpoint. */
export interface NewWebhookModel {
  readonly shopId: string;
  /** Id of the endpoint to be added. */
  readonly id: string;
  readonly entered: FormState;
}

/** The page of the form. */
export function newWebhookBody({ shopId, id, entered }: NewWebhookModel): DashboardBody {
  const list = { href: sectionPath(shopId, "webhooks"), label: "Webhooks" };
  return {
    title: "New endpoint",
    section: "webhooks",
    children: (
      <>
        <PageHead
          title="New endpoint"
          note="It gets events from now on. Its signing secret is shown once."
          back={list}
        />
        <Panel>
          <ActionForm
            action={newWebhookPath(shopId)}
            submit="Add endpoint"
            cancel={list.href}
            error={entered.error}
            fields={fieldsOf(entered, id)}
          />
        </Panel>
      </>
    ),
  };
}

function fieldsOf(entered: FormState, id: string): FormField[] {
  return [
    // So that the form adds one endpoint however often it is sent.
    { kind: "hidden", name: "id", value: id },
    {
      kind: "url",
      name: "url",
      label: "URL",
      hint: "https and public. The command line can add others, for tests",
      placeholder: "https://shop.example/hooks",
      isRequired: true,
      isFirst: !entered.isRefused,
      ...entered.field("url"),
    },
    {
      kind: "radio",
      name: "mode",
      label: "Mode",
      ...entered.field("mode", "live"),
      options: [
        { value: "live", label: "Live" },
        { value: "test", label: "Test", hint: "Events of test sessions, and no others" },
      ],
    },
    {
      kind: "checks",
      name: "events",
      label: "Events",
      hint: "None checked: all, and types that later versions add",
      values: entered.all("events"),
      ...entered.errorOf("events"),
      options: EVENT_TYPES.map((value) => ({ value, label: value })),
    },
    lanesField(entered, DEFAULT_LANES),
    messagesField(entered, false),
    {
      kind: "checks",
      name: "include",
      label: "Personal data in events",
      hint: "None unless checked",
      values: entered.all("include"),
      options: EVENT_EXTRAS.map((value) => ({ value, label: value })),
    },
  ];
}

/** The number of lanes, in the forms of a new and of a known endpoint. */
export function lanesField(entered: FormState, lanes: number): FormField {
  return {
    kind: "select",
    name: "lanes",
    label: "Lanes",
    hint: "Events that it receives at the same time, each of another session",
    ...entered.field("lanes", String(lanes)),
    options: Array.from({ length: MAX_LANES }, (_, i) => {
      const value = String(i + 1);
      return { value, label: value };
    }),
  };
}

/** How many events are in a message, in the same forms. */
export function messagesField(entered: FormState, batch: boolean): FormField {
  return {
    kind: "select",
    name: "messages",
    label: "Messages",
    hint: "A receiver of several events has to read them one by one from the body",
    ...entered.field("messages", batch ? "batch" : "one"),
    options: [
      { value: "one", label: "One event each" },
      { value: "batch", label: `Up to ${MAX_BATCH} events each` },
    ],
  };
}

/** An endpoint that was just added, or whose secret was rotated. */
export interface SigningSecretModel {
  readonly shopId: string;
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
  readonly done: "added" | "rotated";
  readonly formats: DashboardFormats;
}

/** The only page that has the signing secret of an endpoint. */
export function signingSecretBody(
  { shopId, endpoint, secret, done, formats }: SigningSecretModel,
): DashboardBody {
  const title = done === "added" ? "Endpoint added" : "Secret rotated";
  const { previous } = endpoint;
  return {
    title,
    section: "webhooks",
    children: (
      <>
        <PageHead
          title={title}
          note={<bdi>{endpoint.url}</bdi>}
          back={{ href: sectionPath(shopId, "webhooks"), label: "Webhooks" }}
        />
        <Banner tone="warn">Copy the signing secret now: no other page shows it.</Banner>
        <Panel>
          <CopyText label="Signing secret" text={secret} />
          {previous === null ? "" : (
            <p>
              The old secret signs too until <MomentText at={previous.endsAt} formats={formats} />,
              {" "}
              {formats.timeZone}.
            </p>
          )}
        </Panel>
        <Panel
          title="Next"
          note={
            <>
              Verify the signature of each event with it, as{" "}
              <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a>{" "}
              describes, then send a test event. The database has the secret too, as the server
              signs with it.
            </>
          }
        >
          <p>
            <a href={pathWithin(shopId, "webhooks", endpoint.id)}>Open the endpoint</a>
          </p>
        </Panel>
      </>
    ),
  };
}
