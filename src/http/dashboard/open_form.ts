import type { MaybePromise } from "../../domain/session/stored.ts";
import { Forms } from "../../web/dashboard/form_state.ts";
import { problem } from "../problem.ts";
import type { FileReply } from "../reply.ts";
import type { DashboardPage, OpenCall } from "./page.ts";
import { seeOther, type ShownPage } from "./replies.ts";

/** Shows the page that an open form is on. */
export type ShowOpenPage = (
  call: OpenCall,
  forms: Forms,
  shown?: ShownPage,
) => MaybePromise<FileReply>;

/** A form that needs no sign-in. A refused one is answered with its page, and what was entered. */
export function openForm({ id, path, show, act, back }: {
  readonly id: string;
  readonly path: string;
  readonly show: ShowOpenPage;
  readonly act: (call: OpenCall, form: URLSearchParams) => Promise<FileReply>;
  /** Path of its page (default: the form's own). */
  readonly back?: string;
}): DashboardPage[] {
  return [{
    id: `${id}.show`,
    method: "GET",
    path,
    needs: "open",
    handle: (call) => back === undefined ? show(call, new Forms()) : seeOther(back),
  }, {
    id,
    method: "POST",
    path,
    needs: "open",
    async handle(call) {
      const values = await call.form();
      try {
        return await act(call, values);
      } catch (thrown) {
        const { error, status, headers = {} } = problem(thrown);
        if (status === 500) throw thrown;
        const { message, field, code } = error;
        const forms = new Forms({ action: path, values, message, field });
        const wait = headers["Retry-After"];
        return await show(call, forms, {
          status: status === 429 || status === 503 ? status : 422,
          headers: wait === undefined ? {} : { "Retry-After": wait },
          failure: code,
        });
      }
    },
  }];
}
