import type { Context } from "../context.ts";

/** A value of an option: the text itself, or with `@` before a path the text of a file. */
export async function valueOf(context: Context, text: string): Promise<string> {
  return text.startsWith("@") ? await context.readFile(text.slice(1), (read) => read) : text;
}
