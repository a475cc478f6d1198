import assert from "node:assert/strict";
import fc from "fast-check";
import { passwordIn } from "../../../src/store/postgres/connection/pass_file.ts";

const ACCOUNT = { host: "db.example", port: 5432, database: "shop", user: "ann" };

const LINES: readonly (readonly [line: string, password: string | undefined])[] = [
  ["db.example:5432:shop:ann:secret", "secret"],
  ["*:*:*:*:secret", "secret"],
  ["db.example:5432:shop:ann:se:cr:et", "se:cr:et"],
  ["db.example:5432:shop:ann:se\\:cr\\\\et", "se:cr\\et"],
  ["db.example:5432:shop:ann:", ""],
  ["db.example:5433:shop:ann:secret", undefined],
  ["db.example:5432:other:ann:secret", undefined],
  ["DB.example:5432:shop:ann:secret", undefined],
  ["# db.example:5432:shop:ann:secret", undefined],
  ["db.example:5432:shop:ann", undefined],
  ["", undefined],
];

for (const [line, password] of LINES) {
  Deno.test(`passwordIn() finds ${password ?? "nothing"} in ${line || "an empty line"}`, () => {
    assert.equal(passwordIn(`${line}\n`, ACCOUNT), password);
    assert.equal(
      passwordIn(`x:*:*:*:wrong\r\n${line}\r\n*:*:*:*:last`, ACCOUNT),
      password ?? "last",
    );
  });
}

Deno.test("passwordIn() takes a socket for localhost", () => {
  const socket = { ...ACCOUNT, host: "/run/postgresql" };
  assert.equal(passwordIn("localhost:5432:shop:ann:secret", socket), "secret");
  assert.equal(passwordIn("db.example:5432:shop:ann:secret", socket), undefined);
});

Deno.test("property: passwordIn() reads back any names and password that are escaped", () => {
  const field = fc.string({ minLength: 1, unit: fc.constantFrom(..."ab:\\* #") });
  fc.assert(fc.property(field, field, field, field, (host, database, user, password) => {
    const escaped = (text: string) => text.replaceAll(/[:\\]/g, "\\$&");
    const account = { host: `h${host}`, port: 1, database: `d${database}`, user: `u${user}` };
    const line = [account.host, "1", account.database, account.user, password].map(escaped);
    assert.equal(passwordIn(line.join(":"), account), password);
  }));
});
