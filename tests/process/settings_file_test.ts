/** The settings file of an installation: who reads it, and whom it obeys. */
import assert from "node:assert/strict";
import { NO_FILE } from "../../src/command/file_settings.ts";
import { takeSettings } from "../../src/process/config/settings_file.ts";
import { withFolder } from "../support/process.ts";

/** Takes settings from a file of a mode, as a program with variables and arguments. */
async function taken(
  folder: string,
  { text, mode = 0o640, args = ["merchant", "list"], set = {}, isInstalled = true, owner }: {
    readonly text: string;
    readonly mode?: number;
    readonly args?: readonly string[];
    readonly set?: Readonly<Record<string, string>>;
    readonly isInstalled?: boolean;
    readonly owner?: number;
  },
) {
  const file = `${folder}/checkoutd.env`;
  await Deno.writeTextFile(file, text);
  await Deno.chmod(file, mode);
  const env = new Map(Object.entries(set));
  const own = (await Deno.stat(file)).uid ?? 0;
  const settings = takeSettings({
    isInstalled,
    args,
    env: { get: (name) => env.get(name), set: (name, value) => void env.set(name, value) },
    file,
    owner: owner ?? own,
  });
  return { settings, file, env: Object.fromEntries(env) };
}

const TEXT = `# settings
CHECKOUT_DB=/var/lib/checkoutd/checkout.db
; another comment
CHECKOUT_DASHBOARD_URL="https://shop.example/?a=\\"b\\""
 CHECKOUT_METRICS_TOKEN='a b' \n
PGPASSFILE=/etc/checkoutd/pass\\
word
PATH=/tmp
CHECKOUT_PORT=9000
`;

Deno.test("takeSettings() sets what systemd would, but for variables that are set or of others", () =>
  withFolder(async (folder) => {
    const { settings, env, file } = await taken(folder, {
      text: TEXT,
      set: { CHECKOUT_PORT: "8000", PATH: "/bin" },
    });
    assert.deepEqual(env, {
      CHECKOUT_PORT: "8000",
      PATH: "/bin",
      CHECKOUT_DB: "/var/lib/checkoutd/checkout.db",
      CHECKOUT_DASHBOARD_URL: 'https://shop.example/?a="b"',
      CHECKOUT_METRICS_TOKEN: "a b",
      PGPASSFILE: "/etc/checkoutd/password",
    });
    assert.equal(settings.file, file);
    assert.equal(settings.problem, undefined);
    assert.deepEqual([...settings.names].sort(), [
      "CHECKOUT_DASHBOARD_URL",
      "CHECKOUT_DB",
      "CHECKOUT_METRICS_TOKEN",
      "PGPASSFILE",
    ]);
  }));

Deno.test("takeSettings() reads nothing for scripts and tests, or if a database is named", () =>
  withFolder(async (folder) => {
    for (
      const given of [
        { isInstalled: false },
        { set: { CHECKOUT_DB: "x.db" } },
        { args: ["--db", "x.db", "merchant", "list"] },
        { args: ["merchant", "list", "--db=x.db"] },
        { args: ["--demo"] },
      ]
    ) {
      const { settings, env } = await taken(folder, { text: TEXT, mode: 0o666, ...given });
      assert.deepEqual(settings, NO_FILE);
      assert.deepEqual(env, given.set ?? {});
    }
    const none = { get: () => undefined, set: () => assert.fail("nothing is set") };
    const file = `${folder}/none.env`;
    assert.deepEqual(takeSettings({ isInstalled: true, args: [], env: none, file }), NO_FILE);
  }));

Deno.test("takeSettings() obeys no file that others can change, and says so", () =>
  withFolder(async (folder) => {
    for (const given of [{ mode: 0o660 }, { mode: 0o642 }, { owner: 4_194_304 }]) {
      const { settings, env, file } = await taken(folder, { text: TEXT, ...given });
      assert.deepEqual(env, {});
      assert.equal(settings.file, null);
      const start = `The settings file can be changed by others than root: ${file}; `;
      assert.ok(settings.problem?.startsWith(start), settings.problem);
    }
  }));
