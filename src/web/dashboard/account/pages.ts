import { invalid } from "../../../domain/errors.ts";
import { Forms } from "../forms/form_state.ts";
import { withQuery } from "../links.ts";
import { accountBody } from "./account.tsx";
import { emailForms } from "./email_forms.ts";
import { ownFormats } from "./own_formats.ts";
import { ACCOUNT_PATHS } from "./paths.ts";
import type { Attempts } from "../sign_in/attempts.ts";
import { personForm, type ShowFormPage } from "../forms/open_form.ts";
import type { DashboardPage, DashboardServices, PersonCall } from "../page.ts";
import { page, seeOther } from "../replies.ts";
import { newPasswordOf } from "../sign_in/pages.ts";
import { proverOf } from "../sign_in/password_again.ts";

const { page: PAGE, password: PASSWORD, others: OTHERS } = ACCOUNT_PATHS;

/** A person's own account: the password, and the browsers in which they are signed in. */
export function accountPages(
  { account, emails, merchants, passkeySignIns }: Pick<
    DashboardServices,
    "account" | "emails" | "merchants" | "passkeySignIns"
  >,
  attempts: Attempts,
): DashboardPage[] {
  const show: ShowFormPage<PersonCall> = async (call, forms, shown) => {
    const { person, cookie, query } = call;
    const signIns = await account.signIns(person, cookie);
    const done = query.get("done") ?? undefined;
    const formats = await ownFormats({ merchants }, call);
    const email = {
      address: person.email,
      pending: await emails.pending(person),
      canSend: await emails.canSend(person),
    };
    const asksFactor = person.hasFactor && cookie !== undefined &&
      !await account.isConfirmed(cookie);
    const prover = asksFactor ? await proverOf(passkeySignIns, call) : null;
    const model = { person, prover, signIns, email, done, forms, formats };
    return page(call, accountBody(model), shown);
  };
  const own = { show, back: PAGE } as const;
  return [
    {
      id: "account",
      method: "GET",
      path: PAGE,
      needs: "signed-in",
      handle: (call) => show(call, new Forms()),
    },
    ...passwordForm(account, attempts, show),
    ...emailForms({ emails }, attempts, show),
    ...personForm({
      ...own,
      id: "account.end-others",
      asksAgain: true,
      path: OTHERS,
      async act({ person, cookie }) {
        await account.endOthers(person, cookie, null);
        return seeOther(done("ended"));
      },
    }),
    ...personForm({
      ...own,
      id: "account.end",
      asksAgain: true,
      path: `${PAGE}/sign-ins/{browser}/end`,
      async act({ person, cookie, param }) {
        await account.endOthers(person, cookie, param("browser"));
        return seeOther(done("ended"));
      },
    }),
  ];
}

/** The form of a new password. */
function passwordForm(
  account: DashboardServices["account"],
  attempts: Attempts,
  show: ShowFormPage<PersonCall>,
): DashboardPage[] {
  return personForm({
    show,
    back: PAGE,
    id: "account.password",
    path: PASSWORD,
    asksAgain: "with-factor",
    secretFields: ["current", "password", "again"],
    async act(call, form) {
      const { person, startedMs } = call;
      // Lost where the factor was asked for on a page of its own.
      if (!form.has("current")) throw invalid("It is you: now enter the passwords");
      const password = newPasswordOf(form);
      const current = form.get("current") ?? "";
      const made = await attempts.guess(
        `person ${person.id}`,
        startedMs,
        () => account.changePassword(person, { current, password, visit: call }),
      );
      return seeOther(done("password"), call.cookieHeader(made.token));
    },
  });
}

function done(word: string): string {
  return withQuery(PAGE, { done: word });
}
