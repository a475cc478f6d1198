import type { Subject } from "../../src/domain/caller.ts";
import { uuid } from "./builders.ts";

/** The operator of tests. */
export const OPERATOR: Subject = { kind: "operator", label: "cli:asha" };

let entries = 9_000;

/** A new id for an audit entry, where a test makes nothing else. */
export function entryId(): string {
  return uuid(entries++);
}
