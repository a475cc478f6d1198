import type { Load } from "../client/client.ts";
import { type Database, HOT } from "./database.ts";

/** A load that is put on servers. */
export interface Case {
  readonly key: "all" | "hot" | "create";
  readonly name: string;
  readonly method: Load["method"];
  readonly loadOf: (database: Database) => Load;
}

/** Everything that is measured in rounds. */
export const CASES: readonly Case[] = [
  {
    key: "all",
    name: "Get Session, any of all",
    method: "GET",
    loadOf: ({ allIds }) => ({ method: "GET", idsFile: allIds }),
  },
  {
    key: "hot",
    name: `Get Session, any of ${HOT}`,
    method: "GET",
    loadOf: ({ hotIds }) => ({ method: "GET", idsFile: hotIds }),
  },
  {
    key: "create",
    name: "Create Session",
    method: "POST",
    loadOf: ({ cart }) => ({ method: "POST", bodyFile: cart }),
  },
];
