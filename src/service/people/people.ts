import type { Change } from "../../domain/changes.ts";
import { AppError, invalid, shown } from "../../domain/errors.ts";
import type { MerchantId, PersonId } from "../../domain/ids.ts";
import { type Person, readLogin, readPersonName } from "../../domain/people/person.ts";
import { type Access, type Role, roleIn } from "../../domain/people/role.ts";
import { SIGN_IN_LINK_MS } from "../../domain/people/sign_in.ts";
import { composeToken, hashToken, TOKEN_BYTES } from "../../domain/values/token.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";

/** Request for a new person. */
export interface PersonRequest extends Access {
  readonly login: string;
  /** Default: the login. */
  readonly name?: string | undefined;
}

/** A role to give or take. */
export interface GrantRequest {
  /** Null for every shop. */
  readonly merchantId: MerchantId | null;
  /** Null takes the role. */
  readonly role: Role | null;
}

/** A new link; its token is known only now. */
export interface NewSignInLink {
  readonly person: Person;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** People with access to the dashboard. */
export class People {
  readonly #deps: Pick<Deps, "store" | "now" | "newId" | "randomBytes">;

  constructor(deps: Pick<Deps, "store" | "now" | "newId" | "randomBytes">) {
    this.#deps = deps;
  }

  /** All people, by login. */
  async list(): Promise<Person[]> {
    return await this.#deps.store.persons.all();
  }

  /** People with a role in a shop, by login. */
  async of(merchantId: MerchantId): Promise<Person[]> {
    return (await this.list()).filter((person) => roleIn(person, merchantId) !== null);
  }

  /**
   * The person with a login.
   *
   * @throws {AppError} `error.person-not-found`
   */
  async byLogin(text: string): Promise<Person> {
    const person = await this.#deps.store.persons.byLogin(text.trim().toLowerCase());
    if (person === null) {
      throw new AppError("error.person-not-found", `No such person: ${shown(text)}`);
    }
    return person;
  }

  /**
   * Adds a person, who then needs a link.
   *
   * @throws {AppError} `error.person-exists`; `error.invalid-request` for a malformed login or name,
   *   or without a role
   */
  async add({ login: loginText, name, everywhere, shops }: PersonRequest): Promise<Person> {
    const { newId, now } = this.#deps;
    const login = readLogin(loginText);
    if (everywhere === null && shops.length === 0) throw invalid("A person needs a role", "role");
    const person: Person = {
      id: newId() as PersonId,
      login,
      name: readPersonName(name || login),
      everywhere,
      shops,
      passwordHash: null,
      createdAt: now(),
    };
    await this.#commit([{ kind: "person.add", person }], {
      code: "error.person-exists",
      message: `A person with this login exists: ${login}`,
    });
    return person;
  }

  /** Gives or takes a role. Sign-ins go on: roles are read with every request. */
  async grant({ id }: Person, { merchantId, role }: GrantRequest): Promise<Person> {
    await this.#commit([{ kind: "person.grant", personId: id, merchantId, role }]);
    const person = await this.#deps.store.persons.find(id);
    if (person === null) throw removed(id);
    return person;
  }

  /** Removes a person, who is signed out of every browser. */
  async remove({ id }: Person): Promise<void> {
    await this.#commit([{ kind: "person.remove", personId: id }]);
  }

  /** Makes a link to choose a password with. It works once; an earlier link ends. */
  async makeLink(person: Person): Promise<NewSignInLink> {
    const { now, randomBytes } = this.#deps;
    const token = composeToken(randomBytes(TOKEN_BYTES));
    const createdAt = now();
    const link = { personId: person.id, tokenHash: hashToken(token) ?? "", createdAt };
    await this.#commit([{ kind: "signInLink.put", link }]);
    return { person, token, expiresAt: createdAt + SIGN_IN_LINK_MS };
  }

  async #commit(
    changes: readonly Change[],
    refusedAs: Parameters<typeof commitOrRefuse>[2] = { code: "error.person-not-found" },
  ): Promise<void> {
    await commitOrRefuse(this.#deps.store, changes, refusedAs);
  }
}

function removed(id: PersonId): AppError {
  return new AppError("error.person-not-found", `Person is not known: ${id}`);
}
