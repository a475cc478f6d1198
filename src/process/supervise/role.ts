/**
 * The part of this process: a child of a supervisor is told by its first argument, which is fixed here
 * and in no help text. A child gives up the permission to run programs before any other module is
 * evaluated, so this module is imported first.
 */

/** The children of a supervisor. */
export const CHILD_ROLES = ["server", "dashboard"] as const;
/** One of {@link CHILD_ROLES}. */
export type ChildRole = (typeof CHILD_ROLES)[number];

/** The first argument of a child. */
export function wordOf(role: ChildRole): string {
  return `supervised-${role}`;
}

const [first] = Deno.args;

/** Undefined for a process that people or service managers start. */
export const ownRole: ChildRole | undefined = CHILD_ROLES.find((role) => wordOf(role) === first);

/** The arguments without that of the role. */
export const ownArgs: readonly string[] = ownRole === undefined ? Deno.args : Deno.args.slice(1);

/** Gives up the permission to run programs. */
export function giveUpRun(): void {
  Deno.permissions.revokeSync({ name: "run" });
}

if (ownRole !== undefined) giveUpRun();
