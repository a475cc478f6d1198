/** Sample forms of the dashboard: every kind of field, entered, refused and confirmed. */
import { ActionForm, ConfirmedAction } from "../../../src/web/dashboard/forms/form.tsx";
import { dashboardPage } from "../../../src/web/dashboard/frame.tsx";
import { Badge, CopyText, PageHead, Panel } from "../../../src/web/dashboard/parts/panel.tsx";
import { HOSTILE, samplePage as page } from "./sample_frame.tsx";

/** A form with every kind of field, some refused. */
export function sampleForm(): string {
  return page(
    "keys",
    "New API key",
    <>
      <PageHead title="New API key" back={{ href: "/keys", label: "API keys" }} />
      <Panel title="Key">
        <ActionForm
          action="/keys"
          submit="Create key"
          cancel="/keys"
          error="A shop can have at most 100 keys: revoke one first"
          fields={[
            {
              kind: "text",
              name: "name",
              label: "Name",
              value: HOSTILE,
              error: "Name must have at most 100 characters",
            },
            { kind: "number", name: "limit", label: "Requests a minute", hint: "100 if empty" },
            { kind: "date", name: "expires", label: "Expires" },
            { kind: "secret", name: "key", label: "Key of a provider", value: "SecretOfForm" },
            {
              kind: "checks",
              name: "scopes",
              label: "Scopes",
              values: ["sessions:read"],
              options: [
                { value: "sessions:read", label: "sessions:read", hint: "Reads sessions" },
                { value: "sessions:write", label: "sessions:write", hint: "Changes sessions" },
              ],
            },
            {
              kind: "radio",
              name: "mode",
              label: "Mode",
              value: "live",
              options: [{ value: "live", label: "Live" }, { value: "test", label: "Test" }],
            },
            { kind: "check", name: "notify", label: "Send a message to the owners" },
            { kind: "textarea", name: "note", label: "Note", value: HOSTILE },
            { kind: "file", name: "file", label: "File", accept: ".json" },
            { kind: "hidden", name: "version", value: HOSTILE },
          ]}
        />
      </Panel>
      <Panel title="Secret">
        <CopyText label="Shown only now" text="ck_live_2hd8s7f6g5h4j3k2l1m0n9b8v7c6x5z4a3s2" />
      </Panel>
    </>,
  );
}

/** A page before the sign-in. */
export function sampleSignIn(): string {
  return dashboardPage({ person: null, shop: null, shops: [], sections: [] }, {
    title: "Sign in",
    children: (
      <>
        <PageHead title="Sign in" note="Ask an owner for a link if you have no password" />
        <Panel>
          <ActionForm
            action="/sign-in"
            submit="Sign in"
            fields={[
              { kind: "text", name: "login", label: "Account", autocomplete: "username" },
              {
                kind: "password",
                name: "password",
                label: "Password",
                autocomplete: "current-password",
                error: "Account or password is wrong",
              },
            ]}
          />
        </Panel>
      </>
    ),
  });
}

/** Badges, and a form that was refused. */
export function sampleRefused(): string {
  return page(
    "health",
    "Refused",
    <>
      <PageHead title="Refused" />
      <Panel title="Badges" note="Every tone">
        <p>
          <Badge>plain</Badge> <Badge tone="good">good</Badge> <Badge tone="warn">warn</Badge>{" "}
          <Badge tone="bad">bad</Badge>
        </p>
      </Panel>
      <ConfirmedAction
        prefix="refused"
        open="Resolve"
        action="/resolve"
        submit="Resolve"
        consequences="The payment leaves the list."
        fields={[{ kind: "text", name: "note", label: "Note", error: "Note must not be empty" }]}
      />
    </>,
  );
}
