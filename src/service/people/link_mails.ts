import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError } from "../../domain/errors.ts";
import type { MailFacts } from "../../domain/people/mail.ts";
import { type Person, subjectOf } from "../../domain/people/person.ts";
import { soleShop } from "../../domain/people/role.ts";
import { SIGN_IN_LINK_MS } from "../../domain/people/sign_in.ts";
import type { AuditFact } from "../../domain/trail/entry.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { auditedPerson } from "../../domain/trail/person.ts";
import { CommitRefused } from "../../store/store.ts";
import { audited } from "../audit.ts";
import { commitOrConflict } from "../commit.ts";
import type { Deps } from "../deps.ts";
import type { MailRoutes } from "./mail_routes.ts";
import { subjectName } from "./news.ts";

/** Links that are asked for and not looked up yet: strangers ask from any number of addresses. */
const MAX_WAITING = 100;

/** Dependencies of {@link LinkMails}. */
export interface LinkMailDeps extends Pick<Deps, "store" | "now" | "newId" | "warn"> {
  readonly routes: MailRoutes;
}

/** Links to choose a password with. They go to the e-mail address of the person alone. */
export class LinkMails {
  readonly #deps: LinkMailDeps;
  #asked: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(deps: LinkMailDeps) {
    this.#deps = deps;
  }

  /** True for a person with an address, if a mail server may be used for them. */
  async canSend(person: Person): Promise<boolean> {
    return await this.#addressOf(person) !== null;
  }

  async #addressOf(person: Person): Promise<string | null> {
    return person.email !== null && await this.#deps.routes.of(person) !== null
      ? person.email
      : null;
  }

  /**
   * Sends a link to a person. It works once; an earlier link ends.
   *
   * @throws {AppError} `error.conflict` for a person to whom none can be sent, and while one is on its
   *   way
   */
  async send(person: Person, by: Subject): Promise<void> {
    const address = await this.#addressOf(person);
    if (address === null) {
      throw new AppError(
        "error.conflict",
        "No mail can be sent to this person: hand the link over",
      );
    }
    const fact = factOf(auditedPerson(soleShop(person)), "user.link", {
      before: person,
      after: person,
    });
    const { now, store } = this.#deps;
    await commitOrConflict(store, [
      this.#mail(person, address, { by: subjectName(by) }, now()),
      audited(this.#deps, by, fact),
    ]);
  }

  /**
   * Sends a link to the person with a login, if there is one to whom it can be sent and who has none
   * that works. It returns before it looks, so that neither answer nor time tells strangers which
   * logins exist. Where too many wait, it does nothing.
   */
  ask(login: string, address: string): void {
    if (this.#waiting >= MAX_WAITING) return;
    this.#waiting += 1;
    this.#asked = this.#asked.then(() => this.#ask(login, address)).catch((error) =>
      this.#deps.warn("A link that was asked for was not sent", { error })
    ).finally(() => {
      this.#waiting -= 1;
    });
  }

  /** Resolves when everything that was asked for is on its way. */
  async settled(): Promise<void> {
    await this.#asked;
  }

  async #ask(login: string, address: string): Promise<void> {
    const { store, now } = this.#deps;
    const person = await store.persons.byLogin(login.trim().toLowerCase());
    const email = person && await this.#addressOf(person);
    if (person === null || email === null) return;
    const { id, login: label } = person;
    const fact: AuditFact = {
      merchantId: soleShop(person),
      action: "user.link-asked",
      object: { kind: "user", id, label },
      before: null,
      after: { address },
    };
    try {
      await store.commit([
        // Strangers end no link that was made before.
        this.#mail(person, email, { address }, now() - SIGN_IN_LINK_MS),
        audited(this.#deps, subjectOf(person), fact),
      ]);
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
    }
  }

  #mail(
    { id: personId }: Person,
    address: string,
    facts: MailFacts,
    createdAfter: number,
  ): Change {
    const { newId, now } = this.#deps;
    const at = now();
    const mail = { id: newId(), personId, address, kind: "link", facts, at } as const;
    return { kind: "mail.link", mail: { ...mail, tries: 0, dueAt: at }, createdAfter };
  }
}
