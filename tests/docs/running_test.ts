/** The page about running it for real: its servers are started as shown, on other folders and ports. */
import assert from "node:assert/strict";
import { makeCertificate } from "../support/certificates.ts";
import { codes, section } from "./pages.ts";
import { readRoot, ROOT } from "../support/root.ts";
import { withCommands } from "./commands.ts";
import { NOT_RUN } from "./not_run.ts";
import { withProject } from "./project_folder.ts";
import { lacks } from "../support/tools.ts";

/** Where the pages put the database. */
const FOLDER = "/var/lib/checkoutd";

async function status(url: string): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}

Deno.test("docs/running.md: the lines for a real machine run, on another folder", () =>
  withCommands("docs/running.md#on-a-real-machine", async (shown) => {
    const lines = shown.lines(2);
    await withProject(async (project) => {
      const [start = "", list = ""] = lines.map((line) =>
        line.replaceAll(FOLDER, `${project.path}/var`)
      );
      await Deno.mkdir(`${project.path}/var`);
      await project.serving(start, async ({ url }) => {
        assert.equal(await status(`${url}/health`), 200);
        assert.equal(await status(`${url}/ready`), 200);
        const { code, stderr } = await project.type(list);
        assert.equal(code, 0, stderr);
      });
      assert.ok((await Deno.stat(`${project.path}/var/checkout.db`)).size > 0);
    });
  }));

Deno.test({
  name: "docs/running.md: it serves TLS as shown, and SIGHUP does not end it",
  ignore: await lacks("openssl", "curl"),
  fn: () =>
    withCommands("docs/running.md#tls-without-a-proxy", (shown) =>
      withProject(async (project) => {
        const [serve, renew] = shown.lines(2);
        assert.ok(serve && renew);
        const { certFile, keyFile } = await makeCertificate(project.path, "one");
        const line = serve.replace("--port 8443", "--port 0")
          .replace("/etc/checkoutd/cert.pem", certFile).replace("/etc/checkoutd/key.pem", keyFile);
        await project.serving(line, async ({ url, pid }) => {
          const { port } = new URL(url);
          const look = `curl -sS --cacert one-ca.crt https://127.0.0.1:${port}/health`;
          assert.match((await project.type(look)).stdout, /"alive":true/);
          const { code } = await project.type(renew.replace('"$(pidof checkoutd)"', String(pid)));
          assert.equal(code, 0);
          assert.match((await project.type(look)).stdout, /"alive":true/);
        });
      })),
});

Deno.test({
  name: "docs/running.md: it listens on a Unix socket as shown",
  ignore: await lacks("curl"),
  fn: () =>
    withCommands("docs/running.md#a-unix-socket", (shown) =>
      withProject(async (project) => {
        const [serve, look] = shown.lines(2)
          .map((line) => line.replace("/run/checkoutd", project.path));
        assert.ok(serve && look);
        // The socket excludes the port that a project folder gives to every server.
        await project.serving(`env -u CHECKOUT_PORT ${serve}`, async () => {
          assert.match((await project.type(look)).stdout, /"alive":true/);
        });
      })),
});

Deno.test("pages: the files that unrun commands take from the project are there", async () => {
  const pages = [...new Set(NOT_RUN.map(({ place }) => place.split("#")[0] ?? ""))];
  const paths = (await Promise.all(pages.map(readRoot))).flatMap((text) =>
    text.match(/(?<![\w/])deploy\/[\w./@-]*\w/g) ?? []
  );
  assert.ok(paths.length >= 3);
  for (const path of paths) await Deno.stat(`${ROOT}${path}`);
});

Deno.test("docs/installing.md: the cache folder of the unit is the one that is named", async () => {
  const unit = await readRoot("deploy/systemd/checkoutd.service");
  const said = codes(section(await readRoot("docs/installing.md"), "Two kinds of files"));
  for (const name of ["CacheDirectory", "Environment=XDG_CACHE_HOME"]) {
    const line = said.find((one) => one.startsWith(`${name}=`));
    assert.ok(line !== undefined && unit.split("\n").includes(line), name);
  }
});
