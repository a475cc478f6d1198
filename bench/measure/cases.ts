import { type Load, only } from "../client/client.ts";
import { type Database, HOT } from "./database.ts";

/** A load that is put on servers. */
export interface Case {
  readonly key: "all" | "hot" | "create" | "step" | "mixed";
  readonly name: string;
  /** Only reads, or also writes. */
  readonly method: Method;
  readonly loadOf: (database: Database) => Load;
}

/** By it a case has its floor: a server that answers at once, or one that reads a body first. */
export type Method = "GET" | "POST";

/** Everything that is measured in rounds. */
export const CASES: readonly Case[] = [
  {
    key: "all",
    name: "Get Session, any of all",
    method: "GET",
    loadOf: ({ allIds }) => only("get", allIds),
  },
  {
    key: "hot",
    name: `Get Session, any of ${HOT}`,
    method: "GET",
    loadOf: ({ hotIds }) => only("get", hotIds),
  },
  {
    key: "create",
    name: "Create Session",
    method: "POST",
    loadOf: ({ cart }) => only("create", cart),
  },
  {
    key: "step",
    name: "Address, buyer, method in turn",
    method: "POST",
    loadOf: ({ steps }) => only("step", steps),
  },
  {
    key: "mixed",
    name: "70 % Get, 10 % Create, 15 % steps, 5 % pages",
    method: "POST",
    loadOf: ({ hotIds, cart, steps, pages }) => [
      { kind: "get", share: 70, file: hotIds },
      { kind: "create", share: 10, file: cart },
      { kind: "step", share: 15, file: steps },
      { kind: "page", share: 5, file: pages },
    ],
  },
];
