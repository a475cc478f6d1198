import { Forms } from "../forms/form_state.ts";
import {
  exportReadyBody,
  OWN_CODE,
  OWN_PASSKEY,
  OWN_PASSWORD,
  PASSWORD_PATH,
  passwordAgainBody,
  type Prover,
} from "./password_form.tsx";
import type { MaybePromise } from "../../../domain/session/stored.ts";
import { passkeyOf } from "../../../schema/passkey.ts";
import { problem } from "../../problem.ts";
import type { FileReply } from "../../reply.ts";
import type { Attempts } from "./attempts.ts";
import { personForm } from "../forms/open_form.ts";
import type { DashboardPage, DashboardServices, PersonCall } from "../page.ts";
import { page, type ShownPage } from "../replies.ts";
import { safePath } from "./pages.ts";

/** Permissions whose forms give access, or money. */
const GIVING: readonly string[] = [
  "keys:write",
  "people:write",
  "providers:write",
  "refunds:write",
  "webhooks:write",
];

/** A proof of a person: the name of its field, and what was entered. */
type Proof = readonly [field: string, text: string];

/** Takes the proof of the person out of a form, with fields of the browser's password manager. */
function takeProof(form: URLSearchParams, { hasFactor }: PersonCall["person"]): Proof | undefined {
  const fields = hasFactor ? [OWN_PASSKEY, OWN_CODE] : [OWN_PASSWORD];
  const [proof] = fields.flatMap((field): Proof[] => {
    const text = form.get(field);
    return text === null ? [] : [[field, text]];
  });
  for (const name of [OWN_PASSWORD, OWN_CODE, OWN_PASSKEY, "username"]) form.delete(name);
  return proof;
}

/** A person with what they can prove it by in their browser. */
export async function proverOf(
  passkeys: DashboardServices["passkeySignIns"],
  call: PersonCall,
): Promise<Prover> {
  const { person: { login, hasFactor }, person } = call;
  const to = { person, isSignedIn: true };
  return { login, hasFactor, passkey: hasFactor ? await passkeys.request(call, to) : null };
}

/** Asks for the second factor, or else the password, before what an intruder would look for. */
export class PasswordAgain {
  readonly #account: DashboardServices["account"];
  readonly #factors: DashboardServices["factors"];
  readonly #passkeys: DashboardServices["passkeySignIns"];
  readonly #attempts: Attempts;

  constructor(
    { account, factors, passkeySignIns }: Pick<
      DashboardServices,
      "account" | "factors" | "passkeySignIns"
    >,
    attempts: Attempts,
  ) {
    this.#account = account;
    this.#factors = factors;
    this.#passkeys = passkeySignIns;
    this.#attempts = attempts;
  }

  /**
   * Asks before a page, unless the password was entered a moment ago, or is in the form.
   *
   * @param asksIf says of the form of a shop's page if it asks
   * @returns undefined for a page that may be answered
   */
  async ask(
    operation: DashboardPage,
    call: PersonCall,
    asksIf?: (form: URLSearchParams) => MaybePromise<boolean>,
  ): Promise<FileReply | undefined> {
    const { method, needs, asksAgain = false, secretFields = [] } = operation;
    const { person, cookie = "", path, query } = call;
    if (method === "GET") {
      if (operation.isExportOfPersons !== true) return undefined;
      if (await this.#account.isConfirmed(cookie)) return undefined;
      const next = query.size === 0 ? path : `${path}?${query}`;
      return await this.#show(call, new Forms(), next);
    }
    const asks = asksAgain === "with-factor" ? person.hasFactor : asksAgain;
    if (!asks && !GIVING.includes(needs) && asksIf === undefined) return undefined;
    const form = await call.form();
    if (asksIf !== undefined && !await asksIf(form)) return undefined;
    const proof = takeProof(form, person);
    if (await this.#account.isConfirmed(cookie)) return undefined;
    const values = [...form].filter(([name]) => !secretFields.includes(name));
    const prover = await proverOf(this.#passkeys, call);
    const again = (forms: Forms, status: number, headers = {}) =>
      page(
        call,
        passwordAgainBody({ action: path, values, entered: forms.of(path), person: prover }),
        {
          status,
          headers,
          failure: "error.unauthorized",
        },
      );
    if (proof === undefined) return again(new Forms(), 403);
    try {
      await this.#confirm(call, proof);
      return undefined;
    } catch (thrown) {
      const { error, status, headers = {} } = problem(thrown);
      if (status === 500) throw thrown;
      const values = new URLSearchParams({ [proof[0]]: "" });
      const wait = headers["Retry-After"];
      return again(
        new Forms({ action: path, values, message: error.message, field: error.field }),
        status === 429 || status === 503 ? status : 422,
        wait === undefined ? {} : { "Retry-After": wait },
      );
    }
  }

  /** The form that asks before an export. */
  pages(): DashboardPage[] {
    return personForm({
      id: "password.again",
      path: PASSWORD_PATH,
      back: "/",
      show: (call, forms, shown) => {
        const next = forms.of(PASSWORD_PATH).text("next");
        return this.#show(call, forms, next, shown);
      },
      act: async (call, form) => {
        await this.#confirm(call, takeProof(form, call.person) ?? ["", ""]);
        return page(call, exportReadyBody(safePath(form.get("next"))));
      },
    });
  }

  async #confirm(call: PersonCall, [field, proof]: Proof): Promise<void> {
    const { person, cookie = "", startedMs } = call;
    // It cannot be guessed: no number of wrong codes keeps its owner out.
    if (field === OWN_PASSKEY) return await this.#passkeys.confirm(person, passkeyOf(proof), call);
    await this.#attempts.guess(
      `person ${person.id}`,
      startedMs,
      () =>
        person.hasFactor
          ? this.#factors.confirm(cookie, person, proof, call)
          : this.#account.confirm(cookie, person, proof, call),
    );
  }

  async #show(call: PersonCall, forms: Forms, next: string, shown?: ShownPage): Promise<FileReply> {
    const body = passwordAgainBody({
      action: PASSWORD_PATH,
      values: [["next", next]],
      entered: forms.of(PASSWORD_PATH),
      person: await proverOf(this.#passkeys, call),
    });
    return page(call, body, { status: 403, failure: "error.unauthorized", ...shown });
  }
}
