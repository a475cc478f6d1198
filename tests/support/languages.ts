import type { Language } from "../../src/web/page/language.ts";
import { ROOT } from "./root.ts";

/** The languages of the pages for customers: each has a file of texts. */
export const LANGUAGES: readonly Language[] = Array.from(
  Deno.readDirSync(`${ROOT}src/web/page/texts`),
  ({ name }) => /^([a-z]{2})\.ts$/.exec(name)?.[1],
).filter((name) => name !== undefined).sort() as Language[];
