import type { Change } from "../../domain/changes.ts";
import type { PersonId } from "../../domain/ids.ts";
import type { MailFacts, PersonMailKind } from "../../domain/people/mail.ts";
import type { Deps } from "../deps.ts";

/** News to the address of a person, for the commit of what happened; none without an address. */
export function newsTo(
  { newId, now }: Pick<Deps, "newId" | "now">,
  personId: PersonId,
  kind: PersonMailKind,
  facts: MailFacts,
): Change {
  return { kind: "mail.news", matter: { id: newId(), kind, facts, at: now() }, personId };
}
