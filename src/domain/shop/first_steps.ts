/** Steps of a shop until its first sale by a link, in order. */
export const FIRST_STEPS = [
  "product",
  "payment",
  "delivery",
  /** A message or an event that reached its receiver. */
  "message",
  /** Pages over HTTPS. */
  "https",
  "backup",
] as const;
/** One of {@link FIRST_STEPS}. */
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The steps that are done, and those that are not; without those that do not apply. */
export type FirstSteps = Readonly<Partial<Record<FirstStep, boolean>>>;
