import { Forms } from "../forms/form_state.ts";
import { personForm, type ShowFormPage } from "../forms/open_form.ts";
import { withQuery } from "../links.ts";
import type { DashboardPage, DashboardServices, PersonCall } from "../page.ts";
import { page, seeOther } from "../replies.ts";
import type { Attempts } from "../sign_in/attempts.ts";
import { FACTOR_PATHS, factorBody, recoveryCodesBody, setUpBody } from "./factor.tsx";
import { removalRefusal } from "./passkeys.tsx";
import { passkeyForms } from "./passkey_forms.ts";
import { ownFormats } from "./own_formats.ts";

/** A person's second factor: an authenticator app, passkeys, and recovery codes. */
export function factorPages(
  services: Pick<DashboardServices, "factors" | "passkeys" | "merchants">,
  attempts: Attempts,
): DashboardPage[] {
  const { factors } = services;
  const show = showFactor(services);
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
    ...passkeyForms(services, show),
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
      isOnce: true,
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
      isOnce: true,
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

/** Shows the page of a person's own factor. */
function showFactor(
  { factors, merchants }: Pick<DashboardServices, "factors" | "merchants">,
): ShowFormPage<PersonCall> {
  return async (call, forms, shown) => {
    const factor = await factors.of(call.person);
    const formats = await ownFormats({ merchants }, call);
    const done = call.query.get("done") ?? undefined;
    const refusal = removalRefusal(forms, call.path);
    const hasName = call.passkeyPlace !== undefined;
    return page(call, factorBody({ factor, hasName, done, refusal, forms, formats }), shown);
  };
}
