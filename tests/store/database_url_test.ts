import assert from "node:assert/strict";
import fc from "fast-check";
import {
  DatabaseUrlError,
  hasPassword,
  isUrl,
  readDatabaseUrl,
  shownDatabase,
} from "../../src/store/database_url.ts";

const none = () => undefined;
const withUser = (name: string) => name === "USER" ? "ann" : undefined;

Deno.test("readDatabaseUrl() reads every part", () => {
  const url = "postgresql://shop:p%40ss%2Fw%3A@db.example:6432/check%20out" +
    "?sslmode=verify-ca&sslrootcert=/etc/ca.pem&sslcert=c.pem&sslkey=k.pem" +
    "&application_name=one&connect_timeout=3&prepare=false&passfile=/run/pass";
  assert.deepEqual(readDatabaseUrl(url, none), {
    host: "db.example",
    port: 6432,
    user: "shop",
    password: "p@ss/w:",
    database: "check out",
    sslMode: "verify-ca",
    sslRootCert: "/etc/ca.pem",
    sslCert: "c.pem",
    sslKey: "k.pem",
    passFile: "/run/pass",
    applicationName: "one",
    connectTimeoutMs: 3000,
    prepare: false,
    shown: url.replace(":p%40ss%2Fw%3A", ""),
  });
});

Deno.test("readDatabaseUrl() takes what is missing from libpq's variables and defaults", () => {
  const { host, port, user, database, prepare, password } = readDatabaseUrl(
    "postgres:///shop",
    withUser,
  );
  assert.deepEqual(
    { host, port, user, database, prepare, password },
    {
      host: "/var/run/postgresql",
      port: 5432,
      user: "ann",
      database: "shop",
      prepare: true,
      password: undefined,
    },
  );
  const env: Readonly<Record<string, string>> = {
    PGHOST: "db.example",
    PGPORT: "6000",
    PGUSER: "bob",
    PGDATABASE: "till",
    PGPASSWORD: "s%40cret",
    PGSSLMODE: "require",
    PGSSLROOTCERT: "ca.pem",
    PGPASSFILE: "pass",
    PGAPPNAME: "till",
    PGCONNECT_TIMEOUT: "7",
    USER: "ann",
  };
  const found = readDatabaseUrl("postgres://", (name) => env[name]);
  assert.equal(
    `${found.user}@${found.host}:${found.port}/${found.database}`,
    "bob@db.example:6000/till",
  );
  assert.equal(found.password, "s%40cret");
  // As libpq: a CA that is named is used.
  assert.equal(found.sslMode, "verify-ca");
  assert.equal(found.passFile, "pass");
  assert.equal(found.applicationName, "till");
  assert.equal(found.connectTimeoutMs, 7000);
  // What the URL says wins.
  const other = readDatabaseUrl("postgres://eve:x@h:1/d?sslmode=disable", (name) => env[name]);
  assert.equal(
    `${other.user}:${other.password}@${other.host}:${other.port}/${other.database}`,
    "eve:x@h:1/d",
  );
  assert.equal(other.sslMode, "disable");
  // The scripts move a password here, as it was in the URL.
  const moved = (name: string) => name === "CHECKOUT_DB_PASSWORD" ? "p%40ss" : env[name];
  assert.equal(readDatabaseUrl("postgres://eve@h/d", moved).password, "p@ss");
});

Deno.test("readDatabaseUrl() verifies the server unless it is this machine", () => {
  const modes = (urls: readonly string[]) =>
    urls.map((url) => readDatabaseUrl(url, withUser).sslMode);
  const own = [
    "postgres://127.0.0.1/d",
    "postgres://127.1.2.3:6000/d",
    "postgres://localhost/d",
    "postgres://LOCALHOST/d",
    "postgres://[::1]:5433/d",
    "postgres:///d",
    "postgres:///d?host=/run/pg",
    "postgres://%2Frun%2Fpg/d",
    "postgres://db.example/d?host=127.0.0.1",
  ];
  assert.deepEqual(modes(own), own.map(() => "disable"));
  const other = [
    "postgres://db.example/d",
    "postgres://10.0.0.1/d",
    "postgres://[2001:db8::1]/d",
    "postgres://127.0.0.1.example/d",
    "postgres://localhost.example/d",
    "postgres:///d?host=db.example",
  ];
  assert.deepEqual(modes(other), other.map(() => "verify-full"));
  assert.equal(readDatabaseUrl("postgres://db/d?sslmode=require", withUser).sslMode, "require");
  assert.equal(readDatabaseUrl("postgres://[::1]/d", withUser).host, "::1");
  assert.equal(readDatabaseUrl("postgres://%2Frun%2Fpg/d", withUser).host, "/run/pg");
  const system = readDatabaseUrl("postgres://db/d?sslrootcert=system", withUser);
  assert.equal(system.sslRootCert, undefined);
});

const REFUSED: readonly (readonly [url: string, message: RegExp])[] = [
  ["mysql://u:secret@h/d", /^must be a path, or a URL that begins with postgres:\/\/: mysql:\/\/$/],
  ["postgres://u:secret@h", /^must name a database: /],
  ["postgres://u:secret@h/", /^must name a database: /],
  ["postgres://u:secret@h:0/d", /^must have a port from 1 to 65535$/],
  ["postgres://u:secret@h:70000/d", /^must have a port from 1 to 65535$/],
  ["postgres://u:secret@h:x/d", /^must have a port from 1 to 65535$/],
  ["postgres://u:secret", /^must have a port from 1 to 65535$/],
  ["postgres://u:secret@h/d?sslmode=prefer", /sslmode \(PGSSLMODE\) of disable, .*: prefer$/],
  ["postgres://u:secret@h/d?sslmode=", /^must have an sslmode/],
  ["postgres://u:secret@h/d?sslmod=disable", /^has an unknown parameter; .*: sslmod$/],
  ["postgres://u@h/d?password=secret", /^has an unknown parameter; .*: password$/],
  ["postgres://u:secret@h/d?toString=1", /^has an unknown parameter; .*: toString$/],
  ["postgres://u:secret@h/d?prepare=no", /^must have prepare=true or prepare=false: no$/],
  ["postgres://u:secret@h/d?prepare=true&prepare=false", /^has a parameter twice: prepare$/],
  ["postgres://u:secret@h/d?connect_timeout=0", /^must have a connect_timeout from 1 to 600: 0$/],
  ["postgres://u:secret@h/d?sslcert=c", /^must have both sslcert and sslkey, or neither$/],
  ["postgres://u:secret@h1,h2/d", /^must name one host$/],
  ["postgres://u:secret%zz@h/d", /^must have the code of a character/],
  ["postgres://u:secret%00@h/d", /^must have the code of a character/],
  // Characters of a password that were not encoded.
  ["postgres://u:sec@ret@h/d", /^must be postgres:/],
  ["postgres://u:secret/x@h/d", /^must be postgres:/],
  ["postgres://u:secret?x@h/d", /^must be postgres:/],
  ["postgres://u:secret#x@h/d", /^must be postgres:/],
  ["postgres://u:1234#secret", /^must be postgres:/],
  ["postgres://u:secret x@h/d", /^must be postgres:/],
  ["postgres://u:secret\n@h/d", /^must be postgres:/],
];

Deno.test("readDatabaseUrl() refuses a wrong URL in one line without its password", () => {
  for (const [url, message] of REFUSED) {
    assert.throws(() => readDatabaseUrl(url, none), (error) => {
      assert.ok(error instanceof DatabaseUrlError, url);
      assert.match(error.message, message, url);
      assert.doesNotMatch(error.message, /secret|\n/, url);
      return true;
    });
    assert.doesNotMatch(shownDatabase(url), /secret/, url);
  }
  assert.throws(() => readDatabaseUrl("postgres://h/d", none), /must name a user/);
});

Deno.test("shownDatabase() removes a password, and leaves paths alone", () => {
  const shown: readonly (readonly [text: string, shown: string])[] = [
    ["./data/checkout.db", "./data/checkout.db"],
    [":memory:", ":memory:"],
    ["/a:b@c/d", "/a:b@c/d"],
    ["postgres://u:p@h:1/d?sslmode=require", "postgres://u@h:1/d?sslmode=require"],
    ["postgres://u@h/d", "postgres://u@h/d"],
    ["postgres:///d?host=/run", "postgres:///d?host=/run"],
    ["postgres://h", "postgres://h"],
    ["postgres://u:p@h/d?password=p&prepare=false", "postgres://u@h/d?prepare=false"],
    ["postgres://u:p@x@h/d", "postgres://..."],
    ["mysql://u:p@h/d", "mysql://..."],
  ];
  for (const [text, wanted] of shown) assert.equal(shownDatabase(text), wanted);
  assert.deepEqual(["a/b.db", ":memory:", "postgres://h/d"].map(isUrl), [false, false, true]);
  assert.deepEqual(
    ["postgres://u:p@h/d", "postgres://u@h:1/d", "postgres://u@h/d?host=/a:b", "/a:b@c"]
      .map(hasPassword),
    [true, false, false, false],
  );
});

Deno.test("property: no password gets into a shown URL or a message, and an encoded one is read", () => {
  fc.assert(fc.property(
    fc.string({
      minLength: 6,
      maxLength: 30,
      unit: fc.constantFrom(..."aB3:/?#@&=%[]. ~\\'\"é\n"),
    }),
    (password) => {
      const raw = `postgres://user:${password}@host:5432/base?prepare=false`;
      let text = shownDatabase(raw);
      try {
        readDatabaseUrl(raw, none);
      } catch (error) {
        assert.ok(error instanceof DatabaseUrlError);
        text += error.message;
      }
      // A password of the URL's own characters may be a part of the rest.
      if (!/^postgres:\/\/user@host:5432\/base\?prepare=false/.test(text)) {
        assert.ok(!text.includes(password), text);
      }
      if (/\p{Cc}/u.test(password)) return;
      const url = `postgres://user:${encodeURIComponent(password)}@host:5432/base`;
      assert.equal(readDatabaseUrl(url, none).password, password);
      assert.equal(shownDatabase(url), "postgres://user@host:5432/base");
    },
  ));
});
