import type { MaybePromise } from "../../../domain/session/stored.ts";
import { Forms } from "./form_state.ts";
import { problem } from "../../problem.ts";
import type { FileReply } from "../../reply.ts";
import { afterDoubleClick, formKey, SharedWork } from "./shared_work.ts";
import type { DashboardPage, OpenCall, PersonCall } from "../page.ts";
import { seeOther, type ShownPage } from "../replies.ts";

/** Shows the page that a form is on. */
export type ShowFormPage<Call> = (
  call: Call,
  forms: Forms,
  shown?: ShownPage,
) => MaybePromise<FileReply>;

/** A form that is about no shop. */
export interface PlainForm<Call> {
  readonly id: string;
  readonly path: string;
  readonly show: ShowFormPage<Call>;
  readonly act: (call: Call, form: URLSearchParams) => Promise<FileReply>;
  /** Path of its page (default: the form's own). */
  readonly back?: string;
  /** As of its page. */
  readonly asksAgain?: boolean | "with-factor";
  /** As of its page. */
  readonly secretFields?: readonly string[];
  /** True for a form whose answer is shown once, which waits for a double click (default: false). */
  readonly isOnce?: boolean;
}

/** A form that needs no sign-in. A refused one is answered with its page, and what was entered. */
export function openForm(form: PlainForm<OpenCall>): DashboardPage[] {
  return methodsOf(form).map((one) => ({ ...one, needs: "open" }));
}

/** A form of a signed-in person. A refused one is answered with its page, and what was entered. */
export function personForm(form: PlainForm<PersonCall>): DashboardPage[] {
  return methodsOf(form).map((one) => ({ ...one, needs: "signed-in" }));
}

function methodsOf<Call extends OpenCall>(
  { id, path, show, act, back, asksAgain = false, secretFields = [], isOnce = false }: PlainForm<
    Call
  >,
) {
  const joined = new SharedWork<FileReply>();
  /** The second of two clicks gets the answer of the first, which the browser does not show. */
  const once = (call: Call, values: URLSearchParams) =>
    joined.run(formKey(call, values), () => afterDoubleClick(call, act(call, values)));
  return [{
    id: `${id}.show`,
    method: "GET",
    path,
    handle: (call: Call) => back === undefined ? show(call, new Forms()) : seeOther(back),
  }, {
    id,
    method: "POST",
    path,
    asksAgain,
    secretFields,
    async handle(call: Call) {
      const values = await call.form();
      try {
        return await (isOnce ? once : act)(call, values);
      } catch (thrown) {
        const { error, status, headers = {} } = problem(thrown);
        if (status === 500) throw thrown;
        const { message, field, code } = error;
        const forms = new Forms({ action: call.path, values, message, field });
        const wait = headers["Retry-After"];
        return await show(call, forms, {
          status: status === 429 || status === 503 ? status : 422,
          headers: wait === undefined ? {} : { "Retry-After": wait },
          failure: code,
        });
      }
    },
  }] as const;
}
