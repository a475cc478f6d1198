import { isDeepStrictEqual } from "node:util";
import ipaddr from "ipaddr.js";
import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import type { MerchantId, PersonId } from "../../domain/ids.ts";
import {
  type MailFacts,
  type MailMatter,
  NEWS_ACTIONS,
  type PersonMailKind,
} from "../../domain/people/mail.ts";
import type { Person } from "../../domain/people/person.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import type { AuditFact } from "../../domain/trail/entry.ts";
import { audited } from "../audit.ts";
import type { Deps } from "../deps.ts";

type NewsDeps = Pick<Deps, "newId" | "now">;

/** News to the address of a person, for the commit of what happened; none without an address. */
export function newsTo(
  deps: NewsDeps,
  personId: PersonId,
  kind: PersonMailKind,
  facts: MailFacts,
): Change {
  return { kind: "mail.news", matter: matter(deps, kind, facts), personId };
}

/** The audit entry of a change, and the news of it: to the person, or to the owners of the shop. */
export function auditedWithNews(deps: NewsDeps, by: Subject, fact: AuditFact): Change[] {
  const kind = NEWS_ACTIONS.find((one) => one === fact.action);
  const entry = audited(deps, by, fact);
  if (kind === undefined) return [entry];
  const { merchantId, object } = fact;
  if (kind.startsWith("provider.")) {
    return [entry, newsToOwners(deps, { merchantId, kind, by, facts: {} })];
  }
  // A passkey is of the person who adds or removes it.
  const id = object.kind === "user" ? object.id : "id" in by ? by.id : null;
  return [entry, newsTo(deps, id as PersonId, kind, { by: subjectName(by) })];
}

/** News of a person who becomes an owner of a shop, to its other owners. */
export function ownerNews(
  deps: NewsDeps,
  { id, login }: Pick<Person, "id" | "login">,
  merchantId: MerchantId | null,
  by: Subject,
): Change {
  const news = { merchantId, kind: "owner", by, facts: { login } } as const;
  return newsToOwners(deps, { ...news, unlessPerson: id });
}

/** News of another account for money that no provider takes, or another payment page. */
export function payoutNews(
  deps: NewsDeps,
  { before, after }: { readonly before: Merchant | null; readonly after: Merchant },
  by: Subject,
): Change[] {
  if (before === null || isDeepStrictEqual(payoutOf(before), payoutOf(after))) return [];
  return [newsToOwners(deps, { merchantId: after.id, kind: "payout", by, facts: {} })];
}

/** Notes where a person signs in; a network that is new for them is news. */
export function placeOfSignIn(deps: NewsDeps, personId: PersonId, address: string): Change[] {
  const place = networkOf(address);
  return [
    {
      kind: "mail.news",
      matter: matter(deps, "sign-in", { address }),
      personId,
      unlessPlace: place,
    },
    { kind: "place.put", personId, place, at: deps.now() },
  ];
}

/** The network of an address: of IPv4 its /24, of IPv6 its /48. */
export function networkOf(text: string): string {
  const [address = ""] = text.split("/");
  if (!ipaddr.isValid(address)) return text;
  const one = ipaddr.process(address);
  const network = one.kind() === "ipv4"
    ? ipaddr.IPv4.networkAddressFromCIDR(`${one}/24`)
    : ipaddr.IPv6.networkAddressFromCIDR(`${one}/48`);
  return `${network}/${one.kind() === "ipv4" ? 24 : 48}`;
}

function payoutOf({ checkout: { manual, paymentUrl } }: Merchant) {
  return { instructions: manual?.instructions, upi: manual?.upi, paymentUrl };
}

function newsToOwners(
  deps: NewsDeps,
  { merchantId, kind, by, facts, unlessPerson = null }: {
    readonly merchantId: MerchantId | null;
    readonly kind: PersonMailKind;
    readonly by: Subject;
    readonly facts: MailFacts;
    readonly unlessPerson?: PersonId | null;
  },
): Change {
  // Its name is read when the mail is sent.
  const shop: MailFacts = merchantId === null ? {} : { shop: merchantId };
  const all = { ...facts, ...shop, by: subjectName(by) };
  return { kind: "mail.owners", matter: matter(deps, kind, all), merchantId, unlessPerson };
}

function matter({ newId, now }: NewsDeps, kind: PersonMailKind, facts: MailFacts): MailMatter {
  return { id: newId(), kind, facts, at: now() };
}

/** The name of who did something, for news: a login, or `the operator`. */
export function subjectName({ kind, label }: Subject): string {
  return kind === "person" ? label : "the operator";
}
