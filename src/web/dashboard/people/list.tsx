import type { Role } from "../../../domain/people/role.ts";
import type { FormField } from "../forms/fields.tsx";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Badge, Banner, PageHead, Panel } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";
import { InvitationPanels, type InvitationsModel } from "./invitations.tsx";
import { roleField, roleText } from "../forms/role_field.ts";

/** A person with a role in the shop. */
export interface ListedPerson {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  /** True for a role in every shop, which the operator gives. */
  readonly isEverywhere: boolean;
  readonly hasPassword: boolean;
  readonly hasFactor: boolean;
  /** Verified address, masked for owners of only some of the person's shops; null for none. */
  readonly email: string | null;
  /** True for the person who looks at the page. */
  readonly isSelf: boolean;
  /** True if that person owns all shops of this one. */
  readonly isManaged: boolean;
  /** True if a link can be sent to the address. */
  readonly canMail: boolean;
  readonly createdAt: number;
}

/** The people of a shop. */
export interface PeopleModel extends InvitationsModel {
  readonly rows: readonly ListedPerson[];
  /** True if the shop requires a second factor. */
  readonly requiresFactor: boolean;
  /** Message of the change just made. */
  readonly done: string | undefined;
}

/** Sentences of what was done. */
const DONE: Readonly<Record<string, string>> = {
  confirmed: "The person has access to this shop now.",
  withdrawn: "The invitation is withdrawn.",
  changed: "The role is changed. It applies from the next page that the person loads.",
  sent: "A link is on its way to the person.",
  required: "People without a second factor set one up before they see the shop again.",
  optional: "A second factor is each person's choice now.",
  removed: "The person has no access to this shop any more.",
};

/** People with access to a shop, and the owner's invitations. */
export function peopleBody(
  { shopId, rows, invitations, requiresFactor, done, forms, formats }: PeopleModel,
): DashboardBody {
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
        <InvitationPanels
          shopId={shopId}
          invitations={invitations}
          forms={forms}
          formats={formats}
        />
        <FactorRule shopId={shopId} requiresFactor={requiresFactor} forms={forms} />
      </>
    ),
  };
}

function FactorRule(
  { shopId, requiresFactor, forms }: Pick<PeopleModel, "shopId" | "requiresFactor" | "forms">,
) {
  const action = pathWithin(shopId, "people", "factor");
  return (
    <Panel
      title="Second factor"
      note={requiresFactor
        ? "Required: who has none sets one up before they see the shop."
        : "Each person's choice."}
    >
      <ActionForm
        action={action}
        submit={requiresFactor ? "Require it no longer" : "Require it of all"}
        kind="quiet"
        error={forms.of(action).error}
        prefix="factor"
        fields={[{ kind: "hidden", name: "require", value: requiresFactor ? "no" : "yes" }]}
      />
    </Panel>
  );
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
    { title: "E-mail", cell: ({ email }) => email === null ? "none" : <bdi>{email}</bdi> },
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
      title: "Signs in by",
      cell: ({ hasPassword, hasFactor }) =>
        !hasPassword
          ? <Badge tone="warn">not yet</Badge>
          : hasFactor
          ? "password, code"
          : "password",
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

/** The way of a link to a person with an address. */
function wayField({ email }: ListedPerson): FormField {
  return {
    kind: "radio",
    name: "by",
    label: "Way",
    value: "mail",
    options: [
      { value: "mail", label: "By e-mail", hint: `To ${email}. You do not see the link.` },
      { value: "hand", label: "By hand", hint: "You get the link to send it." },
    ],
  };
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
                chooses a new password. It works once, for 15 minutes. Anyone who has it can sign in
                as {name}.
              </>
            }
            prefix={`link-${row.id}`}
            action={actionOf("link")}
            submit="Make link"
            kind="main"
            error={state("link").error}
            fields={row.canMail ? [wayField(row)] : []}
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
