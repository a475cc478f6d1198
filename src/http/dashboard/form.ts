import type { Permission } from "../../domain/people/role.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import { Forms } from "../../web/dashboard/form_state.ts";
import type { DashboardBody } from "../../web/dashboard/frame.tsx";
import { noticeBody } from "../../web/dashboard/pages/notice.tsx";
import { problem } from "../problem.ts";
import type { FileReply } from "../reply.ts";
import type { DashboardPage, ShopCall } from "./page.ts";
import { page, seeOther, type ShownPage } from "./replies.ts";

/** Shows the page that a form is on. */
export type ShowShopPage = (
  call: ShopCall,
  forms: Forms,
  shown?: ShownPage,
) => MaybePromise<FileReply>;

/** A form of a page. */
export interface ShopForm {
  /** Its name in the log: `people.add`. */
  readonly id: string;
  /** Path that it is posted to. */
  readonly path: `/shops/{shop}/${string}`;
  readonly needs: Permission;
  /** Longest form, if it takes files (default: 16 KiB). */
  readonly formLimitBytes?: number;
  /** Shows its page again when it is refused. */
  readonly show: ShowShopPage;
  /**
   * Does what the form asks for.
   *
   * @returns path of the page to go to, or the answer itself where it can be shown only once
   * @throws {AppError} a refusal, shown on the page beside `error.field` or above the form
   */
  act(call: ShopCall, form: URLSearchParams): Promise<string | FileReply>;
  /**
   * Path of its page, for a browser that loads the form's address again (default: the form has a
   * page of its own there).
   */
  readonly back?: (call: ShopCall) => string;
}

/**
 * A form: Post/Redirect/Get. A refused one is answered with its page, what was entered and the
 * refusal.
 */
export function shopForm({ id, show, act, back, ...place }: ShopForm): DashboardPage[] {
  return [{
    ...place,
    id,
    method: "POST",
    async handle(call: ShopCall) {
      const values = await call.form();
      try {
        const done = await act(call, values);
        return typeof done === "string" ? seeOther(done) : done;
      } catch (thrown) {
        const { error, status, headers = {} } = problem(thrown);
        if (status === 500) throw thrown;
        const { message, field, code } = error;
        const forms = new Forms({ action: call.path, values, message, field });
        const shown = {
          status: status === 503 ? status : 422,
          headers: retryOf(headers),
          failure: code,
        };
        const again = await show(call, forms, shown);
        // The page may have the form no longer: the thing has changed, or it is another's.
        return forms.isShown ? again : page(call, refusedBody(message, back?.(call) ?? "/"), shown);
      }
    },
  }, {
    ...place,
    id: `${id}.page`,
    method: "GET",
    handle: (call: ShopCall) => back === undefined ? show(call, new Forms()) : seeOther(back(call)),
  }];
}

function refusedBody(message: string, href: string): DashboardBody {
  const link = { href, label: "Back to the page" };
  return noticeBody({ title: "Refused", text: `${message}.`, link });
}

function retryOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const seconds = headers["Retry-After"];
  return seconds === undefined ? {} : { "Retry-After": seconds };
}
