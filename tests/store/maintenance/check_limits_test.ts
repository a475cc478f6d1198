import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import { type CheckName, MAX_FINDINGS } from "../../../src/store/maintenance.ts";
import { check, look, tamper, withPopulated } from "./support.ts";

Deno.test("check() finds a damaged page and still checks what it can", () =>
  withPopulated(async (path) => {
    const root = look(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'events'");
    const file = await Deno.open(path, { write: true });
    await file.seek((Number(root?.["rootpage"]) - 1) * 4096, Deno.SeekMode.Start);
    await file.write(new Uint8Array(512).fill(0xee));
    file.close();
    const { findings } = await check(path);
    const about = (name: CheckName) => findings.filter(({ check }) => check === name);
    assert.ok(about("integrity").length > 0);
    assert.match(about("event")[0]?.message ?? "", /^Cannot read everything: .*malformed/);
    assert.equal(about("session-row").length, 0, "sessions were read");
  }));

Deno.test("check() counts more findings than it keeps", () =>
  withPopulated(async (path) => {
    const rows = MAX_FINDINGS + 50;
    tamper(
      path,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       INSERT INTO deliveries SELECT w.id, 900000 + i, 'PENDING', 0, 0, NULL, '', 0
       FROM n, (SELECT id FROM webhook_endpoints LIMIT 1) AS w`,
    );
    const { findings, found } = await check(path);
    assert.deepEqual([findings.length, found], [MAX_FINDINGS, rows]);
  }));

Deno.test("check() refuses an older schema and says what brings it up to date", () =>
  withPopulated(async (path) => {
    tamper(path, "PRAGMA user_version = 1");
    await assert.rejects(check(path), (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, "error.conflict");
      assert.match(error.message, /schema version 1 and must be at \d+, to which `db migrate`/);
      return true;
    });
  }));
