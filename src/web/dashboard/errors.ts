import { noticeBody } from "./parts/notice.tsx";
import { problem } from "../problem.ts";
import type { FileReply } from "../reply.ts";
import type { DashboardCall } from "./page.ts";
import { page } from "./replies.ts";

type FramedCall = Pick<DashboardCall, "frame">;

const HOME = { href: "/", label: "To the start page" };

/** The answer to an unknown path, and to a shop in which the person has no role. */
export function notFound(call: FramedCall): FileReply {
  const text = "There is no such page, or it belongs to a shop that you have no access to.";
  const body = noticeBody({ title: "Not found", text, link: HOME });
  return page(call, body, { status: 404, failure: "error.not-found" });
}

/** The answer to a person whose role is too low. */
export function forbidden(call: FramedCall, role: string): FileReply {
  const text = `Your role in this shop (${role}) does not allow this. An owner can change it.`;
  const body = noticeBody({ title: "Not allowed", text, link: HOME });
  return page(call, body, { status: 403, failure: "error.unauthorized" });
}

/** The answer to a form that another site has sent. */
export function foreignForm(call: FramedCall): FileReply {
  const text = "This form was sent by another site, or by a browser that does not say by which.";
  const body = noticeBody({ title: "Refused", text, link: HOME });
  return page(call, body, { status: 403, failure: "error.invalid-request" });
}

/** The answer to a request for a host that the dashboard does not have. */
export function misdirected(call: FramedCall): FileReply {
  const text = "The dashboard is not served under this name. Start it with --url and its address.";
  const body = noticeBody({ title: "Wrong address", text });
  return page(call, { ...body, hasFiles: false }, {
    status: 421,
    failure: "error.invalid-request",
  });
}

/** The page of an error; only the log has its cause. */
export function failurePage(call: FramedCall, thrown: unknown): FileReply {
  const { error, status, headers = {} } = problem(thrown);
  if (status === 404) return { ...notFound(call), error };
  const text = status === 500
    ? "Something went wrong. The log of the dashboard has the cause."
    : `${error.message}.`;
  const body = noticeBody({ title: status >= 500 ? "Failed" : "Refused", text, link: HOME });
  const kept = headers["Retry-After"];
  const retry = kept === undefined ? {} : { "Retry-After": kept };
  return { ...page(call, body, { status, headers: retry }), error };
}
