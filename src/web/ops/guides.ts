import { AppError, shown } from "../../domain/errors.ts";
import type { OpenOperation } from "../operation.ts";
import { pageHeaders } from "../page_headers.ts";
import type { FileReply } from "../reply.ts";
import { GUIDE_STYLE, guidePage } from "./guides/shelf.ts";

/** The pages load their style from this server, and nothing else. */
const GUARDED = pageHeaders(["style-src 'self'", "img-src data:"]);

/** The guides and references of `docs/`, for browsers. */
export function guides(): OpenOperation[] {
  return [
    {
      id: "guides.index",
      method: "GET",
      path: "/docs/guides",
      access: "open",
      handle: () => page(""),
    },
    {
      id: "guides.page",
      method: "GET",
      path: "/docs/guides/{page}",
      access: "open",
      handle: (call) => page(call.param("page")),
    },
    {
      id: "guides.style",
      method: "GET",
      path: "/docs/guides.css",
      access: "open",
      handle: () => reply("text/css", GUIDE_STYLE),
    },
  ];
}

function page(name: string): FileReply {
  const html = guidePage(name);
  if (html === undefined) {
    throw new AppError("error.not-found", `No such page: ${shown(name)} (see /docs/guides)`);
  }
  return reply("text/html", html);
}

function reply(type: string, body: string): FileReply {
  return { status: 200, body, headers: { ...GUARDED, "Content-Type": `${type}; charset=utf-8` } };
}
