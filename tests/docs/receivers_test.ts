/** The receivers of docs/integrating.md, each run in its own language against the real program. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { blocks, section } from "./pages.ts";
import { readRoot } from "../support/root.ts";
import { type Shown, withCommands } from "./commands.ts";
import { freePort } from "../support/raw_socket.ts";
import { type ProjectFolder, withProject } from "./project_folder.ts";
import { post, RunningReceiver, type ShownReceiver, signed } from "./receivers.ts";
import { lacks } from "../support/tools.ts";

const OTHER_SECRET = `whsec_${new Uint8Array(32).fill(9).toBase64()}`;
const BODY = '{"type":"payment.paid","data":{"session_id":"s-1","amount_paid":"10.00"}}';

interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

/** The lines of the section about webhooks: one adds an endpoint, the other sends it an event. */
async function hookLines(): Promise<readonly [add: string, test: string]> {
  const page = await readRoot("docs/integrating.md");
  const [add, test] = blocks(section(page, "Receiving webhooks"), "sh");
  assert.ok(add && test);
  return [add.text, test.text];
}

async function addEndpoint(project: ProjectFolder, line: string, port: number): Promise<Endpoint> {
  const shop = "--name Hill --domain hill-house.example --country IN --currency INR";
  await project.typed(`bin/checkoutctl db migrate && bin/checkoutctl merchant create ${shop}`);
  const add = line.replace("9000", String(port));
  return JSON.parse(
    await project.typed(add.replace("bin/checkoutctl", "bin/checkoutctl --json")),
  );
}

function receiverOf(shown: Shown, language: string, file: string): ShownReceiver {
  const [script] = shown.take(1, { of: language });
  // The packages before it belong to another receiver.
  const typed = shown.take(language === "js" ? 2 : 1, { of: "sh" });
  const start = typed.map(({ text }) => text).filter((text) => text.includes(file));
  assert.ok(script);
  assert.match(script.text.split("\n", 1)[0] ?? "", new RegExp(` ${file}$`));
  assert.equal(start.length, 1);
  return { file, script: script.text, start: start[0] ?? "" };
}

/** Posts what must be taken and what must not; what a receiver may print of it, in order. */
async function tryOut(url: string, { secret }: Endpoint): Promise<string[]> {
  const genuine = signed(secret, BODY);
  const { headers } = genuine;
  const takes = async (status: number, posted: Parameters<typeof post>[1], what: string) =>
    assert.equal(await post(url, posted), status, what);
  await takes(204, genuine, "genuine");
  await takes(204, genuine, "the same once more");
  const two = { ...headers, "webhook-signature": `v1,AAAA ${headers["webhook-signature"]}` };
  await takes(204, { body: BODY, headers: two }, "the second of two signatures");
  const id = "msg_2";
  await takes(204, signed(secret, BODY.replace("s-1", "é-2"), { id, ageSeconds: 280 }), "late");
  for (const [n, mark] of ['"test":true', '"livemode":false'].entries()) {
    const body = BODY.replace("{", `{${mark},`);
    await takes(204, signed(secret, body, { id: `msg_test_${n}` }), mark);
  }
  await takes(401, signed(OTHER_SECRET, BODY), "another secret");
  await takes(401, { ...genuine, body: BODY.replace("10.00", "99.00") }, "another body");
  await takes(401, { ...genuine, headers: { ...headers, "webhook-id": "msg_3" } }, "another id");
  await takes(401, signed(secret, BODY, { id, ageSeconds: 310 }), "old");
  await takes(401, signed(secret, BODY, { id, ageSeconds: -310 }), "of the future");
  await takes(401, { body: BODY, headers: {} }, "no headers");
  const odd = { ...headers, "webhook-timestamp": "1e9", "webhook-signature": "v1,é" };
  await takes(401, { body: BODY, headers: odd }, "odd headers");
  const skipped = "Skipped, a test: payment.paid";
  return ["payment.paid s-1 10.00", "payment.paid é-2 10.00", skipped, skipped];
}

/** Runs a receiver against a delivery of checkoutctl and against what others may send. */
async function holds(
  project: ProjectFolder,
  receiver: ShownReceiver,
  ready: RegExp,
): Promise<void> {
  const port = freePort();
  const [add, test] = await hookLines();
  const endpoint = await addEndpoint(project, add, port);
  const running = await RunningReceiver.start(project, receiver, { port, ...endpoint });
  try {
    await running.printed(ready);
    const line = test.replace(/[0-9a-f-]{36}/, endpoint.id);
    assert.match(await project.typed(line), /^The endpoint accepted event .*: HTTP 204$/m);
    const expected = await tryOut(running.url, endpoint);
    await running.printed(new RegExp(`^${expected.at(-1)}$`, "m"));
    const lines = (await running.end()).split("\n").filter((one) =>
      /^(Skipped, |payment\.)/.test(one)
    );
    assert.equal(lines[0], "Skipped, a test: webhook.test");
    assert.deepEqual(lines.slice(1), expected);
  } catch (error) {
    // Its output has the reason.
    throw new Error(await running.end().catch(String), { cause: error });
  }
}

/** Holds that a receiver without a secret takes nothing, not even what is signed with none. */
async function refusesAll(project: ProjectFolder, receiver: ShownReceiver): Promise<void> {
  const running = await RunningReceiver.start(project, receiver, { port: freePort(), secret: "" });
  try {
    const seen = await running.printed(/Error|must be set|Waiting|started/);
    if (!/Waiting|started/.test(seen)) return;
    const { headers } = signed(OTHER_SECRET, BODY);
    const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${BODY}`;
    const signature = `v1,${createHmac("sha256", "").update(text).digest("base64")}`;
    const forged = { body: BODY, headers: { ...headers, "webhook-signature": signature } };
    assert.equal(await post(running.url, forged), 500);
  } finally {
    await running.end();
  }
}

Deno.test("docs/integrating.md: the lines about webhooks are run with each receiver below", () =>
  withCommands("docs/integrating.md#receiving-webhooks", async (shown) => {
    // A line that is added there must be added to those that run.
    assert.deepEqual(shown.take(2, { of: "sh" }).map(({ text }) => text), await hookLines());
  }));

/** A lock file with one package and what it needs, as another one has them. */
function pinned(name: string, whole: string): { readonly version: string; readonly lock: string } {
  const { specifiers, npm } = JSON.parse(whole);
  const [specifier, version] = Object.entries<string>(specifiers)
    .find(([of]) => of.startsWith(`npm:${name}@`)) ?? assert.fail(name);
  const needed = [`${name}@${version}`];
  for (const id of needed) {
    const { dependencies = [] } = npm[id];
    needed.push(
      ...dependencies.map((of: string) =>
        Object.keys(npm).find((one) => one === of || one.startsWith(`${of}@`)) ?? assert.fail(of)
      ),
    );
  }
  const packages = Object.fromEntries(needed.map((id) => [id, npm[id]]));
  const workspace = { packageJson: { dependencies: [specifier] } };
  const lock = { version: "5", specifiers: { [specifier]: version }, npm: packages, workspace };
  return { version, lock: JSON.stringify(lock) };
}

Deno.test("docs/integrating.md: the receiver in JavaScript takes what is genuine and nothing else", () =>
  withCommands(
    "docs/integrating.md#a-receiver-in-javascript",
    (shown) =>
      withProject(async (project) => {
        // As the page has npm fetch it, in the version that is pinned here.
        const manifest = await readRoot("deno.json");
        const { version, lock } = pinned("standardwebhooks", await readRoot("deno.lock"));
        await project.save("package.json", `{"dependencies":{"standardwebhooks":"${version}"}}`);
        // The project's own packages are not wanted, and those for its tests may not be there.
        await project.save("deno.json", "{}");
        await project.save("deno.lock", lock);
        await project.typed("deno install --node-modules-dir=auto");
        await Deno.remove(`${project.path}/package.json`);
        await project.save("deno.json", manifest);
        const receiver = receiverOf(shown, "js", "receiver.mjs");
        await holds(project, receiver, /Waiting/);
        await refusesAll(project, receiver);
      }),
  ));

type Commands = Parameters<typeof withCommands>[1];

/** Receivers that need no package: language, tool, file, first output and section. */
const RECEIVERS = [
  [
    "python",
    "python3",
    "receiver.py",
    /Waiting/,
    (test: Commands) => withCommands("docs/integrating.md#a-receiver-in-python", test),
  ],
  [
    "php",
    "php",
    "receiver.php",
    /Development Server .* started/,
    (test: Commands) => withCommands("docs/integrating.md#a-receiver-in-php", test),
  ],
] as const;

for (const [language, tool, file, ready, ofSection] of RECEIVERS) {
  Deno.test({
    name: `docs/integrating.md: the receiver in ${language} accepts genuine webhooks only`,
    ignore: await lacks(tool),
    fn: () =>
      ofSection((shown) =>
        withProject(async (project) => {
          const receiver = receiverOf(shown, language, file);
          await holds(project, receiver, ready);
          await refusesAll(project, receiver);
        })
      ),
  });
}
