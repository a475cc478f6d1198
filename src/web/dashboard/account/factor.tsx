import { RECOVERY_CODES } from "../../../domain/people/factor.ts";
import type { OfferedApp, OwnFactor } from "../../../service/people/factors.ts";
import type { Forms, FormState } from "../forms/form_state.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { QrCode } from "../../page/qr.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, CopyText, LinkButton, PageHead, Panel } from "../parts/panel.tsx";
import { codeField, OWN_FACTOR_PATH } from "../sign_in/factor_form.tsx";
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
    text: "You used a recovery code, which works once. If your phone is lost, replace the app now.",
  },
  removed: { tone: "good", text: "The second factor is removed." },
};

/** A person's second factor. */
export function factorBody({ factor, done, forms, formats }: {
  /** Null for none. */
  readonly factor: OwnFactor | null;
  readonly done: string | undefined;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}): DashboardBody {
  const said = done === undefined ? undefined : DONE[done];
  return {
    title: "Second factor",
    children: (
      <>
        <PageHead
          title="Second factor"
          back={BACK}
          note="Signing in takes your password and a code of an app on your phone."
        />
        {said === undefined ? "" : <Banner tone={said.tone}>{said.text}</Banner>}
        {factor === null
          ? (
            <Panel title="Authenticator app">
              <p>Any app for one-time codes will do. You also get codes for a lost phone.</p>
              <ActionForm
                action={FACTOR_PATHS.app}
                submit="Set up an app"
                error={refusalOf(forms)}
              />
            </Panel>
          )
          : <OwnFactorPanels factor={factor} forms={forms} formats={formats} />}
      </>
    ),
  };
}

/** The refusal of a form that the page has, or had while there was a factor. */
function refusalOf(forms: Forms): string | undefined {
  const { app, codes, remove } = FACTOR_PATHS;
  return [app, codes, remove].map((path) => forms.of(path).error).find((one) => one !== undefined);
}

function OwnFactorPanels({ factor: { createdAt, codesLeft }, forms, formats }: {
  readonly factor: OwnFactor;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}) {
  const removal = forms.of(FACTOR_PATHS.remove);
  return (
    <>
      <Panel title="Authenticator app">
        <p>
          Set up <MomentText at={createdAt} formats={formats} />
        </p>
        <div class="actions">
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
          <ConfirmedAction
            open="Remove"
            title="Remove the second factor"
            consequences="Your password alone signs you in then. It takes a recovery code, so that no one at an open browser can do it."
            prefix="remove"
            action={FACTOR_PATHS.remove}
            submit="Remove"
            error={removal.error}
            fields={[codeField({ label: "Recovery code", ...removal.errorOf("code") })]}
          />
        </div>
      </Panel>
      <Panel title="Recovery codes">
        <p>{codesLeft} of {RECOVERY_CODES} are left. Each signs you in once without the app.</p>
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
      </Panel>
    </>
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
