import { openForm } from "../forms/open_form.ts";
import { Forms } from "../forms/form_state.ts";
import type { DashboardPage, DashboardServices } from "../page.ts";
import { page } from "../replies.ts";
import type { Attempts } from "./attempts.ts";
import { FORGOT_PATH, forgotBody } from "./forgot.tsx";

/** Links by e-mail for people who have forgotten their password. */
export function forgotPages(
  { linkMails }: Pick<DashboardServices, "linkMails">,
  attempts: Attempts,
): DashboardPage[] {
  return openForm({
    id: "sign-in.forgot",
    path: FORGOT_PATH,
    show: (call, forms, shown) =>
      page(call, forgotBody({ entered: forms.of(FORGOT_PATH), isAsked: false }), shown),
    act(call, form) {
      // Every request of an address counts, whatever the login.
      attempts.begin(`links for ${call.address}`, call.startedMs);
      linkMails.ask(form.get("login") ?? "", call.address);
      const entered = new Forms().of(FORGOT_PATH);
      return Promise.resolve(page(call, forgotBody({ entered, isAsked: true })));
    },
  });
}
