import { MAX_PASSKEYS } from "../../../domain/people/factor.ts";
import { MAX_PASSKEY_NAME, type Passkey } from "../../../domain/people/passkey.ts";
import type { PasskeyOptions } from "../../../service/people/passkey_challenges.ts";
import type { Forms, FormState } from "../forms/form_state.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, PageHead, Panel } from "../parts/panel.tsx";
import { ListTable } from "../parts/table.tsx";
import { PASSKEY_SCRIPT } from "../assets/script.ts";
import { OWN_FACTOR_PATH } from "../sign_in/factor_form.tsx";
import { PASSKEY, passkeyField } from "../sign_in/passkey_form.tsx";

/** Paths of a person's passkeys. */
export const PASSKEY_PATHS = {
  offer: `${OWN_FACTOR_PATH}/passkey`,
  add: `${OWN_FACTOR_PATH}/passkey/add`,
  remove: `${OWN_FACTOR_PATH}/passkeys/{id}/remove`,
} as const;

/** Path of the form that removes a passkey. */
function removePath(id: string): string {
  return PASSKEY_PATHS.remove.replace("{id}", id);
}

/** The refusal of a form at a path that removes a passkey, which may be gone. */
export function removalRefusal(forms: Forms, path: string): string | undefined {
  const [start = ""] = PASSKEY_PATHS.remove.split("{id}");
  return path.startsWith(start) ? forms.of(path).error : undefined;
}

/** A person's passkeys, and the way to another one. */
export function PasskeysPanel({ passkeys, isOnlyFactor, hasName, refusal, forms, formats }: {
  readonly passkeys: readonly Passkey[];
  /** True if the last passkey is the last factor, which takes a recovery code to remove. */
  readonly isOnlyFactor: boolean;
  /** True if the dashboard's host is a name: passkeys are for no address. */
  readonly hasName: boolean;
  /** Why a passkey was not removed. */
  readonly refusal: string | undefined;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}) {
  return (
    <Panel
      title="Passkeys"
      note="A passkey of your phone, computer or security key signs you in without the password."
    >
      {refusal === undefined ? "" : <Banner tone="bad">{refusal}</Banner>}
      {passkeys.length === 0 ? "" : (
        <ListTable
          caption="Passkeys"
          rows={passkeys}
          empty=""
          columns={[
            { title: "Name", kind: "main", cell: ({ name }) => <bdi>{name}</bdi> },
            { title: "For", cell: ({ host }) => host },
            {
              title: "Added",
              cell: ({ createdAt }) => <MomentText at={createdAt} formats={formats} />,
            },
            {
              title: "Last used",
              cell: ({ lastUsedAt }) => <MomentText at={lastUsedAt} formats={formats} />,
            },
            {
              title: "Actions",
              kind: "actions",
              cell: ({ id }) =>
                isOnlyFactor && passkeys.length === 1 ? "" : (
                  <ConfirmedAction
                    open="Remove"
                    title="Remove the passkey"
                    consequences="It signs you in no longer. Delete it on your device too."
                    prefix={`passkey-${id}`}
                    action={removePath(id)}
                    submit="Remove"
                  />
                ),
            },
          ]}
        />
      )}
      {hasName && passkeys.length < MAX_PASSKEYS
        ? (
          <ActionForm
            action={PASSKEY_PATHS.offer}
            submit="Add a passkey"
            kind={passkeys.length === 0 ? "main" : "quiet"}
            error={forms.of(PASSKEY_PATHS.offer).error}
          />
        )
        : (
          <p class="soft">
            {hasName
              ? `You have ${MAX_PASSKEYS} passkeys, the most.`
              : "To add one, open the dashboard at a name over https, or at localhost."}
          </p>
        )}
    </Panel>
  );
}

/** A passkey to be added. */
export function addPasskeyBody({ options, isFirst, entered }: {
  readonly options: PasskeyOptions;
  /** True without another factor. */
  readonly isFirst: boolean;
  readonly entered: FormState;
}): DashboardBody {
  return {
    title: "Add a passkey",
    script: PASSKEY_SCRIPT,
    children: (
      <>
        <PageHead
          title="Add a passkey"
          back={{ href: OWN_FACTOR_PATH, label: "Second factor" }}
          note={isFirst
            ? "Other browsers are signed out, and you get codes for a lost device."
            : "Your browser asks for your finger, your face or a PIN."}
        />
        <Panel>
          <ActionForm
            action={PASSKEY_PATHS.add}
            submit="Add the passkey"
            error={entered.error}
            prefix="passkey"
            cancel={OWN_FACTOR_PATH}
            fields={[
              {
                kind: "text",
                name: "name",
                label: "Name",
                hint: "To know it by: “Phone”, “Blue security key”.",
                maxlength: MAX_PASSKEY_NAME,
                isRequired: true,
                isFirst: true,
                ...entered.field("name"),
              },
              passkeyField(PASSKEY, options),
            ]}
          />
        </Panel>
      </>
    ),
  };
}
