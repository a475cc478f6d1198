import { stampedId } from "../../../domain/stamp.ts";
import { one, type Planners } from "./statement.ts";

/** Preconditions of changes. */
export const EXPECTED = {
  expect: ({ thing, stamp }) => [
    one(
      `expect.${thing.kind}`,
      { merchant_id: thing.merchantId, id: stampedId(thing), stamp },
      { onNoRow: `Changed meanwhile: ${thing.kind} ${stampedId(thing)}` },
    ),
  ],
} satisfies Partial<Planners>;
