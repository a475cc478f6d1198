import { AppError } from "../../../domain/errors.ts";
import { Forms } from "../forms/form_state.ts";
import {
  exportReadyBody,
  OWN_PASSWORD,
  PASSWORD_PATH,
  passwordAgainBody,
} from "./password_form.tsx";
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

/** Asks for the password again before what an intruder at an open browser would look for. */
export class PasswordAgain {
  readonly #account: DashboardServices["account"];
  readonly #attempts: Attempts;

  constructor({ account }: Pick<DashboardServices, "account">, attempts: Attempts) {
    this.#account = account;
    this.#attempts = attempts;
  }

  /**
   * Asks before a page, unless the password was entered a moment ago, or is in the form.
   *
   * @returns undefined for a page that may be answered
   */
  async ask(
    { method, needs, isExportOfPersons = false, secretFields = [], moneyField }: DashboardPage,
    call: PersonCall,
  ): Promise<FileReply | undefined> {
    const { person: { login }, cookie = "", path, query } = call;
    if (method === "GET") {
      if (!isExportOfPersons || await this.#account.isConfirmed(cookie)) return undefined;
      const next = query.size === 0 ? path : `${path}?${query}`;
      return show(call, new Forms(), next);
    }
    if (!GIVING.includes(needs) && moneyField === undefined) return undefined;
    const form = await call.form();
    if (moneyField !== undefined && !form.has(moneyField)) return undefined;
    const password = form.get(OWN_PASSWORD);
    form.delete(OWN_PASSWORD);
    // Of the browser's password manager.
    form.delete("username");
    if (await this.#account.isConfirmed(cookie)) return undefined;
    const values = [...form].filter(([name]) => !secretFields.includes(name));
    const again = (forms: Forms, status: number, headers = {}) =>
      page(
        call,
        passwordAgainBody({ action: path, values, entered: forms.of(path), login }),
        {
          status,
          headers,
          failure: "error.unauthorized",
        },
      );
    if (password === null) return again(new Forms(), 403);
    try {
      await this.#confirm(call, password);
      return undefined;
    } catch (thrown) {
      const { error: { message, field }, status, headers = {} } = problem(thrown);
      if (status === 500) throw thrown;
      const values = new URLSearchParams({ [OWN_PASSWORD]: "" });
      const wait = headers["Retry-After"];
      return again(
        new Forms({ action: path, values, message, field }),
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
        await this.#confirm(call, form.get(OWN_PASSWORD) ?? "");
        return page(call, exportReadyBody(safePath(form.get("next"))));
      },
    });
  }

  async #confirm(call: PersonCall, password: string): Promise<void> {
    const { person, cookie = "", startedMs } = call;
    const takeBack = this.#attempts.begin([`person ${person.id}`], startedMs);
    try {
      await this.#account.confirm(cookie, person, password, call);
      takeBack();
    } catch (error) {
      // Only a wrong password counts.
      if (!isWrongPassword(error)) takeBack();
      throw error;
    }
  }
}

/** True for the refusal of a person's own password. */
export function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.code === "error.invalid-request" &&
    (error.field === OWN_PASSWORD || error.field === "current");
}

function show(call: PersonCall, forms: Forms, next: string, shown?: ShownPage): FileReply {
  const body = passwordAgainBody({
    action: PASSWORD_PATH,
    values: [["next", next]],
    entered: forms.of(PASSWORD_PATH),
    login: call.person.login,
  });
  return page(call, body, { status: 403, failure: "error.unauthorized", ...shown });
}
