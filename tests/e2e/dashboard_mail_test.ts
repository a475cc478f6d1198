/** Mails of the dashboard's process to people, over a mail server that is a process of its own. */
import assert from "node:assert/strict";
import { aShop } from "../support/ctl_shop.ts";
import { followLink, linkFor, startDashboard } from "../support/dashboard_process.ts";
import { withMailServer } from "../support/mail_server_process.ts";
import { ctlJson, withFolder } from "../support/process.ts";

const PASSWORD = "correct horse battery";

/** Text of a mail, whose long lines were folded. */
function textOf(raw: string): string {
  return raw.slice(raw.indexOf("\r\n\r\n")).replaceAll("=\r\n", "");
}

Deno.test("an address is verified by a mail of --mail, and news go there", () =>
  withMailServer({ starttls: false }, (server) =>
    withFolder(async (folder) => {
      await aShop(folder);
      const token = await linkFor(folder, "anna");
      const mail = [
        "--mail",
        `smtp://127.0.0.1:${server.port}`,
        "--mail-from",
        "desk@host.example",
      ];
      const dashboard = await startDashboard(folder, ...mail);
      const { url } = dashboard;
      const cookie = (await followLink(url, token)).headers.get("set-cookie")?.split(";", 1)[0];
      const post = async (path: string, form: Record<string, string>) => {
        const { status, body } = await fetch(`${url}${path}`, {
          method: "POST",
          headers: { "cookie": cookie ?? "", "sec-fetch-site": "same-origin" },
          body: new URLSearchParams(form),
          redirect: "manual",
        });
        await body?.cancel();
        return status;
      };
      assert.equal(await post("/account/email", { email: "anna@hill.example" }), 303);
      const sent = await server.take();
      assert.deepEqual([sent.from, sent.to], ["desk@host.example", ["anna@hill.example"]]);
      const [link = ""] = /http:\/\/127\.0\.0\.1:\d+\/account\/email\/link#[\w-]{43}/.exec(
        textOf(sent.raw),
      ) ?? [];
      assert.ok(link.startsWith(url), sent.raw);
      assert.equal(await post("/account/email/link", { link }), 303);
      const change = { current: PASSWORD, password: `${PASSWORD} two`, again: `${PASSWORD} two` };
      assert.equal(await post("/account/password", change), 303);
      assert.match((await server.take()).raw, /^Subject: Your password was changed\r$/m);
      // What the command line does, the dashboard tells.
      await ctlJson(folder, "dashboard", "link", "--user", "anna");
      assert.match((await server.take()).raw, /^Subject: A sign-in link was made/m);
      const { code, log } = await dashboard.end("SIGTERM");
      assert.equal(code, 0, log);
      assert.doesNotMatch(log, /anna@hill|email\/link#/);
    })));
