import type { FileReply } from "../../reply.ts";
import { Forms } from "../forms/form_state.ts";
import { openForm } from "../forms/open_form.ts";
import { withQuery } from "../links.ts";
import type { DashboardPage, DashboardServices, OpenCall } from "../page.ts";
import { page, seeOther, type ShownPage } from "../replies.ts";
import type { Attempts } from "./attempts.ts";
import { FACTOR_STEP_PATH, factorStepBody, OWN_FACTOR_PATH } from "./factor_form.tsx";
import { safePath } from "./pages.ts";
import { SIGN_IN_PATH } from "./sign_in.tsx";

/** The second step of a sign-in: the second factor. */
export function factorStepPages(
  { factors }: Pick<DashboardServices, "factors">,
  attempts: Attempts,
): DashboardPage[] {
  const show = async (call: OpenCall, forms: Forms, shown?: ShownPage): Promise<FileReply> => {
    const entered = forms.of(FACTOR_STEP_PATH);
    const next = safePath(entered.text("next", call.query.get("next") ?? "/"));
    const person = await factors.waiting(call.cookie);
    if (person === null) return seeOther(withQuery(SIGN_IN_PATH, { next }));
    return page(call, factorStepBody({ login: person.login, entered, next }), shown);
  };
  return openForm({
    id: "sign-in.factor",
    path: FACTOR_STEP_PATH,
    show,
    async act(call, form) {
      const person = await factors.waiting(call.cookie);
      if (person === null) return await show(call, new Forms());
      const made = await attempts.guess(
        `person ${person.id}`,
        call.startedMs,
        () => factors.signIn(call.cookie, form.get("code") ?? "", call),
      );
      // Who has used a recovery code sees how many are left.
      const next = made.factor === "recovery-code"
        ? withQuery(OWN_FACTOR_PATH, { done: "recovered" })
        : safePath(form.get("next"));
      return seeOther(next, call.cookieHeader(made.token));
    },
  });
}
