import { AppError } from "../../../domain/errors.ts";
import { INVITATION_MS } from "../../../domain/people/invitation.ts";
import { invitationUrl, type WaitingInvitation } from "../../../service/people/invitations.ts";
import { sectionPath, withQuery } from "../links.ts";
import { invitationLinkBody, type ListedInvitation } from "./invitations.tsx";
import type { ShopForm } from "../forms/shop_form.ts";
import type { DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";
import { roleOf } from "./role_of.ts";

type InvitationServices = Pick<DashboardServices, "invitations">;

const LIST = "/shops/{shop}/people";
const ONE = "/shops/{shop}/people/invitations/{invitation}";

/** Forms of an owner's own invitations; those of others are not found. */
export function invitationForms(
  services: InvitationServices,
): readonly Pick<ShopForm, "id" | "isOnce" | "path" | "act">[] {
  const { invitations } = services;
  return [{
    id: "people.add",
    isOnce: true,
    path: `${LIST}/add`,
    async act(call, form) {
      const { shop, person, origin } = call;
      const request = { merchantId: shop.id, role: roleOf(form), name: form.get("name") ?? "" };
      const made = await invitations.invite(request, person);
      const { name, role } = made.invitation;
      const link = invitationUrl(origin, made);
      return page(call, invitationLinkBody({ shopId: shop.id, name, role, link }));
    },
  }, {
    id: "people.confirm",
    path: `${ONE}/confirm`,
    async act(call, form) {
      await invitations.confirm(await own(services, call), call.person, form.get("person") ?? "");
      return done(call, "confirmed");
    },
  }, {
    id: "people.withdraw",
    path: `${ONE}/withdraw`,
    async act(call) {
      await invitations.withdraw(await own(services, call), call.person);
      return done(call, "withdrawn");
    },
  }];
}

/** The invitations of the person who looks at the page. */
export async function listedInvitations(
  { invitations }: InvitationServices,
  { person, shop }: ShopCall,
): Promise<ListedInvitation[]> {
  return (await invitations.waiting(person, shop.id)).map(({ invitation, acceptedBy }) => ({
    id: invitation.id,
    name: invitation.name,
    role: invitation.role,
    expiresAt: (invitation.acceptance?.at ?? invitation.createdAt) + INVITATION_MS,
    acceptedBy,
  }));
}

async function own(
  { invitations }: InvitationServices,
  { person, shop, param }: ShopCall,
): Promise<WaitingInvitation> {
  const found = (await invitations.waiting(person, shop.id))
    .find(({ invitation }) => invitation.id === param("invitation"));
  if (found !== undefined) return found;
  throw new AppError("error.conflict", "This invitation has ended");
}

function done({ shop }: ShopCall, word: string): string {
  return withQuery(sectionPath(shop.id, "people"), { done: word });
}
