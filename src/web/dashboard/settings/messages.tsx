import { MESSAGES_PAGE } from "../../../things/settings/messages.ts";
import type { FormField } from "../forms/fields.tsx";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { Forms } from "../forms/form_state.ts";
import type { DashboardBody } from "../frame.tsx";
import { PASSKEY_SCRIPT } from "../assets/script.ts";
import { pathWithin, sectionPath } from "../links.ts";
import { Badge, Banner, PageHead, Panel } from "../parts/panel.tsx";

/** Path of a form of the page. */
export function messagesPath(shopId: string, ...rest: readonly string[]): string {
  return pathWithin(shopId, "settings", MESSAGES_PAGE.name, ...rest);
}

/** The page of a shop's mail server and SMS gateway. */
export interface MessagesModel {
  readonly shopId: string;
  /** Fields of each form, and if it is set up. */
  readonly channels: Readonly<
    Record<"mail" | "sms", {
      readonly fields: readonly FormField[];
      readonly isSet: boolean;
      /** True for one that sends nothing until it is saved again. */
      readonly isOff: boolean;
    }>
  >;
  /** Verified address of the person; null for none. */
  readonly email: string | null;
  /** True if a form may ask for a passkey. */
  readonly hasProof: boolean;
  /** The change that was just made. */
  readonly done: { readonly isGood: boolean; readonly text: string } | undefined;
  readonly forms: Forms;
}

/** A panel for the mail server, and one for the gateway. */
export function messagesBody(model: MessagesModel): DashboardBody {
  const { shopId, channels, hasProof, done, forms } = model;
  return {
    title: MESSAGES_PAGE.title,
    section: "settings",
    ...hasProof && { script: PASSKEY_SCRIPT },
    children: (
      <>
        <PageHead
          title={MESSAGES_PAGE.title}
          back={{ href: sectionPath(shopId, "settings"), label: "Settings" }}
        />
        {done === undefined ? "" : <Banner tone={done.isGood ? "good" : "bad"}>{done.text}</Banner>}
        {MESSAGES_PAGE.forms.map(({ name, title, note }) => {
          const form = name === "mail" ? "mail" : "sms";
          const { fields, isSet } = channels[form];
          const action = messagesPath(shopId, form);
          return (
            <Panel title={title} note={note} id={form}>
              {isSet ? <Doing {...model} form={form} /> : ""}
              <ActionForm
                action={action}
                submit="Save"
                error={forms.of(action).error}
                fields={fields}
                prefix={form}
              />
            </Panel>
          );
        })}
      </>
    ),
  };
}

/** Actions on a channel that is set up: a test goes to the person's own address alone. */
function Doing(
  { shopId, channels, email, forms, form }: MessagesModel & { readonly form: "mail" | "sms" },
) {
  const test = messagesPath(shopId, "test");
  const remove = messagesPath(shopId, form, "remove");
  return (
    <>
      {!channels[form].isOff ? "" : (
        <p>
          <Badge tone="warn">Off</Badge> Nothing is sent. Saving switches it on again.
        </p>
      )}
      {form !== "mail"
        ? ""
        : email === null
        ? <p class="soft">To test it, verify an e-mail address of yours in Your account.</p>
        : (
          <p class="soft">
            A test goes to <bdi>{email}</bdi>, at most five times an hour.
          </p>
        )}
      <div class="actions">
        {form !== "mail" || email === null ? "" : (
          <ActionForm
            action={test}
            submit="Send me a test"
            kind="quiet"
            error={forms.of(test).error}
            prefix="test"
          />
        )}
        <ConfirmedAction
          open="Remove"
          title={`Remove the ${form === "mail" ? "mail server" : "SMS gateway"}`}
          consequences="Its own texts and the messages that wait for it go too."
          prefix={`${form}-remove`}
          action={remove}
          submit="Remove"
          error={forms.of(remove).error}
        />
      </div>
    </>
  );
}
