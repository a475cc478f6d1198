import assert from "node:assert/strict";
import { NightlyBackup, type NightlyDeps } from "../../src/process/nightly_backup.ts";

const MIB = 1024 * 1024;
const at = (moment: string) => Temporal.Instant.from(moment).epochMilliseconds;

/** A folder of backups, and nights to make them in. */
function aFolder(over: Partial<NightlyDeps> = {}, names: readonly string[] | undefined = []) {
  let all = names === undefined ? undefined : [...names];
  const clock = { now: at("2026-11-28T12:00:00Z"), room: 1000 * MIB };
  const raised: string[] = [];
  let copies = 0;
  const end = new AbortController();
  const nightly = new NightlyBackup({
    folder: "/b",
    keep: 3,
    database: "/d/checkout.db",
    copy: (target) => {
      copies++;
      all?.push(target.slice("/b/".length));
      return Promise.resolve({ bytes: 7, head: { seal: 4, hash: "ab" } });
    },
    files: {
      list: () => all,
      roomBytes: () => clock.room,
      file: () => ({ bytes: 100 * MIB }),
      remove: (path) => all = all?.filter((name) => `/b/${name}` !== path),
    },
    now: () => clock.now,
    timeZone: "Asia/Kolkata",
    alarms: { raise: (_, text) => raised.push(text), clear: () => raised.splice(0) },
    logger: { info: () => {} },
    ...over,
  });
  return {
    clock,
    raised,
    end,
    names: () => all,
    copies: () => copies,
    run: async (moment: string) => {
      clock.now = at(moment);
      await nightly.runDue(end.signal);
    },
  };
}

Deno.test("NightlyBackup makes one at once in an empty folder, then one a night at 03:00 of the machine", async () => {
  const folder = aFolder();
  await folder.run("2026-11-28T12:00:00Z");
  const first = "nightly-checkout-20261128T120000Z.db";
  assert.deepEqual(folder.names(), [first]);
  // 02:59:59 in Kolkata.
  await folder.run("2026-11-28T21:29:59Z");
  assert.deepEqual(folder.names(), [first]);
  for (const moment of ["2026-11-28T21:30:00Z", "2026-11-28T21:30:10Z", "2026-11-29T10:00:00Z"]) {
    await folder.run(moment);
    assert.deepEqual(folder.names(), [first, "nightly-checkout-20261128T213000Z.db"]);
  }
  // A server that was off for days makes one.
  await folder.run("2026-12-05T10:00:00Z");
  assert.equal(folder.copies(), 3);
});

Deno.test("NightlyBackup makes one on each night in which the clocks change", async () => {
  const folder = aFolder({ timeZone: "Europe/Berlin" });
  await folder.run("2027-03-27T12:00:00Z");
  // From 02:00 to 03:00 there is no time on this night.
  await folder.run("2027-03-28T00:59:59Z");
  assert.equal(folder.copies(), 1);
  await folder.run("2027-03-28T01:00:00Z");
  await folder.run("2027-03-28T12:00:00Z");
  assert.equal(folder.copies(), 2);
});

Deno.test("NightlyBackup keeps the newest of its own, and no other file goes", async () => {
  const own = ["20261124", "20261125", "20261126"].map((day) =>
    `nightly-checkout-${day}T213000Z.db`
  );
  const others = [
    "checkout-20201128T030000Z.db",
    "nightly-checkout-20201128T213000Z.db.part-x",
    "nightly-checkout-old.db",
    "nightly-other-20201128T213000Z.db",
  ];
  const folder = aFolder({}, [...others, ...own]);
  await folder.run("2026-11-28T12:00:00Z");
  const kept = [...others, ...own.slice(1), "nightly-checkout-20261128T120000Z.db"];
  assert.deepEqual(folder.names()?.toSorted(), kept.toSorted());
});

Deno.test("NightlyBackup raises the alarm where there is no room, removes nothing, and tries again in an hour", async () => {
  const own = ["20261124", "20261125", "20261126"].map((day) =>
    `nightly-checkout-${day}T213000Z.db`
  );
  const folder = aFolder({}, own);
  folder.clock.room = 163 * MIB;
  await folder.run("2026-11-28T12:00:00Z");
  assert.deepEqual(folder.raised, [
    "The nightly backup to /b failed: The disk has 163 MiB left, and 164 MiB are needed",
  ]);
  assert.deepEqual([folder.copies(), folder.names()], [0, own]);
  folder.clock.room = 164 * MIB;
  await folder.run("2026-11-28T12:59:59Z");
  assert.deepEqual([folder.copies(), folder.raised.length], [0, 1]);
  await folder.run("2026-11-28T13:00:00Z");
  assert.deepEqual([folder.copies(), folder.raised], [1, []]);
});

Deno.test("NightlyBackup stops when the room for sales runs out meanwhile", async () => {
  const folder = aFolder({
    copy: (_, { signal, onProgress }) => {
      onProgress();
      assert.equal(signal.aborted, false);
      folder.clock.room = 63 * MIB;
      onProgress();
      assert.equal(signal.aborted, true);
      return Promise.reject(new Error("The backup was interrupted"));
    },
  });
  await folder.run("2026-11-28T12:00:00Z");
  assert.deepEqual(folder.raised, [
    "The nightly backup to /b failed: The disk has 63.0 MiB left, and 64.0 MiB are needed",
  ]);
});

Deno.test("NightlyBackup raises the alarm for a folder that cannot be read, and none at the end of the server", async () => {
  const missing = aFolder({ files: { ...NONE, list: () => undefined } });
  await missing.run("2026-11-28T12:00:00Z");
  assert.match(missing.raised[0] ?? "", /failed: Cannot read the folder: \/b$/);
  const ending = aFolder({ copy: () => Promise.reject(new Error("interrupted")) });
  const running = ending.run("2026-11-28T12:00:00Z");
  ending.end.abort();
  await running;
  assert.deepEqual(ending.raised, []);
});

const NONE: NightlyDeps["files"] = {
  list: () => [],
  roomBytes: () => undefined,
  file: () => undefined,
  remove: () => {},
};
