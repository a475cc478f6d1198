import { z } from "zod";
import type { EmailLink, PersonEmail } from "../../domain/people/email.ts";
import { type MailMatter, PERSON_MAIL_KINDS, type PersonMail } from "../../domain/people/mail.ts";
import type { Form } from "../form.ts";
import { count, parseJsonColumn, parseRow, personId, sha256, storedUuid } from "./parse.ts";

const emailSchema = z.object({ person_id: personId, address: z.string(), verified_at: count });

/**
 * Reads an e-mail address from a row of `person_emails`.
 *
 * @throws {RowError} when the row does not parse
 */
export function personEmailFromRow(row: unknown): PersonEmail {
  const { person_id, address, verified_at } = parseRow(emailSchema, row, {
    table: "person_emails",
    keyColumns: ["person_id"],
  });
  return { personId: person_id, address, verifiedAt: verified_at };
}

/** The columns of `person_emails`. */
export function personEmailToRow(email: PersonEmail): Form<typeof emailSchema> {
  return { person_id: email.personId, address: email.address, verified_at: email.verifiedAt };
}

const linkSchema = z.object({
  person_id: personId,
  address: z.string(),
  token_hash: sha256,
  created_at: count,
});

/**
 * Reads a link from a row of `email_links`.
 *
 * @throws {RowError} when the row does not parse
 */
export function emailLinkFromRow(row: unknown): EmailLink {
  const { person_id, address, token_hash, created_at } = parseRow(linkSchema, row, {
    table: "email_links",
    keyColumns: ["person_id"],
  });
  return { personId: person_id, address, tokenHash: token_hash, createdAt: created_at };
}

/** The columns of `email_links`. */
export function emailLinkToRow(link: EmailLink): Form<typeof linkSchema> {
  return {
    person_id: link.personId,
    address: link.address,
    token_hash: link.tokenHash,
    created_at: link.createdAt,
  };
}

const matterSchema = z.object({
  id: storedUuid,
  kind: z.enum(PERSON_MAIL_KINDS),
  facts: z.string(),
  created_at: count,
});
const mailSchema = matterSchema.extend({
  person_id: personId,
  address: z.string(),
  tries: count,
  due_at: count,
});
const factsSchema = z.record(z.string(), z.string());

/**
 * Reads a mail from a row of `person_mails`.
 *
 * @throws {RowError} when the row does not parse
 */
export function personMailFromRow(row: unknown): PersonMail {
  const mail = parseRow(mailSchema, row, {
    table: "person_mails",
    keyColumns: ["id", "person_id"],
  });
  return {
    id: mail.id,
    personId: mail.person_id,
    address: mail.address,
    kind: mail.kind,
    facts: parseJsonColumn(factsSchema, mail.facts, {
      table: "person_mails",
      key: mail.id,
      name: "facts",
    }),
    at: mail.created_at,
    tries: mail.tries,
    dueAt: mail.due_at,
  };
}

/** The columns of `person_mails` that are the same for all who get a mail. */
export function mailMatterToRow(matter: MailMatter): Form<typeof matterSchema> {
  return {
    id: matter.id,
    kind: matter.kind,
    facts: JSON.stringify(matter.facts),
    created_at: matter.at,
  };
}

/** The columns of `person_mails`. */
export function personMailToRow(mail: PersonMail): Form<typeof mailSchema> {
  return {
    ...mailMatterToRow(mail),
    person_id: mail.personId,
    address: mail.address,
    tries: mail.tries,
    due_at: mail.dueAt,
  };
}
