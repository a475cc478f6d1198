import { MAX_INVITATIONS } from "../../../domain/people/invitation.ts";
import { invitationToRow } from "../../../schema/stored/invitation.ts";
import { personSessionToRow, personToRow, signInLinkToRow } from "../../../schema/stored/person.ts";
import type { PersonId } from "../../../domain/ids.ts";
import { any, one, type Planners, type Refusals } from "./statement.ts";

/** People with access to the dashboard, their links and sign-ins. */
export const PEOPLE = {
  "person.add": ({ person }) => [
    one("person.add", personToRow(person), {
      onPrimaryKey: `Person's id is taken: ${person.id}`,
      onUnique: `Login is taken: ${person.login}`,
    }),
    ...person.shops.map(({ merchantId: merchant_id, role }) =>
      one("person.setShopRole", { person_id: person.id, merchant_id, role }, {
        onForeignKey: `Merchant of the role is not known: ${merchant_id}`,
      })
    ),
  ],

  "person.grant": ({ personId, merchantId: merchant_id, role }) => {
    const ends = [
      any("signInLink.deleteOf", { person_id: personId }),
      any("signIn.deleteLinked", { person_id: personId }),
      any("signInWait.deleteLinked", { person_id: personId }),
    ];
    if (merchant_id === null) {
      return [one("person.setRole", { id: personId, role }, unknown(personId)), ...ends];
    }
    const key = { person_id: personId, merchant_id };
    const set = role === null
      ? any("person.deleteShopRole", key)
      : one("person.setShopRole", { ...key, role }, {
        onForeignKey: `Person or merchant of the role is not known: ${personId}, ${merchant_id}`,
      });
    return [set, ...ends];
  },

  "person.password": ({ personId, hash, expect }) => [
    one("person.setPassword", { id: personId, password_hash: hash, expected: expect }, {
      onNoRow: `Person is not known, or has another password: ${personId}`,
    }),
  ],

  // Roles, links and sign-ins go with it.
  "person.remove": ({ personId, onlyIn }) => [
    one("person.delete", { id: personId, only_in: onlyIn }, {
      onNoRow: `Person is not known, or is of other shops too: ${personId}`,
    }),
  ],

  "signInLink.put": ({ link }) => [
    one("signInLink.put", signInLinkToRow(link), {
      onForeignKey: `Person of the link is not known: ${link.personId}`,
    }),
  ],

  "signInLink.remove": ({ personId }) => [any("signInLink.deleteOf", { person_id: personId })],

  "signInLink.take": ({ tokenHash }) => [
    one("signInLink.delete", { token_hash: tokenHash }, {
      onNoRow: "The link was used or replaced",
    }),
  ],

  "invitation.add": ({ invitation }) => [
    one("invitation.add", { ...invitationToRow(invitation), most: MAX_INVITATIONS }, {
      onNoRow: `${MAX_INVITATIONS} of your invitations to this shop wait: withdraw one first`,
      onForeignKey: `Shop or person of the invitation is not known: ${invitation.id}`,
    }),
  ],

  "invitation.accept": ({ tokenHash, personId, at, createdAfter }) => [
    one("invitation.accept", {
      token_hash: tokenHash,
      person_id: personId,
      at,
      created_after: createdAfter,
    }, {
      onNoRow: "The invitation was accepted, withdrawn or has expired",
      onForeignKey: `Person is not known: ${personId}`,
    }),
  ],

  "invitation.remove": ({ id, acceptedBy }) => [
    one("invitation.delete", { id, accepted_by: acceptedBy }, {
      onNoRow: `The invitation has changed: ${id}`,
    }),
  ],

  "invitation.lapse": ({ personId }) => [any("invitation.deleteOf", { accepted_by: personId })],

  "invitation.purge": ({ before }) => [any("invitations.purge", { before })],

  "signIn.add": ({ session, withFactor = false }) => [
    one("signIn.add", { ...personSessionToRow(session), with_factor: withFactor ? 1 : 0 }, {
      onNoRow: "The person has a second factor",
      onForeignKey: `Person of the sign-in is not known: ${session.personId}`,
    }),
  ],

  // No row if it was seen later or has ended.
  "signIn.seen": ({ tokenHash, at }) => [any("signIn.seen", { token_hash: tokenHash, at })],

  "signIn.confirm": ({ tokenHash, at }) => [any("signIn.confirm", { token_hash: tokenHash, at })],

  "signIn.remove": ({ tokenHash }) => [any("signIn.delete", { token_hash: tokenHash })],

  "signIn.removeAll": ({ personId }) => [
    any("signIn.deleteAll", { person_id: personId }),
    any("signInWait.deleteAll", { person_id: personId }),
  ],

  "signIn.purge": ({ createdBefore, seenBefore, linksBefore, waitsBefore, emailsBefore }) => [
    any("signIns.purge", { created_before: createdBefore, seen_before: seenBefore }),
    any("signInLinks.purge", { created_before: linksBefore }),
    any("signInWaits.purge", { created_before: waitsBefore }),
    any("emailLinks.purge", { created_before: emailsBefore }),
  ],
} satisfies Partial<Planners>;

function unknown(id: PersonId): Refusals {
  return { onNoRow: `Person is not known: ${id}` };
}
