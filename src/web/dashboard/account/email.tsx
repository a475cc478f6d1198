import { MAX_EMAIL } from "../../../domain/values/limits.ts";
import type { Forms, FormState } from "../forms/form_state.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { SIGN_IN_SCRIPT } from "../assets/script.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Badge, PageHead, Panel } from "../parts/panel.tsx";
import { ACCOUNT_PATHS } from "./paths.ts";

/** The e-mail address of a person, for the person. */
export interface OwnEmail {
  /** Null without a verified one. */
  readonly address: string | null;
  /** An address whose link was not opened yet; null for none. */
  readonly pending: { readonly address: string; readonly createdAt: number } | null;
  /** True if a mail server may be used for the person. */
  readonly canSend: boolean;
}

/** A person's e-mail address, and the form that sends a link to another one. */
export function EmailPanel({ email: { address, pending, canSend }, forms, formats }: {
  readonly email: OwnEmail;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}) {
  const entered = forms.of(ACCOUNT_PATHS.email);
  const removal = forms.of(ACCOUNT_PATHS.emailRemove);
  return (
    <Panel
      title="E-mail"
      note="News of your account go there. You do not sign in with it."
    >
      <p>
        {address === null ? "None." : (
          <>
            <Badge tone="good">Verified</Badge> <bdi>{address}</bdi>
          </>
        )}
      </p>
      {pending === null ? "" : (
        <p>
          <Badge tone="warn">Not verified</Badge> <bdi>{pending.address}</bdi>: a link was sent{" "}
          <MomentText at={pending.createdAt} formats={formats} />. It works for 24 hours.
        </p>
      )}
      {address === null && pending === null ? "" : (
        <div class="actions">
          <ConfirmedAction
            open="Remove"
            title="Remove the e-mail address"
            consequences="You get no news of your account any more."
            prefix="email-remove"
            action={ACCOUNT_PATHS.emailRemove}
            submit="Remove"
            error={removal.error}
          />
        </div>
      )}
      {canSend
        ? (
          <ActionForm
            action={ACCOUNT_PATHS.email}
            submit="Send a link"
            error={entered.error}
            prefix="email"
            fields={[{
              kind: "email",
              name: "email",
              label: address === null ? "Your e-mail address" : "Another address",
              hint: "The link that we send there verifies it.",
              autocomplete: "email",
              maxlength: MAX_EMAIL,
              isRequired: true,
              ...entered.field("email"),
            }]}
          />
        )
        : (
          <p class="soft">
            No mail can be sent to you: the operator has named no mail server, and that of a shop is
            used only for people of this shop alone.
          </p>
        )}
    </Panel>
  );
}

/** A link: verifies an address. The script moves the token from the address. */
export function emailLinkBody({ entered }: { readonly entered: FormState }): DashboardBody {
  return {
    title: "Verify your e-mail address",
    script: SIGN_IN_SCRIPT,
    children: (
      <>
        <PageHead
          title="Verify your e-mail address"
          back={{ href: ACCOUNT_PATHS.page, label: "Your account" }}
        />
        <ActionForm
          action={ACCOUNT_PATHS.emailLink}
          submit="Verify"
          error={entered.error}
          fields={[{
            kind: "text",
            name: "link",
            label: "Link",
            hint: "If it is empty, paste the whole link of the mail, or what follows # in it.",
            autocomplete: "off",
            isRequired: true,
            isFirst: true,
            ...entered.field("link"),
          }]}
        />
      </>
    ),
  };
}
