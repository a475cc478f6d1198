import type { Role } from "../../../domain/people/role.ts";
import type { FieldOption } from "../fields.tsx";
import type { Forms, FormState } from "../form_state.ts";
import { ActionForm, ConfirmedAction } from "../form.tsx";
import type { DashboardFormats } from "../format.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { MomentText } from "../moment_text.tsx";
import { Badge, Banner, PageHead, Panel } from "../panel.tsx";
import { type ListColumn, ListTable } from "../table.tsx";

/** A person with a role in the shop. */
export interface ListedPerson {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  /** True for a role in every shop, which the operator gives. */
  readonly isEverywhere: boolean;
  readonly hasPassword: boolean;
  /** True for the person who looks at the page. */
  readonly isSelf: boolean;
  /** True if that person owns all shops of this one. */
  readonly isManaged: boolean;
  readonly createdAt: number;
}

/** The people of a shop. */
export interface PeopleModel {
  readonly shopId: string;
  readonly rows: readonly ListedPerson[];
  /** Message of the change just made. */
  readonly done: string | undefined;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}

/** Sentences of what was done. */
const DONE: Readonly<Record<string, string>> = {
  granted: "The person has access to this shop now, and signs in with the password they have.",
  changed: "The role is changed. It applies from the next page that the person loads.",
  removed: "The person has no access to this shop any more.",
};

const ROLE_OPTIONS = [
  {
    value: "viewer",
    label: "Viewer",
    hint: "Sees all but people and the audit log, changes nothing",
  },
  {
    value: "staff",
    label: "Staff",
    hint: "Also acts on sessions, orders, payments and deliveries",
  },
  {
    value: "owner",
    label: "Owner",
    hint: "Also changes products, coupons, customers, keys, webhooks, and who has access",
  },
] as const satisfies readonly (FieldOption & { readonly value: Role })[];

/** Name of a role. */
export function roleText(role: Role): string {
  return ROLE_OPTIONS.find(({ value }) => value === role)?.label ?? role;
}

/** People with access to a shop, and the form that adds one. */
export function peopleBody({ shopId, rows, done, forms, formats }: PeopleModel): DashboardBody {
  const sentence = done === undefined ? undefined : DONE[done];
  return {
    title: "People",
    section: "people",
    children: (
      <>
        <PageHead
          title="People"
          note={`Who has access to this shop. Times in ${formats.timeZone}`}
        />
        {sentence === undefined ? "" : <Banner tone="good">{sentence}</Banner>}
        <ListTable
          caption="People"
          rows={rows}
          columns={columnsOf({ shopId, forms, formats })}
          empty="No people yet."
        />
        <Panel
          title="Add a person"
          note="A new person gets a link from you, chooses a password with it, and signs in."
        >
          <AddForm shopId={shopId} forms={forms} />
        </Panel>
      </>
    ),
  };
}

function AddForm({ shopId, forms }: Pick<PeopleModel, "shopId" | "forms">) {
  const action = pathWithin(shopId, "people", "add");
  const entered = forms.of(action);
  return (
    <ActionForm
      action={action}
      submit="Add person"
      error={entered.error}
      prefix="add"
      fields={[
        {
          kind: "text",
          name: "login",
          label: "Login",
          hint: "An e-mail address or a short name; it cannot be changed.",
          autocomplete: "off",
          isRequired: true,
          maxlength: 64,
          ...entered.field("login"),
        },
        {
          kind: "text",
          name: "name",
          label: "Name",
          autocomplete: "off",
          maxlength: 100,
          ...entered.field("name"),
        },
        roleField(entered, "viewer"),
      ]}
    />
  );
}

function roleField(entered: FormState, role: Role) {
  return {
    kind: "radio",
    name: "role",
    label: "Role",
    options: ROLE_OPTIONS,
    ...entered.field("role", role),
  } as const;
}

function columnsOf(
  model: Pick<PeopleModel, "shopId" | "forms" | "formats">,
): ListColumn<ListedPerson>[] {
  return [
    {
      title: "Person",
      kind: "main",
      cell: ({ name, isSelf }) => (
        <>
          <bdi>{name}</bdi>
          {isSelf ? " (you)" : ""}
        </>
      ),
    },
    { title: "Login", cell: ({ login }) => <bdi>{login}</bdi> },
    {
      title: "Role",
      cell: ({ role, isEverywhere }) => (
        <span>
          <Badge>{roleText(role)}</Badge>
          {isEverywhere ? " of all shops" : ""}
        </span>
      ),
    },
    {
      title: "Password",
      cell: ({ hasPassword }) => hasPassword ? "chosen" : <Badge tone="warn">not chosen yet</Badge>,
    },
    {
      title: "Added",
      cell: ({ createdAt }) => <MomentText at={createdAt} formats={model.formats} />,
    },
    {
      title: "Actions",
      kind: "actions",
      cell: (row) => row.isSelf || row.isEverywhere ? "" : <Actions row={row} {...model} />,
    },
  ];
}

function Actions({ row, shopId, forms }: Pick<PeopleModel, "shopId" | "forms"> & {
  readonly row: ListedPerson;
}) {
  const actionOf = (verb: string) => pathWithin(shopId, "people", row.id, verb);
  const state = (verb: string) => forms.of(actionOf(verb));
  const name = <bdi>{row.name}</bdi>;
  return (
    <>
      <ConfirmedAction
        open="Role"
        title="Change the role"
        consequences={<>The new role of {name} applies from the next page that they load.</>}
        prefix={`role-${row.id}`}
        action={actionOf("role")}
        submit="Change role"
        kind="main"
        error={state("role").error}
        fields={[roleField(state("role"), row.role)]}
      />
      {row.isManaged
        ? (
          <ConfirmedAction
            open="Link"
            title="Make a sign-in link"
            consequences={
              <>
                With the link {name}{" "}
                chooses a new password. It works once, for 15 minutes. Who has it can sign in as
                {" "}
                {name}.
              </>
            }
            prefix={`link-${row.id}`}
            action={actionOf("link")}
            submit="Make link"
            kind="main"
            error={state("link").error}
          />
        )
        : ""}
      <ConfirmedAction
        open="Remove"
        title="Remove from this shop"
        consequences={<>{name} loses access to this shop at once.</>}
        prefix={`remove-${row.id}`}
        action={actionOf("remove")}
        submit="Remove"
        error={state("remove").error}
      />
    </>
  );
}
