/** Users of the machine, as far as the sandbox allows to read them. */

/** Name of a user; undefined if unknown. */
export function nameOf(uid: number): string | undefined {
  return new RegExp(`^([^:]+):[^:]*:${uid}:`, "m").exec(passwd())?.[1];
}

/** True if the machine has a user of this name. */
export function hasUser(name: string): boolean {
  return passwd().split("\n").some((line) => line.startsWith(`${name}:`));
}

/** Name of this user, as the environment says; undefined if unknown. */
export function thisUser(): string | undefined {
  try {
    return Deno.env.get("USER");
  } catch {
    return undefined;
  }
}

function passwd(): string {
  try {
    return Deno.readTextFileSync("/etc/passwd");
  } catch {
    return "";
  }
}
