import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import { AppError, invalid, shown } from "../../domain/errors.ts";
import type { MerchantId, PersonId } from "../../domain/ids.ts";
import { type Person, readLogin, readPersonName } from "../../domain/people/person.ts";
import { type Access, type Role, roleIn, soleShop } from "../../domain/people/role.ts";
import { SIGN_IN_LINK_MS } from "../../domain/people/sign_in.ts";
import type { AuditAction } from "../../domain/trail/actions.ts";
import { factOf, type ThingChange } from "../../domain/trail/fact.ts";
import { auditedPerson } from "../../domain/trail/person.ts";
import { composeToken, hashToken, TOKEN_BYTES } from "../../domain/values/token.ts";
import { CommitRefused } from "../../store/store.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { auditedWithNews, ownerNews } from "./news.ts";

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

/** Path of the page that chooses a password with a link. */
const LINK_PATH = "/sign-in/link";

/** A link to sign in; its token is behind a `#`, so that no server logs it. */
export function signInUrl(base: string, { token }: Pick<NewSignInLink, "token">): string {
  return `${base}${LINK_PATH}#${token}`;
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

  /** The person with a login; null for none. */
  async find(login: string): Promise<Person | null> {
    return await this.#deps.store.persons.byLogin(login.trim().toLowerCase());
  }

  /**
   * The person with a login.
   *
   * @throws {AppError} `error.person-not-found`
   */
  async byLogin(text: string): Promise<Person> {
    const person = await this.find(text);
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
  async add(
    { login: loginText, name, everywhere, shops }: PersonRequest,
    by: Subject,
  ): Promise<Person> {
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
      hasFactor: false,
      email: null,
      createdAt: now(),
    };
    const scope = soleShop({ everywhere, shops });
    const entry = this.#entry("user.add", { scope, before: null, after: person }, by);
    const places = [{ merchantId: null, role: everywhere }, ...shops];
    const news = this.#ownerNews(person, places, by);
    await this.#commit([{ kind: "person.add", person }, ...entry, ...news], loginTaken(login));
    return person;
  }

  /**
   * Gives or takes roles. Sign-ins with a password go on: roles are read with every request. The
   * person's link and sign-ins by link end.
   */
  async grant(person: Person, wanted: readonly GrantRequest[], by: Subject): Promise<Person> {
    const grants = wanted.filter(({ merchantId, role }) => role !== ownRole(person, merchantId));
    if (grants.length === 0) return person;
    const after = grants.reduce(granted, person);
    const changes = grants.map((grant): Change => ({
      kind: "person.grant",
      personId: person.id,
      ...grant,
    }));
    const scope = onlyShop(grants);
    const entry = this.#entry("user.grant", { scope, before: person, after }, by);
    await this.#commit([...changes, ...entry, ...this.#ownerNews(person, grants, by)]);
    return after;
  }

  /** Removes a person, who is signed out of every browser. */
  async remove(person: Person, by: Subject): Promise<void> {
    await this.#commit(this.#removal(person, null, by));
  }

  /**
   * Takes a person's role in a shop. A person of no other shop is removed, unless they have accepted
   * an invitation: what another shop begins is not this one's to end.
   */
  async removeFrom(merchantId: MerchantId, person: Person, by: Subject): Promise<void> {
    try {
      await this.#deps.store.commit(this.#removal(person, merchantId, by));
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      await this.grant(person, [{ merchantId, role: null }], by);
    }
  }

  #removal(person: Person, onlyIn: MerchantId | null, by: Subject): Change[] {
    const scope = soleShop(person);
    const entry = this.#entry("user.remove", { scope, before: person, after: null }, by);
    return [{ kind: "person.remove", personId: person.id, onlyIn }, ...entry];
  }

  /** Makes a link to choose a password with. It works once; an earlier link ends. */
  async makeLink(person: Person, by: Subject): Promise<NewSignInLink> {
    const { now, randomBytes } = this.#deps;
    const token = composeToken(randomBytes(TOKEN_BYTES));
    const createdAt = now();
    const link = { personId: person.id, tokenHash: hashToken(token) ?? "", createdAt };
    const scope = soleShop(person);
    const entry = this.#entry("user.link", { scope, before: person, after: person }, by);
    await this.#commit([{ kind: "signInLink.put", link }, ...entry]);
    return { person, token, expiresAt: createdAt + SIGN_IN_LINK_MS };
  }

  /**
   * Removes the app, the passkeys and the recovery codes of a person, who is signed out of every browser.
   *
   * @throws {AppError} `error.conflict` for a person without one
   */
  async resetFactor(person: Person, by: Subject): Promise<Person> {
    const after = { ...person, hasFactor: false };
    const scope = soleShop(person);
    await this.#commit([
      { kind: "factor.remove", personId: person.id },
      { kind: "signIn.removeAll", personId: person.id },
      ...this.#entry("factor.reset", { scope, before: person, after }, by),
    ], { code: "error.conflict", message: `${person.login} has no second factor` });
    return after;
  }

  #entry(
    action: AuditAction,
    { scope, ...change }: ThingChange<Person> & { readonly scope: MerchantId | null },
    by: Subject,
  ): Change[] {
    return auditedWithNews(this.#deps, by, factOf(auditedPerson(scope), action, change));
  }

  /** News of the shops in which a person becomes an owner. */
  #ownerNews(person: Person, grants: readonly GrantRequest[], by: Subject): Change[] {
    return grants.filter(({ role }) => role === "owner")
      .map(({ merchantId }) => ownerNews(this.#deps, person, merchantId, by));
  }

  async #commit(
    changes: readonly Change[],
    refusedAs: Parameters<typeof commitOrRefuse>[2] = { code: "error.person-not-found" },
  ): Promise<void> {
    await commitOrRefuse(this.#deps.store, changes, refusedAs);
  }
}

/** The refusal of a login that another person has. */
export function loginTaken(login: string): AppError {
  const message = `A person with this login exists: ${login}`;
  return new AppError("error.person-exists", message, { field: "login" });
}

/** The shop that a change is about; null for several, or for every shop. */
function onlyShop(
  roles: readonly { readonly merchantId: MerchantId | null }[],
): MerchantId | null {
  const [first, ...others] = roles;
  return others.length === 0 ? first?.merchantId ?? null : null;
}

/** The role that was given in a shop, or in every shop. */
function ownRole({ everywhere, shops }: Person, merchantId: MerchantId | null): Role | null {
  if (merchantId === null) return everywhere;
  return shops.find((one) => one.merchantId === merchantId)?.role ?? null;
}

/** A person after a role was given or taken. */
function granted(person: Person, { merchantId, role }: GrantRequest): Person {
  if (merchantId === null) return { ...person, everywhere: role };
  const others = person.shops.filter((one) => one.merchantId !== merchantId);
  return { ...person, shops: role === null ? others : [...others, { merchantId, role }] };
}
