import { passkeyOf } from "../../../schema/passkey.ts";
import { openForm, type ShowFormPage } from "../forms/open_form.ts";
import type { DashboardPage, DashboardServices, OpenCall } from "../page.ts";
import { seeOther } from "../replies.ts";
import { showFactorStep } from "./factor_pages.ts";
import { endOld, safePath, showSignIn } from "./pages.ts";
import { PASSKEY, PASSKEY_PATH } from "./passkey_form.tsx";
import { SIGN_IN_PATH } from "./sign_in.tsx";

/**
 * The sign-in with a passkey, from the first page or the second step. It waits for no limit of
 * attempts: a passkey cannot be guessed, and strangers must not keep its owner out.
 */
export function passkeyPages(
  services: Pick<DashboardServices, "signIns" | "factors" | "passkeySignIns">,
): DashboardPage[] {
  const { factors, passkeySignIns } = services;
  const [first, second] = [showSignIn(services), showFactorStep(services)];
  const show: ShowFormPage<OpenCall> = async (call, forms, shown) => {
    const isWaiting = await factors.waiting(call.cookie) !== null;
    return await (isWaiting ? second : first)(call, forms, shown);
  };
  return openForm({
    id: "sign-in.passkey",
    path: PASSKEY_PATH,
    show,
    back: SIGN_IN_PATH,
    async act(call, form) {
      const made = await passkeySignIns.signIn(passkeyOf(form.get(PASSKEY) ?? ""), call);
      await endOld(services, call);
      return seeOther(safePath(form.get("next")), call.cookieHeader(made.token));
    },
  });
}
