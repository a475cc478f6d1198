import type { Stamp, StampedThing } from "../../domain/stamp.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";

/** Stored forms of things, for the preconditions of commits. */
export interface StampReads {
  /** The stamp of a thing; null if it is not stored. */
  of(thing: StampedThing): MaybePromise<Stamp>;
}
