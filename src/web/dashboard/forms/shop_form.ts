import { AppError } from "../../../domain/errors.ts";
import type { Permission } from "../../../domain/people/role.ts";
import type { MaybePromise } from "../../../domain/session/stored.ts";
import { Forms } from "./form_state.ts";
import type { DashboardBody } from "../frame.tsx";
import { noticeBody } from "../parts/notice.tsx";
import { FORM_LIMIT_BYTES } from "../../guard/body.ts";
import { problem } from "../../problem.ts";
import type { FileReply } from "../../reply.ts";
import { afterDoubleClick, formKey, SharedWork } from "./shared_work.ts";
import type { AsksIf, DashboardPage, ShopCall } from "../page.ts";
import { page, seeOther, type ShownPage } from "../replies.ts";

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
  /** The field that takes a file (default: none); the others have 16 KiB. */
  readonly file?: FormFile;
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
  /**
   * True for a form that does something each time it is sent, or whose answer is shown once: its
   * answer waits for a double click (default: false).
   */
  readonly isOnce?: boolean;
  /** As of its page. */
  readonly asksAgain?: boolean;
  /** As of its page; a file comes on top. */
  readonly formLimitBytes?: number;
  /** As of its page. */
  readonly isLong?: boolean;
  /** As of its page. */
  readonly secretFields?: readonly string[];
  /** As of its page. */
  readonly asksIf?: AsksIf | undefined;
}

/** A field that takes a file. */
export interface FormFile {
  readonly name: string;
  readonly maxMebibytes: number;
  /** True for a file that is no text: the field has it in base64 (default: false). */
  readonly isBinary?: boolean;
}

/**
 * A form: Post/Redirect/Get. A refused one is answered with its page, what was entered and the
 * refusal. One that the same browser sends again meanwhile is done once, with the same answer: after
 * a double click without a script the browser shows the second answer only.
 */
export function shopForm(
  { id, show, act, back, file, isOnce = false, ...at }: ShopForm,
): DashboardPage[] {
  const joined = new SharedWork<string | FileReply>();
  const { formLimitBytes = FORM_LIMIT_BYTES } = at;
  const place = {
    ...at,
    formLimitBytes: formLimitBytes + (file?.maxMebibytes ?? 0) * 1024 * 1024,
    hasBinaryFile: file?.isBinary ?? false,
  };
  return [{
    ...place,
    id,
    method: "POST",
    async handle(call: ShopCall) {
      const values = file === undefined ? await call.form() : new URLSearchParams();
      try {
        if (file !== undefined) await readFile(call, file, values);
        const done = await joined.run(formKey(call, values), () => {
          const acting = act(call, values);
          return isOnce ? afterDoubleClick(call, acting) : acting;
        });
        return typeof done === "string" ? seeOther(done) : done;
      } catch (thrown) {
        const { error, status, headers = {} } = problem(thrown);
        if (status === 500) throw thrown;
        const { message, field, code } = error;
        const forms = new Forms({ action: call.path, values, message, field });
        const shown = {
          status: status === 503 || status === 413 ? status : 422,
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

/**
 * Reads a form with a file.
 *
 * @param values to add its fields to
 * @throws {AppError} with the field, if the file cannot be read
 */
async function readFile(
  call: ShopCall,
  { name: field, maxMebibytes }: FormFile,
  values: URLSearchParams,
): Promise<void> {
  try {
    for (const [name, value] of await call.form()) values.append(name, value);
  } catch (error) {
    // So that the refusal is about a field of the form.
    values.set(field, "");
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    const text = code === "error.payload-too-large"
      ? `The file must have at most ${maxMebibytes} MiB`
      : message;
    throw new AppError(code, text, { field, cause: error });
  }
}

function refusedBody(message: string, href: string): DashboardBody {
  const link = { href, label: "Back to the page" };
  return noticeBody({ title: "Refused", text: `${message}.`, link });
}

function retryOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const seconds = headers["Retry-After"];
  return seconds === undefined ? {} : { "Retry-After": seconds };
}
