import type { Change } from "../../domain/changes.ts";
import { parseMerchantId } from "../../domain/ids.ts";
import {
  hasLink,
  isMailGivenUp,
  nextAttemptAt,
  type PersonMail,
} from "../../domain/people/mail.ts";
import { mailText } from "../../domain/people/mail_text.ts";
import { oneLine } from "../../domain/shop/template.ts";
import { composeToken, hashToken, TOKEN_BYTES } from "../../domain/values/token.ts";
import { CommitRefused } from "../../store/store.ts";
import { type MailSender, postMail } from "../channels/mail_post.ts";
import type { MailTransport } from "../channels/mail_transport.ts";
import type { Deps } from "../deps.ts";
import { attempted } from "../webhooks/attempt.ts";
import type { MailRoutes } from "./mail_routes.ts";
import { signInUrl } from "./people.ts";

/** Mails that are sent at the same time. */
const AT_ONCE = 20;

/** Path of the page that verifies an address with a link. */
const EMAIL_LINK_PATH = "/account/email/link";

/** A link of a mail, and the change that makes it. */
interface MadeLink {
  readonly url: string;
  readonly change: Change;
}

/** Dependencies of {@link PersonMails}. */
export interface PersonMailDeps extends Pick<Deps, "store" | "now" | "randomBytes" | "warn"> {
  readonly routes: MailRoutes;
  readonly mail: MailTransport;
}

/** Where and how long mails are sent. */
export interface SendingMails {
  /** Public origin of the dashboard, for links. */
  readonly origin: string;
  /** Aborts the attempts. */
  readonly signal: AbortSignal;
}

/**
 * Sends the mails that wait for people. They were written with what they are about, so that a slow
 * mail server delays no form.
 */
export class PersonMails {
  readonly #deps: PersonMailDeps;

  constructor(deps: PersonMailDeps) {
    this.#deps = deps;
  }

  /** Makes an attempt at each mail that is due and has a mail server here. */
  async sendDue(sending: SendingMails): Promise<void> {
    const { store: { persons }, now } = this.#deps;
    const at = now();
    let after: PersonMail | undefined;
    while (!sending.signal.aborted) {
      const due: PersonMail[] = await persons.dueMails(at, { after, limit: AT_ONCE });
      await Promise.all(due.map((mail) => this.#send(mail, sending)));
      if (due.length < AT_ONCE) return;
      after = due.at(-1);
    }
  }

  async #send(mail: PersonMail, { origin, signal }: SendingMails): Promise<void> {
    const { store, now, warn } = this.#deps;
    const remove: Change = { kind: "mail.remove", mail };
    if (isMailGivenUp(mail, now())) {
      warn("A mail to a person was given up", { kind: mail.kind, tries: mail.tries });
      return await store.commit([remove]);
    }
    // Another process may have a server: the mail keeps its attempts for it.
    if (await this.#route(mail) === null) return;
    const made = this.#link(mail, origin);
    const taken = await this.#take(mail, made === null ? [] : [made.change]);
    if (taken === "gone") return await store.commit([remove]);
    // Again: a role in another shop that was given meanwhile did not end this link.
    const route = taken === "mine" ? await this.#route(mail) : null;
    if (route === null) return;
    const shop = await this.#shopOf(mail);
    const text = mailText(mail, { origin, link: made?.url, shop });
    const { error, isFinal } = await this.#post(route, { ...text, ...mail, signal });
    if (error === "") return await store.commit([remove]);
    if (signal.aborted) return;
    warn("A mail to a person was not sent", { kind: mail.kind, tries: mail.tries + 1, error });
    if (isFinal) await store.commit([remove]);
  }

  /** The name of the shop that a mail is about; undefined for none. */
  async #shopOf({ facts: { shop } }: PersonMail): Promise<string | undefined> {
    if (shop === undefined) return undefined;
    const id = parseMerchantId(shop);
    const found = id === undefined ? null : await this.#deps.store.merchants.find(id);
    return found === null ? "a shop that is gone" : oneLine(found.name);
  }

  /** The mail server for a mail; null if none may be used now. */
  async #route({ personId, kind, address }: PersonMail): Promise<MailSender | null> {
    const person = await this.#deps.store.persons.find(personId);
    // A link to sign in is for the address that the person has now.
    if (person === null || (kind === "link" && person.email !== address)) return null;
    return await this.#deps.routes.of(person);
  }

  /** A new link for a mail that has one: no token waits in the database. */
  #link(mail: PersonMail, origin: string): MadeLink | null {
    if (!hasLink(mail)) return null;
    const { personId, address, kind } = mail;
    const { randomBytes, now } = this.#deps;
    const token = composeToken(randomBytes(TOKEN_BYTES));
    const link = { personId, tokenHash: hashToken(token) ?? "", createdAt: now() };
    return kind === "link"
      ? { url: signInUrl(origin, { token }), change: { kind: "signInLink.put", link } }
      : {
        url: `${origin}${EMAIL_LINK_PATH}#${token}`,
        change: { kind: "emailLink.renew", link: { ...link, address } },
      };
  }

  /** Begins an attempt: `other` if another process has, `gone` if there is nothing to send. */
  async #take(mail: PersonMail, also: readonly Change[]): Promise<"mine" | "other" | "gone"> {
    const { store, now } = this.#deps;
    try {
      await store.commit([{ kind: "mail.take", mail, dueAt: nextAttemptAt(mail, now()) }, ...also]);
      return "mine";
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      return error.change.kind === "mail.take" ? "other" : "gone";
    }
  }

  async #post(
    route: MailSender,
    { id, address: to, subject, text, signal }: PersonMail & {
      readonly subject: string;
      readonly text: string;
      readonly signal: AbortSignal;
    },
  ) {
    const outgoing = { id, to, subject, text, signal };
    return await attempted(
      async () => await postMail(route, outgoing, this.#deps),
      this.#deps,
      id,
    );
  }
}
