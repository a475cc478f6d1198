/**
 * What to add to an error message when the runtime's sandbox is behind the error:
 * "cannot be made" alone would send people to look at their file system.
 */
export function permissionHint(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "NotCapable") {
      return ", because the sandbox of the task allows ./data only; " +
        "bin/checkoutd and bin/checkoutctl allow the folder of --db";
    }
  }
  return "";
}
