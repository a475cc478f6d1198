import { MAX_PERSON_NAME } from "../../../domain/people/person.ts";
import type { Role } from "../../../domain/people/role.ts";
import type { Forms } from "../forms/form_state.ts";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Badge, Banner, CopyText, LinkButton, PageHead, Panel } from "../parts/panel.tsx";
import { ListTable } from "../parts/table.tsx";
import { roleField, roleText } from "../forms/role_field.ts";

/** An invitation of the owner who looks at the page. */
export interface ListedInvitation {
  readonly id: string;
  /** The owner's note on who is meant; may be empty. */
  readonly name: string;
  readonly role: Role;
  readonly expiresAt: number;
  /** Null until it is accepted. */
  readonly acceptedBy:
    | { readonly id: string; readonly login: string; readonly name: string }
    | null;
}

/** The invitations of an owner, and the form that makes one. */
export interface InvitationsModel {
  readonly shopId: string;
  readonly invitations: readonly ListedInvitation[];
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}

/** Invitations that wait, and the form that makes one. */
export function InvitationPanels(model: InvitationsModel) {
  const { shopId, invitations, forms, formats } = model;
  return (
    <>
      {invitations.length === 0
        ? ""
        : (
          <Panel title="Your invitations" note="Only you see them, and only you can confirm them.">
            <ListTable
              caption="Your invitations"
              rows={invitations}
              empty=""
              columns={[
                { title: "For", kind: "main", cell: ({ name }) => <bdi>{name || "No name"}</bdi> },
                { title: "Role", cell: ({ role }) => <Badge>{roleText(role)}</Badge> },
                { title: "Accepted by", kind: "text", cell: AcceptedBy },
                {
                  title: "Ends",
                  cell: ({ expiresAt }) => <MomentText at={expiresAt} formats={formats} />,
                },
                {
                  title: "Actions",
                  kind: "actions",
                  cell: (row) => <Actions row={row} shopId={shopId} forms={forms} />,
                },
              ]}
            />
          </Panel>
        )}
      <Panel
        title="Add a person"
        note="You get a link to send. The person who opens it signs in or makes an account; the role begins when you confirm their login here."
      >
        <AddForm shopId={shopId} forms={forms} />
      </Panel>
    </>
  );
}

function AcceptedBy({ acceptedBy }: ListedInvitation) {
  if (acceptedBy === null) return <Badge>not yet</Badge>;
  const { login, name } = acceptedBy;
  return (
    <>
      <strong>
        <bdi>{login}</bdi>
      </strong>
      {name === login ? "" : (
        <>
          {" "}
          (<bdi>{name}</bdi>)
        </>
      )}
    </>
  );
}

function Actions({ row, shopId, forms }: Pick<InvitationsModel, "shopId" | "forms"> & {
  readonly row: ListedInvitation;
}) {
  const { id, acceptedBy, role } = row;
  const actionOf = (verb: string) => pathWithin(shopId, "people", "invitations", id, verb);
  const errorOf = (verb: string) => forms.of(actionOf(verb)).error;
  return (
    <>
      {acceptedBy === null ? "" : (
        <ConfirmedAction
          open="Confirm"
          title="Confirm the login"
          consequences={
            <>
              <bdi>{acceptedBy.login}</bdi> gets the role{" "}
              {roleText(role)}. Ask the person you invited for their login first: anyone who opens
              the link can accept.
            </>
          }
          prefix={`confirm-${id}`}
          action={actionOf("confirm")}
          submit="Give access"
          kind="main"
          error={errorOf("confirm")}
          fields={[{ kind: "hidden", name: "person", value: acceptedBy.id }]}
        />
      )}
      <ConfirmedAction
        open={acceptedBy === null ? "Withdraw" : "Decline"}
        title="Withdraw the invitation"
        consequences="Its link stops working and gives no access."
        prefix={`withdraw-${id}`}
        action={actionOf("withdraw")}
        submit="Withdraw"
        error={errorOf("withdraw")}
      />
    </>
  );
}

function AddForm({ shopId, forms }: Pick<InvitationsModel, "shopId" | "forms">) {
  const action = pathWithin(shopId, "people", "add");
  const entered = forms.of(action);
  return (
    <ActionForm
      action={action}
      submit="Make an invitation"
      error={entered.error}
      prefix="add"
      fields={[
        {
          kind: "text",
          name: "name",
          label: "For",
          hint: "A note for yourself; the person chooses their own login and name.",
          autocomplete: "off",
          maxlength: MAX_PERSON_NAME,
          ...entered.field("name"),
        },
        roleField(entered, "viewer"),
      ]}
    />
  );
}

/** A new invitation, whose link no later page shows. */
export function invitationLinkBody({ shopId, name, role, link }: {
  readonly shopId: string;
  readonly name: string;
  readonly role: Role;
  readonly link: string;
}): DashboardBody {
  const back = sectionPath(shopId, "people");
  return {
    title: "Invitation",
    section: "people",
    children: (
      <>
        <PageHead title="Invitation" back={{ href: back, label: "People" }} />
        <Banner tone="warn">
          Send the link privately to one person. It works once, for 7 days, and no other page shows
          it. When they have accepted, confirm their login on the People page.
        </Banner>
        <Panel title={name === "" ? roleText(role) : `For ${name}, ${roleText(role)}`}>
          <CopyText label="Link" text={link} />
          <div class="actions">
            <LinkButton href={back}>Done</LinkButton>
          </div>
        </Panel>
      </>
    ),
  };
}
