import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { parseServerArgs } from "../../src/process/config/config.ts";
import { parseManifest, PROGRAMS, taskStart } from "../../build/programs.ts";
import { readRoot } from "../support/root.ts";

/** The image is not built here; what it says about the programs is held to what they are. */
const FILE = fileURLToPath(new URL("../../deploy/container/Containerfile", import.meta.url));

const KNOWN = [
  "COPY",
  "ENTRYPOINT",
  "ENV",
  "EXPOSE",
  "FROM",
  "HEALTHCHECK",
  "RUN",
  "STOPSIGNAL",
  "USER",
  "VOLUME",
  "WORKDIR",
];

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

function parse(text: string): Instruction[] {
  const joined = text.replace(/^#.*\n/gm, "").replace(/\\\n\s*/g, "");
  return joined.split("\n").filter((line) => line.trim() !== "").map((line) => {
    const [, name = "", rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    assert.ok(KNOWN.includes(name), line);
    return { name, rest };
  });
}

Deno.test("Containerfile: it is built in the format that has health checks", async () => {
  for (const file of [FILE, fileURLToPath(new URL("../../docs/running.md", import.meta.url))]) {
    const lines = (await Deno.readTextFile(file)).match(/podman build.*/g) ?? [];
    assert.equal(lines.length, 1, file);
    // Podman's own format has none: it warns and leaves the check out.
    assert.match(lines[0] ?? "", /--format docker /, file);
  }
});

const instructions = parse(await Deno.readTextFile(FILE));

function only(name: string): string {
  const found = instructions.filter((each) => each.name === name);
  assert.equal(found.length, 1, name);
  return found[0]?.rest ?? "";
}

/** A list of words in JSON, at the end of an instruction. */
function words(rest: string): string[] {
  const list: unknown = JSON.parse(rest.slice(rest.indexOf("[")));
  assert.ok(Array.isArray(list));
  return list.map(String);
}

const environment = new Map(
  only("ENV").split(/\s+/).map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return [name, value] as const;
  }),
);

Deno.test("Containerfile: its variables are the server's, with values that it takes", () => {
  const help = parseServerArgs(["--help"]);
  assert.ok("text" in help);
  const flags = [...environment].filter(([name]) => name.startsWith("CHECKOUT_"));
  assert.ok(flags.length > 0);
  const argv = flags.flatMap(([name, value]) => {
    assert.ok(help.text.includes(name), name);
    return [`--${name.slice("CHECKOUT_".length).toLowerCase().replaceAll("_", "-")}`, value];
  });
  const parsed = parseServerArgs(argv);
  assert.ok("config" in parsed, JSON.stringify(parsed));
});

Deno.test("Containerfile: what it starts and asks is checkoutd with flags that it has", () => {
  for (const rest of [only("ENTRYPOINT"), only("HEALTHCHECK")]) {
    const [program, ...args] = words(rest);
    assert.equal(program, "checkoutd");
    assert.ok("config" in parseServerArgs(args), rest);
  }
  const seconds = Number(/--timeout=(\d+)s/.exec(only("HEALTHCHECK"))?.[1]);
  const asked = parseServerArgs(words(only("HEALTHCHECK")).slice(1));
  assert.ok("config" in asked && asked.config.waitReady !== undefined);
  assert.ok(asked.config.waitReady < seconds, "it gives up before it is given up");
});

Deno.test("Containerfile: it copies the files that `deno task compile` makes, and does not run as root", () => {
  assert.equal(only("COPY"), "--chmod=0755 dist/checkoutd dist/checkoutctl /usr/local/bin/");
  const [uid, gid] = only("USER").split(":").map(Number);
  assert.ok(uid !== undefined && uid > 0 && gid !== undefined && gid > 0);
  const [setup = "", unpack = ""] = instructions.filter(({ name }) => name === "RUN")
    .map(({ rest }) => rest);
  assert.match(setup, new RegExp(`--uid ${uid} --gid ${gid} `));
  // Only the user that will run it may own what is unpacked.
  assert.equal(unpack, "checkoutd --version && checkoutctl --version");
  const names = instructions.map(({ name }) => name);
  assert.ok(names.lastIndexOf("RUN") > names.indexOf("USER"));
  assert.ok(setup.includes(`${environment.get("XDG_CACHE_HOME")}/checkoutd`));
});

Deno.test("Containerfile: the database is on the volume and the ports are those that are shown", () => {
  const [volume = "-"] = words(only("VOLUME"));
  assert.ok(environment.get("CHECKOUT_DB")?.startsWith(`${volume}/`));
  const ports = ["CHECKOUT_PORT", "CHECKOUT_DASHBOARD_PORT"].map((name) => environment.get(name));
  assert.equal(only("EXPOSE"), ports.join(" "));
  assert.match(only("FROM"), /^docker\.io\/library\/debian:[a-z]+-slim$/);
  assert.equal(only("STOPSIGNAL"), "SIGTERM");
});

// A compiled program starts with the given variables only.
for (const file of ["deploy/systemd/checkoutd.service", "deploy/container/Containerfile"]) {
  Deno.test(`${file}: it sets the variables that the task sets, to the same`, async () => {
    const text = await readRoot(file);
    const manifest = parseManifest(await readRoot("deno.json"));
    const [server] = PROGRAMS;
    assert.equal(server?.name, "checkoutd");
    const wanted = Object.entries(taskStart(server, manifest).variables);
    assert.ok(wanted.length > 0);
    const joined = text.replace(/^#.*\n/gm, "").replaceAll("\\\n", " ");
    const lines = joined.match(/^(?:Environment=|ENV ).*$/gm) ?? [];
    const set = lines.flatMap((line) => line.match(/\bMALLOC_\w+=\S+/g) ?? []);
    assert.deepEqual(set, wanted.map(([name, value]) => `${name}=${value}`));
  });
}
