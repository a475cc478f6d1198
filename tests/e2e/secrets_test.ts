/** Real programs: secrets are sealed from the first one on, and stand in none of their files. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { aCart } from "../support/app.ts";
import { aShop } from "../support/ctl_shop.ts";
import { SQLITE, testOnEngines } from "../support/engines.ts";
import { ctlCommand, ctlJson, finish, runCtl, startServer } from "../support/process.ts";
import { type Received, Receiver } from "../support/receiver_process.ts";

const INSECURE = "--allow-insecure-webhooks";
const PASSWORDS = ["m4ilPassw0rd", "sm5T0ken"];

/** The arguments that name the file of the key. */
const keyOf = (folder: string) => ["--secrets-key", `${folder}-keys/secrets.key`];

/** Adds endpoints of all kinds; returns what must stay secret. */
async function addSecrets(folder: string, url: string) {
  const { merchantId, secret: apiKey } = await aShop(folder);
  const of = ["--merchant", merchantId, ...keyOf(folder)];
  const hook = await ctlJson(folder, "webhook", "add", url, ...of, INSECURE);
  await ctlJson(
    folder,
    ...["channel", "add", "email", "--url", `smtps://orders:${PASSWORDS[0]}@mail.example`],
    ...["--from", "orders@shop.example", ...of],
  );
  await ctlJson(
    folder,
    ...["channel", "add", "sms", "--url", "https://sms.example/send"],
    ...["--header", `Authorization: Bearer ${PASSWORDS[1]}`],
    ...["--body", '{"to": "{phone}", "text": "{text}"}', ...of],
  );
  return { apiKey, merchantId, endpoint: hook["id"] ?? "", secret: hook["secret"] ?? "" };
}

/** Files below some folders that contain a text. */
function filesWith(texts: readonly string[], folders: readonly string[]): string[] {
  const found: string[] = [];
  const walk = (folder: string) => {
    for (const { name, isDirectory, isFile } of Deno.readDirSync(folder)) {
      const path = join(folder, name);
      if (isDirectory) walk(path);
      if (!isFile) continue;
      const bytes = new TextDecoder("latin1").decode(Deno.readFileSync(path));
      for (const text of texts) if (bytes.includes(text)) found.push(`${path}: ${text}`);
    }
  };
  for (const folder of folders) walk(folder);
  return found;
}

async function withReceiver(run: (receiver: Receiver) => Promise<void>): Promise<void> {
  const receiver = await Receiver.start();
  try {
    await run(receiver);
  } finally {
    await receiver.end();
  }
}

testOnEngines(
  "no secret is in the database, its log, a backup, or what programs print",
  (engine) =>
    withReceiver((receiver) =>
      engine.withFolder(async (folder) => {
        const { apiKey, endpoint, secret } = await addSecrets(folder, `${receiver.url}/hook`);
        const server = await startServer(folder, [INSECURE, ...keyOf(folder)]);
        const response = await fetch(`${server.url}/session`, {
          method: "POST",
          headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
          body: JSON.stringify(aCart()),
        });
        assert.equal(response.status, 201);
        const [{ body, headers }] = await receiver.take(1) as [Received];
        new Webhook(secret).verify(body, headers);
        // What operators see: lists, the audit trail, and both kinds of checks.
        const printed: string[] = [];
        for (
          const words of [
            ["webhook", "list"],
            ["channel", "list"],
            ["audit", "list"],
            ["secrets", "show"],
            ["secrets", "rotate"],
            ["webhook", "disable", endpoint],
            ["doctor"],
            ["db", "check"],
            ...(engine.name === "sqlite" ? [["db", "backup", `${folder}/backup.db`]] : []),
          ]
        ) {
          const { stdout, stderr } = await runCtl(folder, ...words, ...keyOf(folder), "--json");
          printed.push(stdout, stderr);
        }
        const { output } = await server.end("SIGTERM");
        const secrets = [secret, secret.slice("whsec_".length), ...PASSWORDS];
        const said = printed.join("\n") + output;
        assert.deepEqual(secrets.filter((text) => said.includes(text)), []);
        assert.deepEqual(filesWith(secrets, [folder, `${folder}-keys`, ...engine.dataFolders]), []);
        const [, line = ""] = /^([\w+/]{43}=)$/m.exec(
          await Deno.readTextFile(`${folder}-keys/secrets.key`),
        ) ?? [];
        assert.deepEqual(filesWith([line], [folder, ...engine.dataFolders]), []);
      })
    ),
);

Deno.test("a server without the key keeps deliveries, and makes them once it is back", () =>
  withReceiver((receiver) =>
    SQLITE.withFolder(async (folder) => {
      const { apiKey, merchantId, endpoint, secret } = await addSecrets(
        folder,
        `${receiver.url}/hook`,
      );
      const file = `${folder}-keys/secrets.key`;
      await Deno.rename(file, `${folder}/away`);
      const server = await startServer(folder, [INSECURE]);
      const response = await fetch(`${server.url}/session`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify(aCart()),
      });
      assert.equal(response.status, 201);
      await server.printed(/Deliveries wait for the key of a secret/);
      const { stdout } = await runCtl(folder, "--json", "webhook", "deliveries", endpoint);
      const [delivery] = JSON.parse(stdout);
      assert.deepEqual([delivery.state, delivery.attempts], ["PENDING", 0]);
      // No secret is made anew, and none is stored plain.
      const more = ["webhook", "add", `${receiver.url}/more`, "--merchant", merchantId, INSECURE];
      const refused = await finish(ctlCommand(folder, ...more));
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /This program cannot seal secrets, there is no key yet: name /);
      assert.equal(
        await Deno.stat(file).catch(() => null),
        null,
        "no key is made over a known one",
      );
      const listed = await ctlJson(folder, "secrets", "show");
      assert.deepEqual(JSON.stringify(listed).match(/"locked"/g)?.length, 3);

      await Deno.rename(`${folder}/away`, file);
      const [{ body, headers }] = await receiver.take(1) as [Received];
      new Webhook(secret).verify(body, headers);
      await server.end("SIGTERM");
    })
  ));
