/** docs/messages.md: its commands are run, its tables and limits are the program's. */
import assert from "node:assert/strict";
import {
  CHANNEL_KINDS,
  MESSAGE_NAMES,
  MESSAGES,
  TEMPLATE_LIMITS,
} from "../../src/domain/shop/message.ts";
import { MAIL_TIMEOUT_MS } from "../../src/service/webhooks/attempt.ts";
import { readRoot } from "../support/root.ts";
import { withCommands } from "./commands.ts";
import { blocks, codes, table } from "./pages.ts";
import { withProject } from "./project_folder.ts";

const PAGE = "docs/messages.md";

Deno.test("docs/messages.md: channels are added, their texts changed and listed, and carts recovered as shown", () =>
  withCommands("docs/messages.md", (shown) =>
    withProject(async (project) => {
      const ctl = "bin/checkoutctl --json";
      await project.typed(`${ctl} db migrate`);
      await project.typed(
        `${ctl} merchant create --name "Hill House" --domain hill-house.example --country IN --currency INR`,
      );
      const [url = "", key = ""] = blocks(await readRoot(PAGE), "text").map(({ text }) => text);
      await project.save("mail-url.txt", url);
      await project.save("sms-key.txt", key);
      const sections = [
        ["E-mail", 2],
        ["SMS", 2],
        ["Texts", 3],
        ["When something fails", 1],
        ["Recovering carts", 2],
        ["The recovery link", 1],
      ] as const;
      for (const [heading, count] of sections) {
        for (const line of shown.lines(count, { in: heading })) await project.typed(line);
      }
      const listed = JSON.parse(
        await project.typed(`${ctl} channel list --merchant hill-house.example`),
      );
      assert.deepEqual(
        listed.map((one: Record<string, unknown>) => [one["url"], one["templates"]]),
        [
          ["smtps://orders%40hill-house.example@mail.example:465", {}],
          ["https://sms.example/v1/messages", {}],
        ],
      );
      const shop = JSON.parse(await project.typed(`${ctl} merchant show hill-house.example`));
      assert.deepEqual(
        [shop.idle_after, shop.recovery_url],
        [45, "https://hill-house.example/cart"],
      );
    })));

Deno.test("docs/messages.md: every message, its event, its channels and its placeholders", async () => {
  const rows = table(await readRoot(PAGE), "Message");
  assert.deepEqual(
    rows.map(([name = "", event = "", sentBy, placeholders = ""]) => [
      ...[codes(name)[0], codes(event)[0], sentBy],
      codes(placeholders),
    ]),
    MESSAGE_NAMES.map((name) => [
      ...[name, MESSAGES[name].event],
      CHANNEL_KINDS.filter((kind) => MESSAGES[name].defaults[kind] !== undefined).join(", "),
      MESSAGES[name].placeholders.map((one) => `{${one}}`),
    ]),
  );
});

Deno.test("docs/messages.md: the limits are the program's", async () => {
  const page = (await readRoot(PAGE)).replace(/\s+/g, " ");
  const { subject, email, sms } = TEMPLATE_LIMITS;
  assert.ok(page.includes(
    `at most ${subject} characters, the text of a mail ${
      email.toLocaleString("en")
    } and that of an SMS ${sms}`,
  ));
  assert.ok(page.includes(`without an answer within ${MAIL_TIMEOUT_MS / 1000} seconds`));
});
