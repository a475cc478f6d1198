import { AppError, invalid } from "../../../domain/errors.ts";
import type { MaybePromise } from "../../../domain/session/stored.ts";
import { Forms } from "../../../web/dashboard/form_state.ts";
import {
  LINK_PATH,
  linkBody,
  SIGN_IN_PATH,
  signInBody,
} from "../../../web/dashboard/pages/sign_in.tsx";
import { problem } from "../../problem.ts";
import type { FileReply } from "../../reply.ts";
import { Attempts } from "../attempts.ts";
import type { DashboardPage, DashboardServices, OpenCall } from "../page.ts";
import { page, seeOther, type ShownPage } from "../replies.ts";

/** Signing in and out. */
export function signInPages({ signIns }: DashboardServices): DashboardPage[] {
  const attempts = new Attempts();
  const withPassword = openForm({
    id: "sign-in.password",
    path: SIGN_IN_PATH,
    show: showSignIn,
    async act(call, form) {
      const [login, password] = [form.get("login") ?? "", form.get("password") ?? ""];
      // Cut, as it is kept: no login is as long as this.
      const account = `account ${login.trim().toLowerCase().slice(0, 100)}`;
      const takeBack = attempts.begin([account, `address ${call.address}`], call.startedMs);
      // What was not tried, because too many wait, is no attempt.
      const made = await signIns.withPassword(login, password).catch((error) => {
        takeBack();
        throw error;
      });
      if (made === null) throw invalid("The login or the password is wrong");
      takeBack();
      await endOld(call);
      return seeOther(safePath(form.get("next")), call.cookieHeader(made.token));
    },
  });
  const withLink = openForm({
    id: "sign-in.link",
    path: LINK_PATH,
    show: showLink,
    async act(call, form) {
      const password = form.get("password") ?? "";
      if (password !== form.get("again")) throw invalid("The passwords differ", "again");
      const takeBack = attempts.begin([`address ${call.address}`], call.startedMs);
      const made = await signIns.withLink(tokenOf(form.get("link") ?? ""), password)
        .catch((error) => {
          // Only a wrong link counts: it is refused before the password.
          if (!(error instanceof AppError) || error.code !== "error.unauthorized") takeBack();
          throw error;
        });
      takeBack();
      await endOld(call);
      return seeOther("/", call.cookieHeader(made.token));
    },
  });
  /** The cookie is new at each sign-in, and the one before it is worth nothing. */
  async function endOld({ cookie }: OpenCall): Promise<void> {
    if (cookie !== undefined) await signIns.end(cookie);
  }
  return [
    ...withPassword,
    ...withLink,
    {
      id: "sign-out",
      method: "POST",
      path: "/sign-out",
      needs: "open",
      async handle(call) {
        await endOld(call);
        return seeOther(`${SIGN_IN_PATH}?done`, call.cookieHeader(null));
      },
    },
  ];
}

/** A form that needs no sign-in, and its page. */
function openForm({ id, path, show, act }: {
  readonly id: string;
  readonly path: string;
  readonly show: (call: OpenCall, forms: Forms, shown?: ShownPage) => MaybePromise<FileReply>;
  readonly act: (call: OpenCall, form: URLSearchParams) => Promise<FileReply>;
}): DashboardPage[] {
  return [{
    id: `${id}.show`,
    method: "GET",
    path,
    needs: "open",
    handle: (call) => show(call, new Forms()),
  }, {
    id,
    method: "POST",
    path,
    needs: "open",
    async handle(call) {
      const values = await call.form();
      try {
        return await act(call, values);
      } catch (thrown) {
        const { error, status, headers = {} } = problem(thrown);
        if (status === 500) throw thrown;
        const { message, field, code } = error;
        const forms = new Forms({ action: path, values, message, field });
        const wait = headers["Retry-After"];
        return await show(call, forms, {
          status: status === 429 || status === 503 ? status : 422,
          headers: wait === undefined ? {} : { "Retry-After": wait },
          failure: code,
        });
      }
    },
  }];
}

async function showSignIn(
  call: OpenCall,
  forms: Forms,
  shown?: ShownPage,
): Promise<FileReply> {
  const entered = forms.of(SIGN_IN_PATH);
  const next = safePath(entered.text("next", call.query.get("next") ?? "/"));
  if (!entered.isRefused && await call.signedIn() !== null) return seeOther(next);
  return page(call, signInBody({ entered, next, hasSignedOut: call.query.has("done") }), shown);
}

function showLink(call: OpenCall, forms: Forms, shown?: ShownPage): FileReply {
  return page(call, linkBody({ entered: forms.of(LINK_PATH) }), shown);
}

/** The token of a pasted link, or the token itself. */
function tokenOf(text: string): string {
  return text.slice(text.lastIndexOf("#") + 1).trim();
}

/** A path of the dashboard itself; another site's address, however it is written, becomes `/`. */
export function safePath(text: string | null): string {
  return text !== null && /^\/(?![/\\])[\w\-./?=&%~:+,]*$/.test(text) ? text : "/";
}
