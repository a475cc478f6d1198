import type { SettingForm, SettingsPage } from "../../../things/setting.ts";
import { SETTINGS_PAGES } from "../../../things/settings/pages.ts";
import { MESSAGES_PAGE } from "../../../things/settings/messages.ts";
import type { FormField } from "../forms/fields.tsx";
import { ActionForm } from "../forms/form.tsx";
import type { FormState } from "../forms/form_state.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { Banner, LinkButton, PageHead, Panel } from "../parts/panel.tsx";
import { type Fact, Facts } from "../parts/facts.tsx";
import { ListTable } from "../parts/table.tsx";

/** A form as its page shows it. */
export interface ShownForm {
  readonly form: SettingForm;
  readonly action: string;
  readonly entered: FormState;
  /** Settings that cannot change. */
  readonly fixed: readonly Fact[];
  readonly fields: readonly FormField[];
}

/** The list of the pages of settings. */
export function settingsBody(shopId: string): DashboardBody {
  return {
    title: "Settings",
    section: "settings",
    children: (
      <>
        <PageHead title="Settings" />
        <ListTable
          caption="Settings"
          rows={[...SETTINGS_PAGES, MESSAGES_PAGE]}
          empty=""
          columns={[
            {
              title: "Page",
              kind: "main",
              cell: ({ name, title }) => <a href={pathWithin(shopId, "settings", name)}>{title}</a>,
            },
            { title: "What it sets", cell: ({ note }) => note },
          ]}
        />
      </>
    ),
  };
}

/** A page of settings: a panel for each form. */
export function settingsPageBody(
  shopId: string,
  { page, forms, saved }: {
    readonly page: SettingsPage;
    readonly forms: readonly ShownForm[];
    /** Title of the form that was saved just now. */
    readonly saved: string | undefined;
  },
): DashboardBody {
  const back = { href: sectionPath(shopId, "settings"), label: "Settings" };
  return {
    title: page.title,
    section: "settings",
    children: (
      <>
        <PageHead title={page.title} back={back}>
          {page.hasProviders !== true
            ? undefined
            : <LinkButton href={sectionPath(shopId, "providers")}>Payment providers</LinkButton>}
        </PageHead>
        {saved === undefined ? "" : (
          <Banner tone="good">
            Saved: {saved}. Open carts get changes with their next step.
          </Banner>
        )}
        {forms.map(({ form, action, entered, fixed, fields }) => (
          <Panel
            {...form.title !== page.title && { title: form.title }}
            note={form.note}
            id={form.name}
          >
            {fixed.length === 0 ? "" : <Facts facts={fixed} />}
            <ActionForm
              action={action}
              submit="Save"
              error={entered.error}
              fields={fields}
              prefix={form.name}
            />
          </Panel>
        ))}
      </>
    ),
  };
}
