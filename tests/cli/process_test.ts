import assert from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../support/process.ts";
import { pathWithDeno, SCRIPTS } from "../support/tasks.ts";

async function ctl(folder: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(SCRIPTS.checkoutctl, {
    args,
    cwd: folder,
    env: { PATH: pathWithDeno(), CHECKOUT_DB: join(folder, "data", "checkout.db") },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out: out ?? "", err: err ?? "" };
}

Deno.test("cli.ts makes the database and its folder, and keeps what was written", () =>
  withFolder(async (folder) => {
    const demo = await ctl(folder, "demo", "--json");
    assert.equal(demo.code, 0, demo.err);
    assert.match(JSON.parse(demo.out).key.secret, /^ck_live_/);
    const list = await ctl(folder, "merchant", "list", "--json");
    assert.equal(JSON.parse(list.out)[0].id, JSON.parse(demo.out).merchant.id);
    const migrate = await ctl(folder, "db", "migrate", "--json");
    assert.ok(JSON.parse(migrate.out).schema_version >= 1);
  }));

Deno.test("cli.ts reads a file with a byte order mark, and refuses one that is not UTF-8", () =>
  withFolder(async (folder) => {
    const path = join(folder, "shop.json");
    await Deno.writeTextFile(path, '\ufeff{"merchants":[]}');
    const marked = await ctl(folder, "seed", path);
    assert.match(marked.err, /merchants must have at least 1 entry/);
    await Deno.writeFile(path, new Uint8Array([0x7b, 0xff, 0x7d]));
    const broken = await ctl(folder, "seed", path);
    assert.equal(broken.code, 1);
    assert.match(broken.err, /^error: Cannot read the file, it is not UTF-8: /);
  }));

Deno.test("cli.ts posts a test event to a real endpoint, with no server running", () =>
  withFolder(async (folder) => {
    const received: { signature: string | null; type: unknown }[] = [];
    await using receiver = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      async ({ headers, body }) => {
        const { type } = await new Response(body).json();
        received.push({ signature: headers.get("webhook-signature"), type });
        return new Response(null, { status: 204 });
      },
    );
    await ctl(folder, "demo");
    const added = await ctl(
      folder,
      ...["webhook", "add", `http://127.0.0.1:${receiver.addr.port}/hooks`, "--json"],
      ...["--merchant", "demo-store.example", "--allow-insecure-webhooks"],
    );
    assert.equal(added.code, 0, added.err);
    const tested = await ctl(folder, "webhook", "test", JSON.parse(added.out).id, "--json");
    assert.equal(tested.code, 0, tested.err);
    assert.equal(JSON.parse(tested.out).status, 204);
    assert.equal(received.length, 1);
    assert.equal(received[0]?.type, "webhook.test");
    assert.match(received[0]?.signature ?? "", /^v1,/);
  }));

Deno.test("cli.ts says in one line when the file is no database, and exits 1", () =>
  withFolder(async (folder) => {
    const path = join(folder, "notes.txt");
    await Deno.writeTextFile(path, "these are notes, and no database at all\n".repeat(100));
    const { code, out, err } = await ctl(folder, "merchant", "list", "--db", path);
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^error: .*notes\.txt \(error\.unavailable\)\n$/);
  }));

Deno.test("cli.ts exits 2 on wrong usage", () =>
  withFolder(async (folder) => {
    const { code, err } = await ctl(folder, "nonsense");
    assert.equal(code, 2);
    assert.match(err, /^error: Unknown command 'nonsense'/);
  }));
