import assert from "node:assert/strict";
import { judgeServer } from "../../../src/service/health/server.ts";
import type { ServerFacts } from "../../../src/store/maintenance.ts";

const SOUND: ServerFacts = {
  version: "15.18 (Debian 15.18-0+deb12u1)",
  encoding: "UTF8",
  fsync: true,
  fullPageWrites: true,
  synchronousCommit: "on",
  synchronousStandbys: "",
  standbys: 0,
  connectionsLeft: 90,
  clockAheadMs: 0,
  lacking: [],
  tls: null,
  isVerified: false,
  isOwnMachine: true,
  bytes: 9_000_000,
  isUnfinishedCopy: false,
};

const OTHER = { isOwnMachine: false };
const SYNCHRONOUS = { synchronousStandbys: "1 (b)", standbys: 1 };

const CASES: readonly (readonly [
  facts: Partial<ServerFacts>,
  topic: string,
  level: string,
  found: RegExp,
])[] = [
  [{}, "server", "ok", /^PostgreSQL 15\.18 .*, encoding UTF8, database size 8\.6 MiB$/],
  [{ version: "14.9" }, "server", "action", /14\.9/],
  [{ version: "17.2" }, "server", "ok", /17\.2/],
  [{ encoding: "SQL_ASCII" }, "server", "action", /SQL_ASCII/],
  [{}, "durability", "ok", /fsync on, synchronous_commit on/],
  [{ fsync: false, fullPageWrites: false }, "durability", "action", /fsync, full_page_writes$/],
  [{ fullPageWrites: false }, "durability", "action", /off: full_page_writes$/],
  [{ synchronousCommit: "off" }, "durability", "ok", /each batch sets it on/],
  [{}, "standby", "ok", /^None/],
  [{ standbys: 2 }, "standby", "warn", /^2 standbys, asynchronous/],
  [SYNCHRONOUS, "standby", "ok", /synchronous standby \(1 \(b\)\)/],
  [{ ...SYNCHRONOUS, synchronousCommit: "local" }, "standby", "warn", /^1 standby, asynchronous/],
  [{ connectionsLeft: 12 }, "connections", "ok", /^12 connections/],
  [{ connectionsLeft: 11 }, "connections", "warn", /^11 connections/],
  [{ connectionsLeft: 5 }, "connections", "action", /^5 connections/],
  [{ connectionsLeft: -2 }, "connections", "action", /^0 connections/],
  [{ clockAheadMs: -999 }, "server's clock", "ok", /agrees/],
  [{ clockAheadMs: 1000 }, "server's clock", "warn", /ahead of/],
  [{ clockAheadMs: -60_000 }, "server's clock", "action", /behind/],
  [{ lacking: ["insert on sessions"] }, "rights", "action", /lacks 1 right: insert on sessions$/],
  [{}, "rights", "ok", /may read and write/],
  [{}, "TLS", "ok", /on this machine/],
  [OTHER, "TLS", "action", /^None/],
  [{ ...OTHER, tls: "TLSv1.3" }, "TLS", "warn", /not verified/],
  [{ ...OTHER, tls: "TLSv1.3", isVerified: true }, "TLS", "ok", /verified/],
  [{ isUnfinishedCopy: true }, "copy", "action", /^A copy .* not finished: servers refuse/],
];

for (const [facts, topic, level, found] of CASES) {
  Deno.test(`judgeServer() finds ${topic} ${level} with ${JSON.stringify(facts)}`, () => {
    const all = judgeServer({ ...SOUND, ...facts });
    const one = all.find((diagnosis) => diagnosis.topic === topic);
    assert.equal(one?.level, level);
    assert.match(one?.found ?? "", found);
    assert.equal(one?.advice === null, level === "ok");
    const others = all.filter((diagnosis) => diagnosis !== one && diagnosis.level !== "ok");
    assert.deepEqual(others, []);
  });
}
