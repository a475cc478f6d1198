import type { Change } from "../../domain/changes.ts";
import { AppError, got, invalid } from "../../domain/errors.ts";
import type { MerchantId } from "../../domain/ids.ts";
import {
  type Invitation,
  INVITATION_MS,
  isAcceptable,
  isWaiting,
} from "../../domain/people/invitation.ts";
import { MAX_PERSON_NAME, type Person, subjectOf } from "../../domain/people/person.ts";
import { type Role, roleIn } from "../../domain/people/role.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_INVITATION, auditedPerson } from "../../domain/trail/person.ts";
import { composeToken, hashToken, TOKEN_BYTES } from "../../domain/values/token.ts";
import { audited } from "../audit.ts";
import { commitOrConflict, commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { ownerNews } from "./news.ts";

/** Dependencies of {@link Invitations}. */
export type InvitationDeps = Pick<Deps, "store" | "now" | "newId" | "randomBytes">;

/** Request for an invitation. */
export interface InvitationRequest {
  readonly merchantId: MerchantId;
  readonly role: Role;
  /** The owner's note on who is meant; may be empty. */
  readonly name: string;
}

/** A new invitation; its token is known only now. */
export interface NewInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

/** An invitation that waits, with the person who has accepted it. */
export interface WaitingInvitation {
  readonly invitation: Invitation;
  readonly acceptedBy: Person | null;
}

/** Path of the page that accepts an invitation. */
const INVITATION_PATH = "/invitation";

/** The link of an invitation; its token is behind a `#`, so that no server logs it. */
export function invitationUrl(base: string, { token }: Pick<NewInvitation, "token">): string {
  return `${base}${INVITATION_PATH}#${token}`;
}

/**
 * Invitations to shops. No login is looked up for an owner: who opens the link says with which
 * account they accept, and the owner confirms it.
 */
export class Invitations {
  readonly #deps: InvitationDeps;

  constructor(deps: InvitationDeps) {
    this.#deps = deps;
  }

  /** Invitations of an owner to a shop that wait, oldest first; other owners do not see them. */
  async waiting(owner: Person, merchantId: MerchantId): Promise<WaitingInvitation[]> {
    const { store: { persons }, now } = this.#deps;
    const all = await persons.invitations({ merchantId, invitedBy: owner.id });
    return await Promise.all(
      all.filter((one) => isWaiting(one, now())).map(async (invitation) => {
        const { acceptance } = invitation;
        const acceptedBy = acceptance === null ? null : await persons.find(acceptance.personId);
        return { invitation, acceptedBy };
      }),
    );
  }

  /**
   * Makes an invitation.
   *
   * @throws {AppError} `error.conflict` if too many of the owner's wait
   */
  async invite(
    { merchantId, role, name: text }: InvitationRequest,
    owner: Person,
  ): Promise<NewInvitation> {
    const { newId, now, randomBytes } = this.#deps;
    const name = text.trim();
    if (name.length > MAX_PERSON_NAME) {
      throw invalid(`For must have at most ${MAX_PERSON_NAME} characters, ${got(name)}`, "name");
    }
    const token = composeToken(randomBytes(TOKEN_BYTES));
    const invitation: Invitation = {
      id: newId(),
      merchantId,
      invitedBy: owner.id,
      role,
      name,
      tokenHash: hashToken(token) ?? "",
      createdAt: now(),
      acceptance: null,
    };
    const fact = factOf(AUDITED_INVITATION, "user.invite", { before: null, after: invitation });
    await commitOrConflict(this.#deps.store, [
      // One that ends at this moment does not wait either.
      { kind: "invitation.purge", before: now() - INVITATION_MS + 1 },
      { kind: "invitation.add", invitation },
      audited(this.#deps, subjectOf(owner), fact),
    ]);
    return { invitation, token };
  }

  /**
   * The invitation of a link.
   *
   * @throws {AppError} `error.unauthorized` if it cannot be accepted
   */
  async acceptable(token: string): Promise<Invitation> {
    return await findAcceptable(this.#deps, token);
  }

  /**
   * Accepts an invitation with an account.
   *
   * @throws {AppError} `error.unauthorized` if it cannot be accepted; `error.conflict` for the
   *   owner's own, and for a person with a role in the shop, which leaves it as it is
   */
  async accept(token: string, person: Person): Promise<void> {
    const invitation = await this.acceptable(token);
    if (invitation.invitedBy === person.id) {
      throw new AppError(
        "error.conflict",
        "This is your own invitation: send its link to the person you invite",
      );
    }
    if (roleIn(person, invitation.merchantId) !== null) {
      throw new AppError("error.conflict", `You have access to this shop: ${person.login}`);
    }
    const { code, message } = badInvitation();
    await commitOrRefuse(this.#deps.store, acceptance(this.#deps, invitation, person), {
      code,
      message,
    });
  }

  /**
   * Gives the person who has accepted an invitation the role in the shop.
   *
   * @param personId the person that the owner was shown
   * @throws {AppError} `error.conflict` if the invitation has changed or ended
   */
  async confirm(waiting: WaitingInvitation, owner: Person, personId: string): Promise<void> {
    const { invitation: { id, merchantId, role }, acceptedBy: person } = waiting;
    if (person === null || person.id !== personId) throw changed();
    if (roleIn(person, merchantId) !== null) {
      throw new AppError("error.conflict", `This person has access already: ${person.login}`);
    }
    const fact = factOf(auditedPerson(merchantId), "user.grant", {
      before: person,
      after: { ...person, shops: [...person.shops, { merchantId, role }] },
    });
    await commitOrRefuse(this.#deps.store, [
      { kind: "invitation.remove", id, acceptedBy: person.id },
      { kind: "person.grant", personId: person.id, merchantId, role },
      ...role === "owner" ? [ownerNews(this.#deps, person, merchantId, subjectOf(owner))] : [],
      audited(this.#deps, subjectOf(owner), fact),
    ], { code: "error.conflict", message: changed().message });
  }

  /**
   * Withdraws an invitation, accepted or not.
   *
   * @throws {AppError} `error.conflict` if it has changed or ended
   */
  async withdraw({ invitation }: WaitingInvitation, owner: Person): Promise<void> {
    const acceptedBy = invitation.acceptance?.personId ?? null;
    const fact = factOf(AUDITED_INVITATION, "user.withdraw", { before: invitation, after: null });
    await commitOrRefuse(this.#deps.store, [
      { kind: "invitation.remove", id: invitation.id, acceptedBy },
      audited(this.#deps, subjectOf(owner), fact),
    ], { code: "error.conflict", message: changed().message });
  }
}

/**
 * The invitation of a link.
 *
 * @throws {AppError} `error.unauthorized` if it cannot be accepted
 */
export async function findAcceptable(
  { store, now }: Pick<InvitationDeps, "store" | "now">,
  token: string,
): Promise<Invitation> {
  const tokenHash = hashToken(token.trim());
  const found = tokenHash === undefined ? null : await store.persons.invitation(tokenHash);
  if (found === null || !isAcceptable(found, now())) throw badInvitation();
  return found;
}

/** The changes with which a person accepts an invitation. */
export function acceptance(
  deps: Pick<InvitationDeps, "now" | "newId">,
  invitation: Invitation,
  person: Person,
): Change[] {
  const at = deps.now();
  const after = { ...invitation, acceptance: { personId: person.id, at } };
  const fact = factOf(AUDITED_INVITATION, "user.accept", { before: invitation, after });
  const { tokenHash } = invitation;
  return [
    {
      kind: "invitation.accept",
      tokenHash,
      personId: person.id,
      at,
      createdAfter: at - INVITATION_MS,
    },
    audited(deps, subjectOf(person), fact),
  ];
}

/** The refusal of an invitation that cannot be accepted. */
export function badInvitation(): AppError {
  return new AppError(
    "error.unauthorized",
    "This invitation was accepted or withdrawn, or has expired",
    { field: "link" },
  );
}

function changed(): AppError {
  return new AppError("error.conflict", "This invitation has changed or ended");
}
