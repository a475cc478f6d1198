import { Forms } from "../forms/form_state.ts";
import {
  exportReadyBody,
  OWN_CODE,
  OWN_PASSWORD,
  PASSWORD_PATH,
  passwordAgainBody,
} from "./password_form.tsx";
import type { MaybePromise } from "../../../domain/session/stored.ts";
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

/** The field by which a person proves who they are. */
function fieldOf({ hasFactor }: PersonCall["person"]): string {
  return hasFactor ? OWN_CODE : OWN_PASSWORD;
}

/** Asks for the second factor, or else the password, before what an intruder would look for. */
export class PasswordAgain {
  readonly #account: DashboardServices["account"];
  readonly #factors: DashboardServices["factors"];
  readonly #attempts: Attempts;

  constructor(
    { account, factors }: Pick<DashboardServices, "account" | "factors">,
    attempts: Attempts,
  ) {
    this.#account = account;
    this.#factors = factors;
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
      return show(call, new Forms(), next);
    }
    if (!asksAgain && !GIVING.includes(needs) && asksIf === undefined) return undefined;
    const form = await call.form();
    if (asksIf !== undefined && !await asksIf(form)) return undefined;
    const field = fieldOf(person);
    const proof = form.get(field);
    for (const name of [OWN_PASSWORD, OWN_CODE]) form.delete(name);
    // Of the browser's password manager.
    form.delete("username");
    if (await this.#account.isConfirmed(cookie)) return undefined;
    const values = [...form].filter(([name]) => !secretFields.includes(name));
    const again = (forms: Forms, status: number, headers = {}) =>
      page(
        call,
        passwordAgainBody({ action: path, values, entered: forms.of(path), person }),
        {
          status,
          headers,
          failure: "error.unauthorized",
        },
      );
    if (proof === null) return again(new Forms(), 403);
    try {
      await this.#confirm(call, proof);
      return undefined;
    } catch (thrown) {
      const { error, status, headers = {} } = problem(thrown);
      if (status === 500) throw thrown;
      const values = new URLSearchParams({ [field]: "" });
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
        return show(call, forms, next, shown);
      },
      act: async (call, form) => {
        await this.#confirm(call, form.get(fieldOf(call.person)) ?? "");
        return page(call, exportReadyBody(safePath(form.get("next"))));
      },
    });
  }

  async #confirm(call: PersonCall, proof: string): Promise<void> {
    const { person, cookie = "", startedMs } = call;
    await this.#attempts.guess(
      `person ${person.id}`,
      startedMs,
      () =>
        person.hasFactor
          ? this.#factors.confirm(cookie, person, proof, call)
          : this.#account.confirm(cookie, person, proof, call),
    );
  }
}

function show(call: PersonCall, forms: Forms, next: string, shown?: ShownPage): FileReply {
  const body = passwordAgainBody({
    action: PASSWORD_PATH,
    values: [["next", next]],
    entered: forms.of(PASSWORD_PATH),
    person: call.person,
  });
  return page(call, body, { status: 403, failure: "error.unauthorized", ...shown });
}
