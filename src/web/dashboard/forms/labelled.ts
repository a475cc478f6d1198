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
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    const [field] = Object.keys(labels)
      .filter((path) => message.startsWith(path) && /^[ .[]/.test(message.slice(path.length)))
      .sort((a, b) => b.length - a.length);
    if (field === undefined) throw error;
    const named = `${labels[field]}${message.slice(field.length)}`;
    throw new AppError(code, named, { field, cause: error });
  }
}
