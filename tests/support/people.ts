/** People with access to the dashboard. */
import type { PersonId } from "../../src/domain/ids.ts";
import type { Invitation } from "../../src/domain/people/invitation.ts";
import type { EmailLink } from "../../src/domain/people/email.ts";
import type { PersonMail } from "../../src/domain/people/mail.ts";
import type { Person } from "../../src/domain/people/person.ts";
import type { PersonSession, SignInLink } from "../../src/domain/people/sign_in.ts";
import type { Visit } from "../../src/service/people/passwords.ts";
import { aMerchant, NOW, uuid } from "./builders.ts";

/** A request from an address, without a limit of time. */
export function aVisit(address: string): Visit {
  return { address, apart: (work) => work };
}

const ANNA = uuid<PersonId>(90);

/** A person with a password and without a role. */
export function aPerson(over: Partial<Person> = {}): Person {
  return {
    id: ANNA,
    login: "anna",
    name: "Anna Rao",
    everywhere: null,
    shops: [],
    passwordHash: "scrypt$4$8$1$AAAA$AAAA",
    hasFactor: false,
    email: null,
    createdAt: NOW,
    ...over,
  };
}

/** A new link for {@link aPerson}. */
export function aSignInLink(over: Partial<SignInLink> = {}): SignInLink {
  return { personId: ANNA, tokenHash: "a".repeat(64), createdAt: NOW, ...over };
}

/** An invitation of {@link aPerson} that nobody has accepted. */
export function anInvitation(over: Partial<Invitation> = {}): Invitation {
  return {
    id: uuid(95),
    merchantId: aMerchant().id,
    invitedBy: ANNA,
    role: "staff",
    name: "Ben",
    tokenHash: "9".repeat(64),
    createdAt: NOW,
    acceptance: null,
    ...over,
  };
}

/** A new sign-in of {@link aPerson}. */
export function aPersonSession(over: Partial<PersonSession> = {}): PersonSession {
  return {
    tokenHash: "b".repeat(64),
    personId: ANNA,
    method: "password",
    createdAt: NOW,
    lastSeenAt: NOW,
    confirmedAt: NOW,
    address: "192.0.2.1",
    ...over,
  };
}

/** A new link for an address of {@link aPerson}. */
export function anEmailLink(over: Partial<EmailLink> = {}): EmailLink {
  return {
    personId: ANNA,
    address: "anna@hill.example",
    tokenHash: "e".repeat(64),
    createdAt: NOW,
    ...over,
  };
}

/** News to {@link aPerson}, not tried yet. */
export function aPersonMail(over: Partial<PersonMail> = {}): PersonMail {
  return {
    id: uuid(97),
    personId: ANNA,
    address: "anna@hill.example",
    kind: "email",
    facts: {},
    at: NOW,
    tries: 0,
    dueAt: NOW,
    ...over,
  };
}
