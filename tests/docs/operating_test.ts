/** The page about operating: its commands are run, on other folders and ports. */
import assert from "node:assert/strict";
import { WriteHealth } from "../../src/store/commit/health.ts";
import { blocks, codes, section, table } from "./pages.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { commandsOf, type Shown, withCommands } from "./commands.ts";
import { freePort } from "../support/raw_socket.ts";
import { type ProjectFolder, withProject } from "./project_folder.ts";
import { sourceTexts } from "../support/sources.ts";
import { lacks, runTool } from "../support/tools.ts";

const PAGE = "docs/operating.md";

/** Stands in for systemd: starts the program as the unit would, and stops it. */
const SYSTEMCTL = `#!/bin/sh
cd "$(dirname "$0")/.." || exit 1
case "$1 $2" in
  "start checkoutd")
    nohup bin/checkoutd --db var/checkout.db > log 2>&1 &
    echo $! > pid
    until grep -q '"url"' log; do kill -0 "$(cat pid)" || exit 1; done ;;
  "stop checkoutd") kill "$(cat pid)"; while kill -0 "$(cat pid)" 2> /dev/null; do :; done ;;
  *) exit 90 ;;
esac
`;

/** Types a line on the folders of the test. */
async function typed(project: ProjectFolder, line: string): Promise<string> {
  return await project.typed(moved(project, line));
}

function moved({ path }: ProjectFolder, line: string): string {
  return line.replaceAll("/var/lib/checkoutd", `${path}/var`)
    .replaceAll("/var/backups/checkoutd", `${path}/backups`)
    // The user of the tests is the user of the server.
    .replace("-o checkoutd -g checkoutd", `-o ${Deno.uid()} -g ${Deno.gid()}`)
    // Where there is no terminal to say yes on.
    .replace(/ db restore /, " db restore --yes ");
}

const SHOP = "--country IN --currency INR --db /var/lib/checkoutd/checkout.db";

/** Names of the shops that are there. */
async function shops(project: ProjectFolder): Promise<string[]> {
  const list = "checkoutctl --json --db /var/lib/checkoutd/checkout.db merchant list";
  const all: { name: string }[] = JSON.parse(await typed(project, list));
  return all.map(({ name }) => name).sort();
}

/** The commands below a heading that has so many blocks of them. */
function linesOf(shown: Shown, heading: string, count = 1): string[] {
  return shown.take(count, { in: heading, of: "sh" }).flatMap(commandsOf);
}

/** The recipe for cron, as cron would run it. */
async function nightly(project: ProjectFolder): Promise<void> {
  const [table] = blocks(section(await readRoot(PAGE), "Backup"), "text");
  const [, command = ""] = /^\d+ \d+ \* \* \* {2}checkoutd {2}(.*)\n$/.exec(table?.text ?? "") ??
    [];
  assert.ok(command.startsWith("/usr/local/bin/checkoutd-backup "));
  const line = command.replace("/usr/local/bin", `${ROOT}contrib`)
    // A folder of its own, as it is not the test's only backup.
    .replace("/var/backups/checkoutd", "/var/backups/checkoutd/nightly");
  assert.equal(await typed(project, `${line} 2>&1`), "");
  const [copy = ""] = [...Deno.readDirSync(`${project.path}/backups/nightly`)].map(({ name }) =>
    name
  );
  assert.match(copy, /^checkout-\d{8}T\d{6}Z\.db$/);
}

Deno.test({
  name:
    "docs/operating.md: backup, check, doctor, upgrade and restore run as shown, beside a server",
  ignore: await lacks("curl"),
  fn: () =>
    withCommands("docs/operating.md", (shown) =>
      withProject(async (project) => {
        await project.save("bin/systemctl", SYSTEMCTL);
        await typed(project, "chmod +x bin/systemctl; mkdir -m 750 var; mkdir -m 700 backups");
        const create = (name: string) =>
          typed(
            project,
            `checkoutctl merchant create --name ${name} --domain ${name}.example ${SHOP}`,
          );
        await typed(project, `checkoutctl db migrate ${DB}`);
        await create("one");
        await typed(project, "systemctl start checkoutd");
        try {
          for (const line of linesOf(shown, "Backup")) await typed(project, line);
          await create("two");
          for (const line of linesOf(shown, "Check")) await typed(project, line);
          const [audit = ""] = linesOf(shown, "Who changed what");
          const entries = await typed(project, `${audit.trim()} ${DB}`);
          assert.match(entries, /merchant\.create/);
          const [verify = ""] = linesOf(shown, "The chain of the audit trail");
          await typed(project, `${verify.trim()} ${DB}`);
          const [doctor, ...others] = linesOf(shown, "Diagnose");
          assert.ok(doctor !== undefined && others.length === 0);
          const { code, stdout } = await project.type(moved(project, doctor));
          // Its findings depend on the machine; that it ends does not.
          assert.ok(code === 0 || /action/.test(stdout), stdout);
          await nightly(project);
          assert.deepEqual(await shops(project), ["one", "two"]);
          for (const line of linesOf(shown, "Restore")) await typed(project, line);
          assert.deepEqual(await shops(project), ["one"]);
          const [erase = ""] = linesOf(shown, "Erase a person");
          const erased = await project.type(
            moved(project, `${erase.trim()} --yes ${DB}`),
          );
          assert.match(erased.stderr, /error\.customer-not-found/, "a shop without customers");
          for (const line of linesOf(shown, "Upgrade", 2)) await typed(project, line);
        } finally {
          await typed(project, "systemctl stop checkoutd");
        }
        await lostKey(shown, project);
        await metrics(shown, project);
      })),
});

const DB = "--db /var/lib/checkoutd/checkout.db";

/** Recovers from a lost key as the page says. */
async function lostKey(shown: Shown, project: ProjectFolder): Promise<void> {
  const [show, remove, rotate, add, ...others] = linesOf(shown, "Secrets");
  assert.ok(show && remove && rotate && add && others.length === 0);
  const { id } = JSON.parse(await typed(project, `${add} --json`));
  await Deno.remove(`${project.path}/var-keys/secrets.key`);
  assert.match(await typed(project, show), /^locked +webhook /m);
  const refused = await project.type(moved(project, rotate));
  assert.match(refused.stderr, /: 1 webhook endpoint; put that key into the file, or remove /);
  const unsealed = await project.type(moved(project, add));
  assert.match(unsealed.stderr, /This program cannot seal secrets, there is no key yet/);
  await typed(project, `${remove.replace("ENDPOINT", id)} --yes`);
  assert.match(await typed(project, rotate), /^Sealed 0 secrets with the key /);
  await typed(project, add);
  assert.match(await typed(project, show), /^open +webhook /m);
}

/** Starts a server by a line, and holds that the next one shows its metrics. */
async function metrics(shown: Shown, project: ProjectFolder): Promise<void> {
  const [serve, look, guarded, lookBehind] = shown.lines(4, { in: "Metrics" });
  assert.ok(serve && look && guarded && lookBehind);
  const port = String(freePort());
  await project.serving(serve.replace("9464", port), async () => {
    assert.match(await typed(project, look.replace("9464", port)), /^checkoutd_build_info\{/m);
  });
  await project.serving(`env ${guarded}`, async ({ url }) => {
    const line = lookBehind.replace("http://127.0.0.1:8080", url);
    assert.match(await typed(project, line), /^checkoutd_build_info\{/m);
    assert.match(await typed(project, line.replace("change", "guess")), /error\.unauthorized/);
  });
}

Deno.test("docs/server.md: every metric, and no others", async () => {
  const rows = table(await readRoot("docs/server.md"), "Metric");
  const sources = (await sourceTexts("src/process/metrics")).map(({ text }) => text).join("\n");
  const names = [...sources.matchAll(/"((?:checkoutd|process)_[a-z_]+)"/g)].map(([, name]) => name);
  const shown = rows.map(([name = ""]) => codes(name)[0]);
  assert.ok(shown.length >= 10);
  assert.deepEqual(shown.sort(), [...new Set(names)].sort());
});

Deno.test({
  name: "docs/operating.md: Prometheus takes the configuration that is shown",
  ignore: await lacks("promtool"),
  fn: () =>
    withProject(async (project) => {
      const [config] = blocks(section(await readRoot(PAGE), "Metrics"), "yaml");
      await project.save("prometheus.yml", config?.text ?? "");
      const { code, stderr } = await runTool("promtool", ["check", "config", "prometheus.yml"], {
        cwd: project.path,
      });
      assert.equal(code, 0, stderr);
      assert.match(config?.text ?? "", /"127\.0\.0\.1:9464"/);
    }),
});

Deno.test("docs/operating.md: the unit waits for the server as long as Upgrade says", async () => {
  const said = codes(section(await readRoot(PAGE), "Upgrade"));
  const unit = await readRoot("deploy/systemd/checkoutd.service");
  assert.ok(said.includes(/--wait-ready \d+/.exec(unit)?.[0] ?? "?"));
});

Deno.test("docs/server.md: the reasons of failing writes and their Retry-After are the program's", async () => {
  const rows = table(section(await readRoot("docs/server.md"), "Failing writes"), "Reason");
  const expected = (["full", "read-only", "other", "damaged"] as const).map((fault) => {
    const { message, retryAfterSeconds } = new WriteHealth().failed(fault, new Error("a test"));
    return [message, retryAfterSeconds] as const;
  });
  const shown = rows.slice(0, expected.length);
  for (const [i, [reason = "", , seconds]] of shown.entries()) {
    assert.match(expected[i]?.[0] ?? "", new RegExp(reason), reason);
    assert.equal(Number(seconds), expected[i]?.[1], reason);
  }
});
