/**
 * What to add to an error message when the runtime's sandbox is behind the error:
 * "cannot be made" alone would send people to look at their file system.
 */
export function permissionHint(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "NotCapable") {
      return ", because the sandbox allows ./data only; allow its folder with " +
        "--allow-read=FOLDER --allow-write=FOLDER";
    }
  }
  return "";
}
