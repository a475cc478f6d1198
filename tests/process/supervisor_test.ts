import assert from "node:assert/strict";
import { type Alarm } from "../../src/domain/alarm.ts";
import { Alarms } from "../../src/process/alarms.ts";
import { alarmLines, alarmsIn } from "../../src/process/database/server_note.ts";
import { onDashboardNote } from "../../src/process/supervise/notes.ts";
import type { ChildRole } from "../../src/process/supervise/role.ts";
import { CRASH_LIMIT, Supervisor } from "../../src/process/supervise/supervisor.ts";

/** A child that ends when the test says so. */
class FakeChild {
  readonly said: string[] = [];
  isKilled = false;
  readonly #end = Promise.withResolvers<number>();
  readonly ended = this.#end.promise;

  say(line: string): void {
    this.said.push(line);
  }

  kill(): void {
    this.isKilled = true;
    this.end(137);
  }

  end(code: number): void {
    this.#end.resolve(code);
  }
}

/** A supervisor of fake children, whose clock each pause moves. */
function aSupervisor() {
  const started: Record<ChildRole, FakeChild[]> = { server: [], dashboard: [] };
  let nowMs = 0;
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const supervisor = new Supervisor({
    start: (role) => {
      const child = new FakeChild();
      started[role].push(child);
      return child;
    },
    monotonicMs: () => nowMs,
    pause: (ms) => new Promise((resolve) => pauses.push({ ms, end: resolve })),
    limit: CRASH_LIMIT,
  });
  const turns = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  /** Ends the running dashboard, and lets the pause after it pass. */
  const crash = async (code: number) => {
    started.dashboard.at(-1)?.end(code);
    await turns();
    for (const { ms, end } of pauses.splice(0)) {
      nowMs += ms;
      end();
    }
    await turns();
  };
  const server = () => started.server[0] ?? assert.fail("no server");
  return {
    supervisor,
    started,
    server,
    crash,
    turns,
    pauses,
    advance: (ms: number) => nowMs += ms,
  };
}

Deno.test("Supervisor starts a dashboard again after a crash, and leaves it off after five in a minute", async () => {
  const { supervisor, started, server, crash, turns, advance } = aSupervisor();
  const ended = supervisor.run();
  for (let n = 0; n < 4; n++) await crash(1);
  assert.equal(started.dashboard.length, 5);
  // A minute after the first of four, a fifth is one of four.
  advance(CRASH_LIMIT.withinMs - 4 * CRASH_LIMIT.pauseMs);
  for (let n = 0; n < 4; n++) await crash(9);
  assert.equal(started.dashboard.length, 9);
  await crash(137);
  await crash(137);
  assert.deepEqual([started.dashboard.length, started.server.length], [9, 1]);
  assert.deepEqual(server().said, [
    ...Array.from({ length: 4 }, () => "dashboard crashed 1"),
    ...Array.from({ length: 4 }, () => "dashboard crashed 9"),
    "dashboard off 137",
  ]);
  server().end(0);
  await turns();
  assert.equal(await ended, 0);
});

Deno.test("Supervisor ends with the code of the server, after the dashboard has ended", async () => {
  const { supervisor, started, server, turns } = aSupervisor();
  const ended = supervisor.run();
  server().end(137);
  await turns();
  const [dashboard] = started.dashboard;
  assert.deepEqual([dashboard?.said, dashboard?.isKilled], [["SIGTERM"], false]);
  dashboard?.end(0);
  assert.equal(await ended, 137);
  assert.equal(started.dashboard.length, 1);
});

Deno.test("Supervisor kills a dashboard that does not end", async () => {
  const { supervisor, started, server, turns, pauses } = aSupervisor();
  const ended = supervisor.run();
  server().end(1);
  await turns();
  assert.deepEqual(pauses.map(({ ms }) => ms), [CRASH_LIMIT.endMs]);
  pauses[0]?.end();
  assert.equal(await ended, 1);
  assert.equal(started.dashboard[0]?.isKilled, true);
});

Deno.test("Supervisor sends signals on, and starts nothing after one that ends it", async () => {
  const { supervisor, started, server, turns } = aSupervisor();
  const ended = supervisor.run();
  for (const signal of ["SIGHUP", "SIGTERM", "SIGINT"] as const) supervisor.signal(signal);
  for (const child of [server(), started.dashboard[0]]) {
    assert.deepEqual(child?.said, ["SIGHUP", "SIGTERM", "SIGINT"]);
  }
  started.dashboard[0]?.end(1);
  await turns();
  server().end(0);
  assert.equal(await ended, 0);
  assert.deepEqual([started.dashboard.length, server().said.length], [1, 3]);
});

/** Alarms, with what they logged and recorded. */
function someAlarms() {
  const logged: string[] = [];
  let recorded: readonly Alarm[] = [];
  let now = 1000;
  const alarms = new Alarms({ now: () => now++, logger: { error: (text) => logged.push(text) } });
  alarms.recordIn((all) => recorded = all);
  return { alarms, logged, recorded: () => recorded };
}

Deno.test("Alarms are recorded with the time of the first, until they are cleared", () => {
  const { alarms, logged, recorded } = someAlarms();
  alarms.raise("backup", "first\nreason");
  alarms.raise("backup", "second");
  assert.deepEqual(logged, ["first\nreason", "second"]);
  assert.deepEqual(recorded(), [{ topic: "backup", since: 1000, message: "second" }]);
  assert.deepEqual(alarmsIn(`1234\nhttp://127.0.0.1:1\n${alarmLines(recorded())}`), recorded());
  assert.deepEqual(
    alarmsIn(alarmLines([{ topic: "dashboard", since: 7, message: "two\nlines" }])),
    [{ topic: "dashboard", since: 7, message: "two lines" }],
  );
  assert.deepEqual(alarmsIn("1234\nalarm nothing 1 text\nalarm backup"), []);
  alarms.clear("backup");
  assert.deepEqual([recorded(), alarms.has("backup")], [[], false]);
});

Deno.test("onDashboardNote() logs each crash, and raises the alarm once the dashboard stays off", () => {
  const { alarms, logged, recorded } = someAlarms();
  const warned: unknown[] = [];
  const logger = { warn: (_: string, fields?: object) => void warned.push(fields) };
  for (const note of ["dashboard crashed 7", "unknown", "dashboard off 1"]) {
    onDashboardNote(note, { logger, alarms });
  }
  assert.deepEqual(warned, [{ code: 7 }]);
  assert.equal(logged.length, 1);
  assert.match(recorded()[0]?.message ?? "", /stays off \(exit code 1\)/);
});
