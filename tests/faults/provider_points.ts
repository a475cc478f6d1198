/** Points at which a process may die that takes a payment at a provider. */

/** Calls of the provider that the service makes. */
export const CALLS = ["open", "look", "end"] as const;
/** Changes of a payment at a provider, each a part of one commit. */
export const COMMITS = [
  "at-provider.add",
  "at-provider.page",
  "at-provider.look",
  "at-provider.close",
  "at-provider.demo",
] as const;

/** A point: a call or a commit, before it begins or once it is done. */
export type Point = `${"before" | "after"} ${(typeof CALLS)[number] | (typeof COMMITS)[number]}`;

export const POINTS: readonly Point[] = [...CALLS, ...COMMITS].flatMap((name): Point[] => [
  `before ${name}`,
  `after ${name}`,
]);
