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
