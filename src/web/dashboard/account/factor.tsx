import { RECOVERY_CODES } from "../../../domain/people/recovery_code.ts";
import type { OfferedApp, OwnFactor } from "../../../service/people/factors.ts";
import type { Forms, FormState } from "../forms/form_state.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { QrCode } from "../../page/qr.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, CopyText, LinkButton, PageHead, Panel } from "../parts/panel.tsx";
import { codeField, OWN_FACTOR_PATH } from "../sign_in/factor_form.tsx";
import { PasskeysPanel } from "./passkeys.tsx";
import { ACCOUNT_PATHS } from "./paths.ts";

/** Paths of a person's second factor. */
export const FACTOR_PATHS = {
  page: OWN_FACTOR_PATH,
  app: `${OWN_FACTOR_PATH}/app`,
  confirm: `${OWN_FACTOR_PATH}/confirm`,
  codes: `${OWN_FACTOR_PATH}/codes`,
  remove: `${OWN_FACTOR_PATH}/remove`,
} as const;

const BACK = { href: ACCOUNT_PATHS.page, label: "Your account" };

/** Sentences of what was done, or is to be done. */
const DONE: Readonly<Record<string, { readonly tone: "good" | "warn"; readonly text: string }>> = {
  required: {
    tone: "warn",
    text: "The owner of the shop requires a second factor: set one up to see the shop.",
  },
  recovered: {
    tone: "warn",
    text:
      "You used a recovery code, which works once. If a device is lost, replace the app and remove its passkey now.",
  },
  passkey: { tone: "good", text: "The passkey is added." },
  "no-passkey": { tone: "good", text: "The passkey is removed." },
  removed: { tone: "good", text: "The second factor is removed." },
};

/** A person's second factor. */
export function factorBody({ factor, hasName, done, refusal, forms, formats }: {
  /** Null for none. */
  readonly factor: OwnFactor | null;
  /** True if the dashboard's host is a name. */
  readonly hasName: boolean;
  readonly done: string | undefined;
  /** Why a passkey was not removed. */
  readonly refusal: string | undefined;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}): DashboardBody {
  const said = done === undefined ? undefined : DONE[done];
  const since = factor?.appSince ?? null;
  return {
    title: "Second factor",
    children: (
      <>
        <PageHead
          title="Second factor"
          back={BACK}
          note="Signing in takes your password and a code of an app, or a passkey."
        />
        {said === undefined ? "" : <Banner tone={said.tone}>{said.text}</Banner>}
        <Panel title="Authenticator app">
          {since === null
            ? (
              <>
                <p>Any app for one-time codes will do. You also get codes for a lost phone.</p>
                <ActionForm
                  action={FACTOR_PATHS.app}
                  submit="Set up an app"
                  kind={factor === null ? "main" : "quiet"}
                  error={refusalOf(forms, factor)}
                />
              </>
            )
            : <OwnApp since={since} forms={forms} formats={formats} />}
        </Panel>
        <PasskeysPanel
          passkeys={factor?.passkeys ?? []}
          isOnlyFactor={since === null}
          hasName={hasName}
          refusal={refusal}
          forms={forms}
          formats={formats}
        />
        {factor === null ? "" : <Codes codesLeft={factor.codesLeft} forms={forms} />}
      </>
    ),
  };
}

/** The refusal of the form, and of those that the page had while there was a factor. */
function refusalOf(forms: Forms, factor: OwnFactor | null): string | undefined {
  const { app, codes, remove } = FACTOR_PATHS;
  return (factor === null ? [app, codes, remove] : [app])
    .map((path) => forms.of(path).error).find((one) => one !== undefined);
}

function OwnApp({ since, forms, formats }: {
  readonly since: number;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}) {
  return (
    <>
      <p>
        Set up <MomentText at={since} formats={formats} />
      </p>
      <ConfirmedAction
        open="Replace"
        title="Replace the app"
        consequences="The app that you have now works until the new one is set up."
        prefix="replace"
        action={FACTOR_PATHS.app}
        submit="Set up another app"
        kind="main"
        error={forms.of(FACTOR_PATHS.app).error}
      />
    </>
  );
}

function Codes({ codesLeft, forms }: { readonly codesLeft: number; readonly forms: Forms }) {
  const removal = forms.of(FACTOR_PATHS.remove);
  return (
    <Panel title="Recovery codes">
      <p>
        {codesLeft} of {RECOVERY_CODES} are left. Each signs you in once without the app or passkey.
      </p>
      <div class="actions">
        <ConfirmedAction
          open="Make new codes"
          title="Make new recovery codes"
          consequences="The codes that you have now stop working."
          prefix="codes"
          action={FACTOR_PATHS.codes}
          submit="Make new codes"
          kind="main"
          error={forms.of(FACTOR_PATHS.codes).error}
        />
        <ConfirmedAction
          open="Remove the second factor"
          consequences="The app and all passkeys are removed, and your password alone signs you in. It takes a recovery code, so that no one at an open browser can do it."
          prefix="remove"
          action={FACTOR_PATHS.remove}
          submit="Remove"
          error={removal.error}
          fields={[codeField({ label: "Recovery code", ...removal.errorOf("code") })]}
        />
      </div>
    </Panel>
  );
}

/** An app to be set up: its secret, and a code of it that confirms it. */
export function setUpBody({ app, login, entered }: {
  readonly app: OfferedApp;
  readonly login: string;
  readonly entered: FormState;
}): DashboardBody {
  return {
    title: "Set up an app",
    children: (
      <>
        <PageHead
          title="Set up an app"
          back={{ href: FACTOR_PATHS.page, label: "Second factor" }}
          note={
            <>
              For <bdi>{login}</bdi>. Other browsers are signed out.
            </>
          }
        />
        <Panel title="1. Scan the code with your app">
          <QrCode text={app.uri} label="QR code of the secret" isSecret />
          <CopyText label="Or enter this key" text={app.secret.replaceAll(/.{4}(?=.)/g, "$& ")} />
        </Panel>
        <Panel title="2. Enter the code that it shows">
          <ActionForm
            action={FACTOR_PATHS.confirm}
            submit="Finish"
            error={entered.error}
            prefix="confirm"
            cancel={FACTOR_PATHS.page}
            fields={[
              { kind: "hidden", name: "sealed", value: app.sealed },
              codeField({
                label: "Code",
                inputmode: "numeric",
                isFirst: entered.isRefused,
                ...entered.errorOf("code"),
              }),
            ]}
          />
        </Panel>
      </>
    ),
  };
}

/** New recovery codes, which no later page shows. */
export function recoveryCodesBody(codes: readonly string[]): DashboardBody {
  return {
    title: "Recovery codes",
    children: (
      <>
        <PageHead title="Recovery codes" back={BACK} />
        <Banner tone="warn">
          Print them, or write them down. Each works once in place of the app, and no other page
          shows them.
        </Banner>
        <Panel>
          <ul class="codes">
            {codes.map((code) => (
              <li>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <div class="actions">
            <LinkButton href="/" isMain>I have kept them</LinkButton>
          </div>
        </Panel>
      </>
    ),
  };
}
