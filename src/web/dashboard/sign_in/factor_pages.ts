import { readFactor } from "../../../domain/people/factor.ts";
import { Forms } from "../forms/form_state.ts";
import { openForm, type ShowFormPage } from "../forms/open_form.ts";
import { withQuery } from "../links.ts";
import type { DashboardPage, DashboardServices, OpenCall } from "../page.ts";
import { page, seeOther } from "../replies.ts";
import { type Attempts, browserSubject } from "./attempts.ts";
import { FACTOR_STEP_PATH, factorStepBody, OWN_FACTOR_PATH } from "./factor_form.tsx";
import { safePath } from "./pages.ts";
import { PASSKEY_PATH } from "./passkey_form.tsx";
import { SIGN_IN_PATH } from "./sign_in.tsx";

/** Shows the second step: a code, or a passkey. */
export function showFactorStep(
  { factors, passkeySignIns }: Pick<DashboardServices, "factors" | "passkeySignIns">,
): ShowFormPage<OpenCall> {
  return async (call, forms, shown) => {
    const entered = forms.of(FACTOR_STEP_PATH);
    const byPasskey = forms.of(PASSKEY_PATH);
    const given = byPasskey.isRefused ? byPasskey : entered;
    const next = safePath(given.text("next", call.query.get("next") ?? "/"));
    const person = await factors.waiting(call.cookie);
    if (person === null) return seeOther(withQuery(SIGN_IN_PATH, { next }));
    const options = await passkeySignIns.request(call, { person, isSignedIn: false });
    const passkey = options && { options, entered: byPasskey };
    const state = { entered: passkey === null ? given : entered, passkey, next };
    return page(call, factorStepBody({ login: person.login, ...state }), shown);
  };
}

/** The second step of a sign-in: the second factor. */
export function factorStepPages(
  services: Pick<DashboardServices, "factors" | "passkeySignIns" | "browsers">,
  attempts: Attempts,
): DashboardPage[] {
  const { factors, browsers } = services;
  const show = showFactorStep(services);
  return openForm({
    id: "sign-in.factor",
    path: FACTOR_STEP_PATH,
    show,
    async act(call, form) {
      const person = await factors.waiting(call.cookie);
      if (person === null) return await show(call, new Forms());
      const code = form.get("code") ?? "";
      const enter = () => factors.signIn(call.cookie, code, call);
      // A recovery code has 120 bits: who guesses app codes with a stolen password keeps its owner
      // out of none.
      const browser = await browsers.find(person.login, call.knownBrowser);
      const subject = browser === null ? `factor ${person.id}` : browserSubject(browser);
      const made = readFactor(code)?.kind === "recovery-code"
        ? await enter()
        : await attempts.guess(subject, call.startedMs, enter);
      // Who has used a recovery code sees how many are left.
      const next = made.factor === "recovery-code"
        ? withQuery(OWN_FACTOR_PATH, { done: "recovered" })
        : safePath(form.get("next"));
      return seeOther(next, call.cookieHeader(made.token));
    },
  });
}
