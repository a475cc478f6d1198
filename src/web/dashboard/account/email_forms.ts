import { personForm, type ShowFormPage } from "../forms/open_form.ts";
import { withQuery } from "../links.ts";
import type { DashboardPage, DashboardServices, PersonCall } from "../page.ts";
import { page, seeOther } from "../replies.ts";
import type { Attempts } from "../sign_in/attempts.ts";
import { tokenOf, withAttempt } from "../sign_in/pages.ts";
import { emailLinkBody } from "./email.tsx";
import { ACCOUNT_PATHS } from "./paths.ts";

const { page: PAGE, email: EMAIL, emailLink: LINK, emailRemove: REMOVE } = ACCOUNT_PATHS;

/**
 * Setting and removing one's own e-mail address.
 *
 * @param show the page of the account
 */
export function emailForms(
  { emails }: Pick<DashboardServices, "emails">,
  attempts: Attempts,
  show: ShowFormPage<PersonCall>,
): DashboardPage[] {
  const own = { show, back: PAGE, asksAgain: true } as const;
  return [
    ...personForm({
      ...own,
      id: "account.email",
      path: EMAIL,
      async act({ person, startedMs }, form) {
        // Each mail counts: the address may be another person's.
        const takeBack = attempts.begin(`e-mail of ${person.id}`, startedMs);
        await emails.send(person, form.get("email") ?? "").catch((error) => {
          takeBack();
          throw error;
        });
        return seeOther(withQuery(PAGE, { done: "sent" }));
      },
    }),
    ...personForm({
      id: "account.email-link",
      path: LINK,
      show: (call, forms, shown) => page(call, emailLinkBody({ entered: forms.of(LINK) }), shown),
      async act(call, form) {
        await withAttempt(attempts, call, () => emails.verify(call.person, tokenOf(form), call));
        return seeOther(withQuery(PAGE, { done: "verified" }));
      },
    }),
    ...personForm({
      ...own,
      id: "account.email-remove",
      path: REMOVE,
      async act({ person }) {
        await emails.remove(person);
        return seeOther(withQuery(PAGE, { done: "removed" }));
      },
    }),
  ];
}
