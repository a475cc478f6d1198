import { AppError, shown } from "../../domain/errors.ts";
import type { OpenOperation } from "../operation.ts";
import { pageHeaders } from "../page_headers.ts";
import type { FileReply } from "../reply.ts";

/** Seconds after which a client without a page may try again. */
const RETRY_AFTER_SECONDS = 10;

/** The pages load their style from this server, and nothing else. */
const GUARDED = pageHeaders(["style-src 'self'", "img-src data:"]);

type Shelf = typeof import("./guides/shelf.ts");

/**
 * The guides and references of `docs/`, for browsers. Their texts and the renderer are loaded on the
 * first request, so that a start does not wait for them.
 */
export function guides(): OpenOperation[] {
  return [
    {
      id: "guides.index",
      method: "GET",
      path: "/docs/guides",
      access: "open",
      handle: async () => page(await shelf(), ""),
    },
    {
      id: "guides.page",
      method: "GET",
      path: "/docs/guides/{page}",
      access: "open",
      handle: async (call) => page(await shelf(), call.param("page")),
    },
    {
      id: "guides.style",
      method: "GET",
      path: "/docs/guides.css",
      access: "open",
      handle: async () => reply("text/css", (await shelf()).GUIDE_STYLE),
    },
  ];
}

/**
 * Loads the guides. A module that cannot be read, as while clients hold all file descriptors, is
 * loaded again by the next request.
 */
async function shelf(): Promise<Shelf> {
  try {
    return await import("./guides/shelf.ts");
  } catch (cause) {
    throw new AppError("error.unavailable", "The guides cannot be loaded now: try again", {
      cause,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

function page({ guidePage }: Shelf, name: string): FileReply {
  const html = guidePage(name);
  if (html === undefined) {
    throw new AppError("error.not-found", `No such page: ${shown(name)} (see /docs/guides)`);
  }
  return reply("text/html", html);
}

function reply(type: string, body: string): FileReply {
  return { status: 200, body, headers: { ...GUARDED, "Content-Type": `${type}; charset=utf-8` } };
}
