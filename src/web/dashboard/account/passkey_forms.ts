import { MAX_PASSKEY_NAME } from "../../../domain/people/passkey.ts";
import { newPasskeyOf } from "../../../schema/passkey.ts";
import { Forms } from "../forms/form_state.ts";
import { personForm, type ShowFormPage } from "../forms/open_form.ts";
import { textField } from "../forms/text_field.ts";
import { withQuery } from "../links.ts";
import type { DashboardPage, DashboardServices, PersonCall } from "../page.ts";
import { page, seeOther } from "../replies.ts";
import { PASSKEY } from "../sign_in/passkey_form.tsx";
import { FACTOR_PATHS, recoveryCodesBody } from "./factor.tsx";
import { addPasskeyBody, PASSKEY_PATHS } from "./passkeys.tsx";

/**
 * Adding and removing a passkey of one's own.
 *
 * @param show the page of the second factor
 */
export function passkeyForms(
  { passkeys }: Pick<DashboardServices, "passkeys">,
  show: ShowFormPage<PersonCall>,
): DashboardPage[] {
  const showOffer: ShowFormPage<PersonCall> = async (call, forms, shown) => {
    const options = await passkeys.offer(call.person, call);
    const isFirst = !call.person.hasFactor;
    const entered = forms.of(PASSKEY_PATHS.add);
    return page(call, addPasskeyBody({ options, isFirst, entered }), shown);
  };
  const own = { show, back: FACTOR_PATHS.page, asksAgain: true } as const;
  return [
    ...personForm({
      ...own,
      id: "factor.passkey",
      path: PASSKEY_PATHS.offer,
      act: async (call) => await showOffer(call, new Forms()),
    }),
    ...personForm({
      ...own,
      id: "factor.passkey-add",
      path: PASSKEY_PATHS.add,
      show: showOffer,
      isOnce: true,
      async act(call, form) {
        const name = textField(form, ["name", "The name"], { min: 1, max: MAX_PASSKEY_NAME });
        const answer = newPasskeyOf(form.get(PASSKEY) ?? "");
        const first = await passkeys.add(call.person, { answer, name }, call);
        if (first === null) return seeOther(withQuery(FACTOR_PATHS.page, { done: "passkey" }));
        const headers = call.cookieHeader(first.token);
        return page(call, recoveryCodesBody(first.codes), { headers });
      },
    }),
    ...personForm({
      ...own,
      id: "factor.passkey-remove",
      path: PASSKEY_PATHS.remove,
      async act(call) {
        await passkeys.remove(call.person, call.param("id"));
        return seeOther(withQuery(FACTOR_PATHS.page, { done: "no-passkey" }));
      },
    }),
  ];
}
