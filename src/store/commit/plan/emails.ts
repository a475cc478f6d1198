import { PLACE_KNOWN_MS } from "../../../domain/people/email.ts";
import {
  emailLinkToRow,
  mailMatterToRow,
  personEmailToRow,
  personMailToRow,
} from "../../../schema/stored/email.ts";
import { any, one, type Planners } from "./statement.ts";

/** E-mail addresses of people, and mails to them. */
export const EMAILS = {
  "email.put": ({ email }) => [
    one("email.put", personEmailToRow(email), {
      onForeignKey: `Person of the e-mail is not known: ${email.personId}`,
    }),
  ],

  "email.remove": ({ personId }) => [
    any("email.delete", { person_id: personId }),
    any("emailLink.deleteOf", { person_id: personId }),
  ],

  "emailLink.put": ({ link }) => [
    one("emailLink.put", emailLinkToRow(link), {
      onForeignKey: `Person of the link is not known: ${link.personId}`,
    }),
  ],

  "emailLink.renew": ({ link }) => [
    one("emailLink.renew", emailLinkToRow(link), {
      onNoRow: "The person has verified or given up this address",
    }),
  ],

  "emailLink.take": ({ tokenHash }) => [
    one("emailLink.delete", { token_hash: tokenHash }, {
      onNoRow: "The link was used or replaced",
    }),
  ],

  "mail.add": ({ mail }) => [
    one("mail.add", personMailToRow(mail), {
      onForeignKey: `Person of the mail is not known: ${mail.personId}`,
    }),
  ],

  "mail.link": ({ mail, createdAfter }) => [
    one("mail.link", { ...personMailToRow(mail), created_after: createdAfter }, {
      onNoRow: "A link is on its way already",
      onForeignKey: `Person of the mail is not known: ${mail.personId}`,
    }),
  ],

  "mail.news": ({ matter, personId, unlessPlace = null }) => [
    any("mail.news", {
      ...mailMatterToRow(matter),
      person_id: personId,
      unless_place: unlessPlace,
      tries: 0,
      due_at: matter.at,
    }),
  ],

  "mail.owners": ({ matter, merchantId, unlessPerson }) => [
    any("mail.owners", {
      ...mailMatterToRow(matter),
      merchant_id: merchantId,
      unless_person: unlessPerson,
    }),
  ],

  "place.put": ({ personId, place, at }) => [
    any("places.purge", { person_id: personId, seen_before: at - PLACE_KNOWN_MS }),
    any("place.put", { person_id: personId, network: place, last_seen_at: at }),
  ],

  "mail.take": ({ mail: { id, personId, tries }, dueAt }) => [
    one("mail.take", { id, person_id: personId, tries, due_at: dueAt }, {
      onNoRow: "Another process sends this mail",
    }),
  ],

  "mail.remove": ({ mail: { id, personId } }) => [
    any("mail.delete", { id, person_id: personId }),
  ],
} satisfies Partial<Planners>;
