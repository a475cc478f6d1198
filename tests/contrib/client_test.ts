import assert from "node:assert/strict";
import fc from "fast-check";
import { type IdPlaces, parseWithIds, stringifyWithIds } from "../../contrib/client/src/ids.ts";
import { withWorld } from "../support/app.ts";
import { ctlJson, startServer, withFolder } from "../support/process.ts";
import { ROOT } from "../support/root.ts";
import { memberNames } from "../support/texts.ts";

const CLIENT = `${ROOT}contrib/client`;

/** Runs Deno in the package, with its own packages and lock. */
async function deno(
  args: readonly string[],
  { env, input = "" }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly input?: string;
  } = {},
) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: CLIENT,
    env: { ...env, NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

Deno.test("checkoutd-client drives a checkout of a real server", () =>
  withFolder(async (folder) => {
    const place = ["--domain", "demo-store.example", "--country", "IN", "--currency", "INR"];
    await ctlJson(folder, "db", "migrate");
    await ctlJson(folder, "merchant", "create", "--name", "Demo", "--no-shipping", ...place);
    const key = await ctlJson(
      folder,
      "key",
      "create",
      "--merchant",
      "demo-store.example",
      "--name",
      "client",
    );
    const server = await startServer(folder);
    try {
      const { code, out, err } = await deno(
        ["test", "--frozen", "--no-prompt", "--allow-env", "--allow-net=127.0.0.1", "tests"],
        { env: { CHECKOUTD_URL: server.url, CHECKOUTD_KEY: key["secret"] ?? "" } },
      );
      assert.equal(code, 0, out + err);
      assert.match(out, /\b8 passed \| 0 failed/);
    } finally {
      await server.end("SIGTERM");
    }
  }));

Deno.test("the code of the client's README has the client's types", async () => {
  const { code, err } = await deno(["check", "--frozen", "--doc-only", "README.md"]);
  assert.equal(code, 0, err);
});

Deno.test("the client's types and places of ids are those of the OpenAPI document", () =>
  withWorld(async ({ send }) => {
    const { text } = await send("GET", "/openapi.json");
    const args = ["run", "--frozen", "--no-prompt", "--allow-env", "--allow-read", "generate.ts"];
    const { code, out, err } = await deno(args, { input: text });
    assert.equal(code, 0, err);
    const current = await Deno.readTextFile(`${CLIENT}/src/openapi.ts`);
    assert.ok(out === current, "not current: run `deno task client`");
  }));

Deno.test("the client has the program's version", async () => {
  const versions = await Promise.all(
    [`${CLIENT}/package.json`, `${ROOT}deno.json`].map(async (path) =>
      JSON.parse(await Deno.readTextFile(path)).version
    ),
  );
  assert.equal(versions[0], versions[1]);
});

const PLACES: IdPlaces = { data: { id: true, lines: { "[]": { id: true, other: { id: true } } } } };
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
/** Text that would lead a reader of JSON astray. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('"id":1', "id", '\\"', "{[", "1,", ...["1", "-7"]),
);
const line = fc.record({
  id: int64,
  title: text,
  other: fc.option(fc.record({ id: int64, note: text })),
  properties: fc.dictionary(memberNames(text), text),
}, { requiredKeys: ["id"] });
const request = fc.record({
  id: text,
  data: fc.record({
    id: int64,
    amount: fc.integer(),
    lines: fc.array(line),
    lists: fc.array(int64),
  }),
});

Deno.test("stringifyWithIds() and parseWithIds() keep digits, and everything else as JSON does", () => {
  fc.assert(fc.property(request, (value) => {
    const json = stringifyWithIds(value, PLACES);
    assert.deepEqual(parseWithIds(json, PLACES), JSON.parse(JSON.stringify(value)));
    const spaced = JSON.stringify(JSON.parse(JSON.stringify(value)), null, 1);
    assert.deepEqual(parseWithIds(spaced, PLACES), JSON.parse(spaced));
    const numbers = [value.data.id, ...value.data.lines.map(({ id }) => id)];
    for (const id of numbers) assert.match(json, new RegExp(`"id":${id}[,}]`));
    const plain: { id: unknown; data: { lists: unknown } } = JSON.parse(json);
    assert.deepEqual([plain.id, plain.data.lists], [value.id, value.data.lists]);
  }));
});

Deno.test("stringifyWithIds() leaves text that is no whole number, for the server to refuse", () => {
  for (const id of ["1.0", "1e3", "007", "-0x1", "", "1 ", "+1"]) {
    assert.equal(stringifyWithIds({ data: { id } }, PLACES), JSON.stringify({ data: { id } }));
  }
  assert.equal(
    stringifyWithIds({ data: { id: 7, lines: null } }, PLACES),
    '{"data":{"id":7,"lines":null}}',
  );
  assert.throws(() => parseWithIds('{"data":', PLACES), SyntaxError);
});
