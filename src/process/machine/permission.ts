/**
 * The hint for an error that the runtime's sandbox caused, else "": without it people would search
 * their file system.
 */
export function permissionHint(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name !== "NotCapable") continue;
    if (cause.message.includes("net access")) return ", because the sandbox must allow the network";
    return cause.message.includes("env access")
      ? ", because the sandbox must allow the variables PG* and USER"
      : ", because the sandbox of the task allows ./data only; " +
        "bin/checkoutd and bin/checkoutctl allow the folder of --db";
  }
  return "";
}
