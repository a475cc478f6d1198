import { AppError } from "../../../domain/errors.ts";
import { parsePersonId } from "../../../domain/ids.ts";
import type { Person } from "../../../domain/people/person.ts";
import { maskedEmail } from "../../../domain/people/email.ts";
import { manages, roleIn } from "../../../domain/people/role.ts";
import { type NewSignInLink, signInUrl } from "../../../service/people/people.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { sectionPath, withQuery } from "../links.ts";
import { type ListedPerson, peopleBody } from "./list.tsx";
import { signInLinkBody } from "./sign_in_link.tsx";
import type { FileReply } from "../../reply.ts";
import { type ShopForm, shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";
import { invitationForms, listedInvitations } from "./invitation_forms.ts";
import { roleOf } from "./role_of.ts";

type PeopleServices = Pick<
  DashboardServices,
  "people" | "invitations" | "merchants" | "linkMails"
>;

const LIST = "/shops/{shop}/people";
const ONE = "/shops/{shop}/people/{person}";

/** People with a role in a shop. A role in every shop is the operator's to give. */
export function peoplePages(services: PeopleServices): DashboardPage[] {
  const show = peoplePage(services);
  const place = { needs: "people:write", show, back: listPath } as const;
  const forms: readonly Omit<ShopForm, keyof typeof place>[] = [
    ...invitationForms(services),
    { id: "people.role", path: `${ONE}/role`, act: changeRole(services) },
    { id: "people.link", isOnce: true, path: `${ONE}/link`, act: makeLink(services) },
    { id: "people.factor", path: `${LIST}/factor`, act: requireFactor(services) },
    { id: "people.remove", path: `${ONE}/remove`, act: removePerson(services) },
  ];
  return [
    {
      id: "people",
      method: "GET",
      path: LIST,
      needs: "people:write",
      handle: (call) => show(call, new Forms()),
    },
    ...forms.flatMap((form) => shopForm({ ...form, ...place })),
  ];
}

function peoplePage(services: PeopleServices): ShowShopPage {
  return async (call, forms, shown) => {
    const { shop, query } = call;
    const people = await services.people.of(shop.id);
    const rows = await Promise.all(people.map(async (person) => ({
      ...listed(person, call),
      canMail: await services.linkMails.canSend(person),
    })));
    const formats = dashboardFormats(shop);
    const done = query.get("done") ?? undefined;
    const invitations = await listedInvitations(services, call);
    const body = peopleBody({
      shopId: shop.id,
      requiresFactor: shop.requiresFactor,
      rows,
      invitations,
      done,
      forms,
      formats,
    });
    return page(call, body, shown);
  };
}

function listed(one: Person, { shop, person }: ShopCall): Omit<ListedPerson, "canMail"> {
  const isManaged = manages(person, one);
  const isSelf = one.id === person.id;
  return {
    id: one.id,
    login: one.login,
    name: one.name,
    role: roleIn(one, shop.id) ?? "viewer",
    isEverywhere: one.everywhere !== null,
    hasFactor: one.hasFactor,
    hasPassword: one.passwordHash !== null,
    email: one.email === null || isSelf || isManaged ? one.email : maskedEmail(one.email),
    isSelf,
    isManaged,
    createdAt: one.createdAt,
  };
}

function changeRole({ people }: Pick<PeopleServices, "people">): ShopForm["act"] {
  return async (call, form) => {
    const role = roleOf(form);
    const person = await changeable({ people }, call);
    await people.grant(person, [{ merchantId: call.shop.id, role }], call.by);
    return done(call, "changed");
  };
}

/** Sends a link to the person, or shows it to be handed over. */
function makeLink(
  { people, linkMails }: Pick<PeopleServices, "people" | "linkMails">,
): ShopForm["act"] {
  return async (call, form) => {
    if (form.get("by") === "mail") {
      await linkMails.send(await managed({ people }, call), call.by);
      return done(call, "sent");
    }
    const made = await people.makeLink(await managed({ people }, call), call.by);
    // A role in another shop that was given meanwhile did not end this link: nobody gets to see it.
    await managed({ people }, call);
    return linkPage(call, made);
  };
}

/** The person of the path, all of whose shops are the caller's. */
async function managed(services: Pick<PeopleServices, "people">, call: ShopCall): Promise<Person> {
  const person = await changeable(services, call);
  if (manages(call.person, person)) return person;
  throw refused("This person has roles in other shops too: the operator makes the link");
}

/** Takes the role in this shop. */
function removePerson({ people }: Pick<PeopleServices, "people">): ShopForm["act"] {
  return async (call) => {
    const person = await changeable({ people }, call);
    await people.removeFrom(call.shop.id, person, call.by);
    return done(call, "removed");
  };
}

/** The person of the path, whose role in this shop may be changed here. */
async function changeable(
  { people }: Pick<PeopleServices, "people">,
  call: ShopCall,
): Promise<Person> {
  const id = parsePersonId(call.param("person"));
  const found = (await people.of(call.shop.id)).find((one) => one.id === id);
  if (found === undefined) {
    throw new AppError("error.person-not-found", "This person has no role in this shop any more");
  }
  if (found.id === call.person.id) throw refused("You cannot change your own access");
  if (found.everywhere !== null) {
    throw refused("This role is for all shops: the operator changes it with checkoutctl");
  }
  return found;
}

/** Requires a second factor of all people of the shop, or no longer. */
function requireFactor({ merchants }: Pick<PeopleServices, "merchants">): ShopForm["act"] {
  return async (call, form) => {
    const requiresFactor = form.get("require") === "yes";
    if (requiresFactor && !call.person.hasFactor) {
      throw refused("Set up a second factor of your own first, behind your name");
    }
    await merchants.update(call.shop.id, (shop) => ({ ...shop, requiresFactor }), call.by);
    return done(call, requiresFactor ? "required" : "optional");
  };
}

/** The page with a new link, which is shown once. */
function linkPage(call: ShopCall, made: NewSignInLink): FileReply {
  const link = signInUrl(call.origin, made);
  return page(call, signInLinkBody({ shopId: call.shop.id, login: made.person.login, link }));
}

function listPath({ shop }: ShopCall): string {
  return sectionPath(shop.id, "people");
}

function done(call: ShopCall, word: string): string {
  return withQuery(listPath(call), { done: word });
}

function refused(message: string): AppError {
  return new AppError("error.conflict", message);
}
