import { AppError } from "../../../domain/errors.ts";

/** Labels of the fields of a form, by name: the path of what the field sets. */
export type FieldLabels = Readonly<Record<string, string>>;

/**
 * Runs a reader; an error about a field names it by its label and is shown beside it.
 *
 * @throws {AppError} with `field` for a message that begins with the path of a field
 */
export function labelled<T>(labels: FieldLabels, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw inLabels(labels, error);
  }
}

/** An error in the words of a form: one about a field names it by its label. */
export function inLabels(labels: FieldLabels, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message } = error;
  const [field] = Object.keys(labels)
    .filter((path) => message.startsWith(path) && /^[ .[]/.test(message.slice(path.length)))
    .sort((a, b) => b.length - a.length);
  if (field === undefined) return error;
  // An entry of a list is counted as people do; a part of a field has no name of its own.
  const rest = message.slice(field.length)
    .replace(/^\[(\d+)\]/, (_, i) => `, entry ${Number(i) + 1},`).replace(/^(?:\.\w+)+/, "");
  const named = `${labels[field]}${rest}`;
  return new AppError(code, named, { field, cause: error });
}
