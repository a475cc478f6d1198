import type { Change } from "../../domain/changes.ts";
import { AppError, got, invalid } from "../../domain/errors.ts";
import { type EmailLink, isEmailLinkUsable, maskedEmail } from "../../domain/people/email.ts";
import { type Person, subjectOf } from "../../domain/people/person.ts";
import { soleShop } from "../../domain/people/role.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { auditedPerson } from "../../domain/trail/person.ts";
import { composeToken, hashToken, TOKEN_BYTES } from "../../domain/values/token.ts";
import { audited } from "../audit.ts";
import { isMailAddress } from "../channels/mail_settings.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";
import type { MailRoutes } from "./mail_routes.ts";
import { networkOf, newsTo } from "./news.ts";
import type { Visit } from "./passwords.ts";

/** Dependencies of {@link Emails}. */
export interface EmailDeps extends Pick<Deps, "store" | "now" | "newId" | "randomBytes"> {
  readonly routes: MailRoutes;
}

/** E-mail addresses of people, which they verify by a link. */
export class Emails {
  readonly #deps: EmailDeps;

  constructor(deps: EmailDeps) {
    this.#deps = deps;
  }

  /** True if a mail server may be used for a person. */
  async canSend(person: Person): Promise<boolean> {
    return await this.#deps.routes.of(person) !== null;
  }

  /** The link of an address that a person has still to verify; null for none. */
  async pending({ id }: Person): Promise<EmailLink | null> {
    const { store: { persons }, now } = this.#deps;
    const link = await persons.emailLinkOf(id);
    return link === null || !isEmailLinkUsable(link, now()) ? null : link;
  }

  /**
   * Sends a link to an address. Until it is verified, news go to the one before.
   *
   * @throws {AppError} `error.invalid-request` with the field `email`; `error.conflict` if no mail
   *   server may be used
   */
  async send(person: Person, text: string): Promise<void> {
    const { store, now, newId, randomBytes } = this.#deps;
    const address = text.trim();
    if (!isMailAddress(address)) throw invalid(`Enter an e-mail address, ${got(address)}`, "email");
    if (address === person.email) throw invalid("This is your address already", "email");
    if (!await this.canSend(person)) {
      throw new AppError("error.conflict", "No mail server may be used for your account");
    }
    const at = now();
    const { id: personId } = person;
    // No person has this token: the link is made when it is sent.
    const tokenHash = hashToken(composeToken(randomBytes(TOKEN_BYTES))) ?? "";
    const mail = { id: newId(), personId, address, kind: "verify", facts: {}, at } as const;
    await store.commit([
      { kind: "emailLink.put", link: { personId, address, tokenHash, createdAt: at } },
      { kind: "mail.add", mail: { ...mail, tries: 0, dueAt: at } },
    ]);
  }

  /**
   * Verifies an address with its link. The address before it is told.
   *
   * @throws {AppError} `error.unauthorized` for a link that is unknown, used, expired, or another
   *   person's
   */
  async verify(person: Person, token: string, visit: Pick<Visit, "address">): Promise<void> {
    const { store, now } = this.#deps;
    const tokenHash = hashToken(token);
    const link = tokenHash === undefined ? null : await store.persons.emailLink(tokenHash);
    const at = now();
    if (link === null || link.personId !== person.id || !isEmailLinkUsable(link, at)) {
      throw badEmailLink();
    }
    const { address, personId } = link;
    const { code, message } = badEmailLink();
    await commitOrRefuse(store, [
      { kind: "emailLink.take", tokenHash: link.tokenHash },
      newsTo(this.#deps, personId, "email", { to: maskedEmail(address) }),
      { kind: "email.put", email: { personId, address, verifiedAt: at } },
      { kind: "place.put", personId, place: networkOf(visit.address), at },
      this.#entry(person, address),
    ], { code, message });
  }

  /** Removes the address of a person, which is told, and the link of another one. */
  async remove(person: Person): Promise<void> {
    const { id: personId, email } = person;
    await this.#deps.store.commit([
      newsTo(this.#deps, personId, "email", {}),
      { kind: "email.remove", personId },
      ...email === null ? [] : [this.#entry(person, null)],
    ]);
  }

  #entry(before: Person, email: string | null): Change {
    const change = { before, after: { ...before, email } };
    const fact = factOf(auditedPerson(soleShop(before)), "user.email", change);
    return audited(this.#deps, subjectOf(before), fact);
  }
}

function badEmailLink(): AppError {
  return new AppError(
    "error.unauthorized",
    "This link was used, was replaced by a later one, has expired, or is of another account",
    { field: "link" },
  );
}
