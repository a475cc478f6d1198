/** bin/checkoutd and bin/checkoutctl on a PostgreSQL URL: what they open, and where its password goes. */
import assert from "node:assert/strict";
import { TELLING, told } from "../support/scripts.ts";

Deno.test("the scripts open the files and the socket of a URL, and no others", async () => {
  const src = "./src";
  const opened = async (...given: Parameters<typeof told>) =>
    (await told(...given)).filter((word) => /^--allow-(read|write)/.test(word));
  // Sockets are written to; files of certificates and passwords are read.
  const url = "postgres://shop@db.example/shop?sslrootcert=/ca/ca.pem&passfile=%2Fpw%2fpass";
  assert.deepEqual(await opened("checkoutd", ["--db", url]), [`--allow-read=${src},/ca,/pw`]);
  assert.deepEqual(await opened("checkoutd", [], { CHECKOUT_DB: "postgresql:///shop" }), [
    `--allow-read=/var/run/postgresql,${src}`,
    "--allow-write=/var/run/postgresql",
  ]);
  assert.deepEqual(
    await opened("checkoutd", ["--db=postgres://a:b@%2Frun%2Fpg:1/shop", "--unix-socket=/s/s"], {
      PGHOST: "/other",
      PGSSLCERT: "/c/c.pem",
      PGSSLKEY: "/k/k.pem",
    }),
    [`--allow-read=/run/pg,${src},/c,/k,/s`, "--allow-write=/run/pg,/s"],
  );
  assert.deepEqual(await opened("checkoutd", ["--db", "postgres:///shop?host=/run/pg"]), [
    `--allow-read=/run/pg,${src}`,
    "--allow-write=/run/pg",
  ]);
  assert.deepEqual(await opened("checkoutctl", ["--db", "postgres://db/shop", "key", "list"]), [
    "--allow-read",
  ]);
});

Deno.test("the scripts move the password of --db to the environment", async () => {
  const telling = TELLING.replace("MALLOC_", "CHECKOUT_DB_PASSWORD=");
  const moved = async (...args: string[]) => {
    const words = await told("checkoutctl", args, {}, telling);
    return words.slice(words.indexOf("./cli.ts") + 1);
  };
  const url = "postgres://shop:p%40 ss'\"$x@db.example:6432/shop?prepare=false";
  const shown = "postgres://shop@db.example:6432/shop?prepare=false";
  const password = `CHECKOUT_DB_PASSWORD=p%40 ss'"$x`;
  assert.deepEqual(await moved("--db", url, "key", "list"), [
    ...["--db", shown, "key", "list"],
    password,
  ]);
  assert.deepEqual(await moved("key", "list", `--db=${url}`, "a b", ""), [
    ...["key", "list", `--db=${shown}`, "a b", ""],
    password,
  ]);
  // Other arguments stay as they are.
  for (
    const words of [["--db", shown], ["seed", url], ["--db", "./a:b@c"], ["--db=a", "--url", url]]
  ) assert.deepEqual(await moved(...words), words);
});
