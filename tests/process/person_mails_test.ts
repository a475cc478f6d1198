/** Mails to people over a real mail server, which is a process of its own. */
import assert from "node:assert/strict";
import { dashboardServices } from "../../src/process/dashboard.ts";
import { operatorSender } from "../../src/service/people/mail_routes.ts";
import { withWorld } from "../support/app.ts";
import { withMailServer } from "../support/mail_server_process.ts";
import { OPERATOR } from "../support/operator.ts";
import { MESSAGE_FORMS } from "../support/channels.ts";
import { plainSecrets } from "../support/secrets.ts";

const LOGGER = { info: () => {}, warn: () => {} };
const SENDING = { origin: "https://dash.example", signal: new AbortController().signal };

Deno.test("a link to verify an address leaves by the operator's server, signed in", () =>
  withMailServer({ starttls: false, password: "p@ss" }, (server) =>
    withWorld(async ({ store }) => {
      const mail = operatorSender({
        mail: `smtp://orders:p%40ss@127.0.0.1:${server.port}`,
        mailFrom: "desk@host.example",
      }, false);
      const secrets = plainSecrets(store);
      const given = { allowInsecureWebhooks: false, secrets, mail, forms: MESSAGE_FORMS };
      const { emails, personMails, people } = dashboardServices(store, LOGGER, given);
      const anna = { login: "anna", everywhere: "owner", shops: [] } as const;
      const person = await people.add(anna, OPERATOR);
      await emails.send(person, "anna@hill.example");
      await personMails.sendDue(SENDING);
      const { user, from, to, raw } = await server.take();
      assert.deepEqual([user, from, to], ["orders", "desk@host.example", ["anna@hill.example"]]);
      const [, token = ""] = /https:\/\/dash\.example\/account\/email\/link#([\w-]{43})/.exec(
        raw.replaceAll("=\r\n", ""),
      ) ?? [];
      await emails.verify(person, token, { address: "192.0.2.1" });
      assert.equal((await people.find("anna"))?.email, "anna@hill.example");
      await emails.send(person, "other@hill.example");
      await server.behave(550);
      await personMails.sendDue(SENDING);
      assert.deepEqual(await server.takeRefused(), {
        refused: "other@hill.example",
        reply: 550,
      });
    })));
