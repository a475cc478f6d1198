/**
 * The pages of guides, each rendered when it is first requested. Texts and renderer are loaded at
 * startup, because the runtime panics if a module is loaded while clients hold all file descriptors.
 */
import style from "../assets/guides.css" with { type: "text" };
import { guideHtml } from "./page.ts";
import { INDEX, TEXTS } from "./texts.ts";

/** Style of the pages. */
export const GUIDE_STYLE = style;

/** Pages that were rendered, by name. */
const rendered = new Map<string, string>();

/**
 * A page as HTML, rendered once.
 *
 * @param name the file's name without its ending; empty for the list of all
 * @returns undefined for an unknown page
 */
export function guidePage(name: string): string | undefined {
  const path = name === "" ? INDEX : Object.keys(TEXTS).find((one) => nameOf(one) === name);
  const text = path === undefined || path === INDEX && name !== "" ? undefined : TEXTS[path];
  if (path === undefined || text === undefined) return undefined;
  const html = rendered.get(path) ?? guideHtml(text, { path, linkTo });
  rendered.set(path, html);
  return html;
}

/**
 * Where a link within the pages leads.
 *
 * @param target a file of the repository
 * @returns an address relative to the folder of the pages; undefined if the file is not a page
 */
function linkTo(target: string): string | undefined {
  if (target === INDEX) return "../guides";
  return target in TEXTS ? nameOf(target) : undefined;
}

/** `docs/api.md` is `api`, `SECURITY.md` is `security`. */
function nameOf(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.md$/, "").toLowerCase();
}
