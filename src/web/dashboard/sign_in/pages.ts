import { AppError, invalid } from "../../../domain/errors.ts";
import type { NewSignIn } from "../../../service/people/sign_in_session.ts";
import type { Forms } from "../forms/form_state.ts";
import { LINK_PATH, linkBody, SIGN_IN_PATH, signInBody } from "./sign_in.tsx";
import type { FileReply } from "../../reply.ts";
import type { Attempts } from "./attempts.ts";
import { withQuery } from "../links.ts";
import { FACTOR_STEP_PATH } from "./factor_form.tsx";
import { PASSKEY_PATH } from "./passkey_form.tsx";
import { openForm, type ShowFormPage } from "../forms/open_form.ts";
import type { DashboardPage, DashboardServices, OpenCall } from "../page.ts";
import { page, seeOther, type ShownPage } from "../replies.ts";

type SignInServices = Pick<DashboardServices, "signIns" | "browsers">;

/** Signing in and out. */
export function signInPages(
  services: SignInServices & Pick<DashboardServices, "passkeySignIns">,
  attempts: Attempts,
): DashboardPage[] {
  const { signIns } = services;
  const withPassword = openForm({
    id: "sign-in.password",
    path: SIGN_IN_PATH,
    show: showSignIn(services),
    async act(call, form) {
      const made = await signedIn(services, attempts, call, form);
      await endOld(services, call);
      return signedInTo(safePath(form.get("next")), made, call);
    },
  });
  const withLink = openForm({
    id: "sign-in.link",
    path: LINK_PATH,
    show: showLink,
    async act(call, form) {
      const password = newPasswordOf(form);
      const token = tokenOf(form);
      const made = await withAttempt(
        attempts,
        call,
        () => signIns.withLink(token, password, call),
      );
      await endOld(services, call);
      return signedInTo("/", made, call);
    },
  });
  return [
    ...withPassword,
    ...withLink,
    {
      id: "sign-out",
      method: "POST",
      path: "/sign-out",
      needs: "open",
      async handle(call) {
        await endOld(services, call);
        return seeOther(`${SIGN_IN_PATH}?done`, call.cookieHeader(null));
      },
    },
  ];
}

/**
 * Signs in with the login and the password of a form.
 *
 * @throws {AppError} if they are wrong, or tried too often
 */
export async function signedIn(
  { signIns, browsers }: SignInServices,
  attempts: Attempts,
  call: OpenCall,
  form: URLSearchParams,
): Promise<NewSignIn> {
  const [login, password] = [form.get("login") ?? "", form.get("password") ?? ""];
  const { address, startedMs } = call;
  const browser = await browsers.find(login, call.knownBrowser);
  let takeBack;
  try {
    takeBack = attempts.beginSignIn(login, { address, browser }, startedMs);
  } catch (error) {
    signIns.locked(login, call.address);
    throw error;
  }
  // What was not tried, because too many wait, is no attempt.
  const made = await signIns.withPassword(login, password, call).catch((error) => {
    takeBack();
    throw error;
  });
  if (made === null) throw invalid("The login or the password is wrong");
  takeBack();
  return made;
}

/** Leads to a page after a right password or link, by way of the second factor where it is awaited. */
export function signedInTo(
  next: string,
  { token, awaitsFactor }: NewSignIn,
  call: OpenCall,
): FileReply {
  const path = awaitsFactor ? withQuery(FACTOR_STEP_PATH, { next }) : next;
  return seeOther(path, call.cookieHeader(token));
}

/** Errors of a guess: a wrong link, and a login that another has. */
const GUESSES: readonly string[] = ["error.unauthorized", "error.person-exists"];

/** Does something with a link: a wrong guess counts for the address. */
export async function withAttempt<T>(
  attempts: Attempts,
  { address, startedMs }: OpenCall,
  act: () => Promise<T>,
): Promise<T> {
  const takeBack = attempts.begin(`address ${address}`, startedMs);
  try {
    const done = await act();
    takeBack();
    return done;
  } catch (error) {
    if (!(error instanceof AppError) || !GUESSES.includes(error.code)) takeBack();
    throw error;
  }
}

/** The cookie is new at each sign-in, and the one before it is worth nothing. */
export async function endOld(
  { signIns }: Pick<DashboardServices, "signIns">,
  { cookie }: OpenCall,
): Promise<void> {
  if (cookie !== undefined) await signIns.end(cookie);
}

/**
 * The new password of a form, entered twice.
 *
 * @throws {AppError} if they differ
 */
export function newPasswordOf(form: URLSearchParams): string {
  const password = form.get("password") ?? "";
  if (password !== form.get("again")) throw invalid("The passwords differ", "again");
  return password;
}

/** The token of a form's pasted link, or the token itself. */
export function tokenOf(form: URLSearchParams): string {
  const text = form.get("link") ?? "";
  return text.slice(text.lastIndexOf("#") + 1).trim();
}

/** Shows the first page of a sign-in: the password, or a passkey. */
export function showSignIn(
  { passkeySignIns }: Pick<DashboardServices, "passkeySignIns">,
): ShowFormPage<OpenCall> {
  return async (call, forms, shown) => {
    const entered = forms.of(SIGN_IN_PATH);
    const byPasskey = forms.of(PASSKEY_PATH);
    const given = byPasskey.isRefused ? byPasskey : entered;
    const next = safePath(given.text("next", call.query.get("next") ?? "/"));
    if (!given.isRefused && await call.signedIn() !== null) return seeOther(next);
    const options = await passkeySignIns.request(call, null);
    const passkey = options && { options, entered: byPasskey };
    const hasSignedOut = call.query.has("done");
    const state = { entered: passkey === null ? given : entered, passkey, next, hasSignedOut };
    return page(call, signInBody(state), shown);
  };
}

function showLink(call: OpenCall, forms: Forms, shown?: ShownPage): FileReply {
  return page(call, linkBody({ entered: forms.of(LINK_PATH) }), shown);
}

/** A path of the dashboard itself; another site's address, however it is written, becomes `/`. */
export function safePath(text: string | null): string {
  return text !== null && /^\/(?![/\\])[\w\-./?=&%~:+,]*$/.test(text) ? text : "/";
}
