import { AppError } from "../../../domain/errors.ts";
import { Forms } from "../forms/form_state.ts";
import { acceptedBody, INVITATION_PATHS, invitationBody } from "./invitation.tsx";
import type { Attempts } from "../sign_in/attempts.ts";
import { openForm, type ShowFormPage } from "../forms/open_form.ts";
import type { DashboardPage, DashboardServices, OpenCall } from "../page.ts";
import { page, seeOther } from "../replies.ts";
import {
  endOld,
  newPasswordOf,
  signedIn,
  signedInTo,
  tokenOf,
  withAttempt,
} from "../sign_in/pages.ts";

const { page: PAGE, accepted, ...FORMS } = INVITATION_PATHS;

/** Accepting an invitation: with the account that is signed in, with another, or with a new one. */
export function invitationPages(
  services: Pick<DashboardServices, "signIns" | "browsers" | "invitations">,
  attempts: Attempts,
): DashboardPage[] {
  const { signIns, invitations } = services;
  const place = { show, back: PAGE } as const;
  return [
    { id: "invitation", method: "GET", path: PAGE, needs: "open", handle: shown },
    ...openForm({
      ...place,
      id: "invitation.accept",
      path: FORMS.accept,
      async act(call, form) {
        const person = await call.signedIn();
        if (person === null) {
          throw new AppError("error.unauthorized", "You are signed out: sign in below");
        }
        await withAttempt(attempts, call, () => invitations.accept(tokenOf(form), person));
        return seeOther(accepted);
      },
    }),
    ...openForm({
      ...place,
      id: "invitation.sign-in",
      path: FORMS.signIn,
      async act(call, form) {
        const token = tokenOf(form);
        await withAttempt(attempts, call, () => invitations.acceptable(token));
        const made = await signedIn(services, attempts, call, form);
        try {
          // With a second factor the link is opened again, once the person is signed in.
          if (!made.awaitsFactor) await invitations.accept(token, made.person);
        } catch (error) {
          await signIns.end(made.token);
          throw error;
        }
        await endOld(services, call);
        return signedInTo(made.awaitsFactor ? PAGE : accepted, made, call);
      },
    }),
    ...openForm({
      ...place,
      id: "invitation.account",
      path: FORMS.account,
      async act(call, form) {
        const request = {
          login: form.get("login") ?? "",
          name: form.get("name")?.trim(),
          password: newPasswordOf(form),
        };
        const made = await withAttempt(
          attempts,
          call,
          () => signIns.withInvitation(tokenOf(form), request, call),
        );
        await endOld(services, call);
        return seeOther(accepted, call.cookieHeader(made.token));
      },
    }),
    {
      id: "invitation.accepted",
      method: "GET",
      path: accepted,
      needs: "signed-in",
      handle: (call) => page(call, acceptedBody(call.person)),
    },
  ];
}

function shown(call: OpenCall) {
  return show(call, new Forms());
}

const show: ShowFormPage<OpenCall> = async (call, forms, shown) => {
  const person = await call.signedIn();
  return page(call, invitationBody({ login: person?.login ?? null, forms }), shown);
};
