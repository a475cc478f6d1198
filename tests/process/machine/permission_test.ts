import assert from "node:assert/strict";
import { permissionHint } from "../../../src/process/machine/permission.ts";

const HINTS: readonly (readonly [access: string, hint: RegExp])[] = [
  ['env access to "PGUSER"', /^, because the sandbox must allow the variables PG\* and USER$/],
  ['net access to "db.example:5432"', /^, because the sandbox must allow the network$/],
  ['read access to "/etc/ca.pem"', /^, because the sandbox of the task allows \.\/data only; /],
];

for (const [access, hint] of HINTS) {
  Deno.test(`permissionHint() explains a missing ${access}, also as a cause`, () => {
    const cause = new Deno.errors.NotCapable(`Requires ${access}`);
    assert.match(permissionHint(cause), hint);
    assert.match(permissionHint(new Error("Cannot open the database", { cause })), hint);
  });
}

Deno.test("permissionHint() is empty for other errors", () => {
  assert.equal(permissionHint(new Error("Requires read access")), "");
  assert.equal(permissionHint(null), "");
});
