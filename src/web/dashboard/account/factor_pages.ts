import { Forms } from "../forms/form_state.ts";
import { personForm, type ShowFormPage } from "../forms/open_form.ts";
import { withQuery } from "../links.ts";
import type { DashboardPage, DashboardServices, PersonCall } from "../page.ts";
import { page, seeOther } from "../replies.ts";
import type { Attempts } from "../sign_in/attempts.ts";
import { FACTOR_PATHS, factorBody, recoveryCodesBody, setUpBody } from "./factor.tsx";
import { ownFormats } from "./own_formats.ts";

/** A person's second factor: an authenticator app, and recovery codes. */
export function factorPages(
  { factors, merchants }: Pick<DashboardServices, "factors" | "merchants">,
  attempts: Attempts,
): DashboardPage[] {
  const show: ShowFormPage<PersonCall> = async (call, forms, shown) => {
    const factor = await factors.of(call.person);
    const formats = await ownFormats({ merchants }, call);
    const done = call.query.get("done") ?? undefined;
    return page(call, factorBody({ factor, done, forms, formats }), shown);
  };
  const showSetUp: ShowFormPage<PersonCall> = async (call, forms, shown) => {
    const entered = forms.of(FACTOR_PATHS.confirm);
    const app = await factors.offer(call.person, entered.text("sealed") || undefined);
    return page(call, setUpBody({ app, login: call.person.login, entered }), shown);
  };
  const own = { show, back: FACTOR_PATHS.page, asksAgain: true } as const;
  return [
    {
      id: "factor",
      method: "GET",
      path: FACTOR_PATHS.page,
      needs: "signed-in",
      handle: (call) => show(call, new Forms()),
    },
    ...personForm({
      ...own,
      id: "factor.app",
      path: FACTOR_PATHS.app,
      act: async (call) => await showSetUp(call, new Forms()),
    }),
    ...personForm({
      ...own,
      id: "factor.confirm",
      path: FACTOR_PATHS.confirm,
      show: showSetUp,
      async act(call, form) {
        const { person, address, startedMs } = call;
        const given = { sealed: form.get("sealed") ?? "", code: form.get("code") ?? "", address };
        const { codes, token } = await attempts.guess(
          `person ${person.id}`,
          startedMs,
          () => factors.setUp(person, given),
        );
        return page(call, recoveryCodesBody(codes), { headers: call.cookieHeader(token) });
      },
    }),
    ...personForm({
      ...own,
      id: "factor.codes",
      path: FACTOR_PATHS.codes,
      act: async (call) => page(call, recoveryCodesBody(await factors.renewCodes(call.person))),
    }),
    ...personForm({
      ...own,
      id: "factor.remove",
      path: FACTOR_PATHS.remove,
      asksAgain: false,
      async act(call, form) {
        const { person, startedMs } = call;
        await attempts.guess(
          `person ${person.id}`,
          startedMs,
          () => factors.remove(person, form.get("code") ?? "", call),
        );
        return seeOther(withQuery(FACTOR_PATHS.page, { done: "removed" }));
      },
    }),
  ];
}
