import { AppError } from "../domain/errors.ts";

/** Why a file cannot be read, after a comma: "it does not exist". */
export function readFailure(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : "";
  switch (name) {
    case "NotFound":
      return "it does not exist";
    case "IsADirectory":
      return "it is a folder";
    case "PermissionDenied":
    case "NotCapable":
      return "permission is denied";
    case "TypeError":
      return "it is not UTF-8";
    default:
      return "reading failed";
  }
}

/** The content of a file; the error of one that cannot be read names it. */
export async function contentOf<Content>(
  path: string,
  reading: Promise<Content>,
): Promise<Content> {
  return await reading.catch((cause) => {
    const message = `Cannot read the file, ${readFailure(cause)}: ${path}`;
    throw new AppError("error.invalid-request", message, { cause });
  });
}

/** Reads the content of a file; an error of the reader begins with its name. */
export async function namedFile<T>(path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `${path}: ${error.message}`, { cause: error });
  }
}
