import assert from "node:assert/strict";
import { withCommands } from "./commands.ts";
import { withProject } from "./project_folder.ts";

Deno.test("docs/dashboard.md: its commands give and take access", () =>
  withCommands("docs/dashboard.md", (shown) =>
    withProject(async (project) => {
      await project.typed(
        "checkoutctl db migrate && checkoutctl merchant create --name 'Hill House' --domain hill-house.example " +
          "--country IN --currency INR",
      );
      const [, add = "", link = ""] = shown.lines(3, { in: "First sign-in" });
      await project.typed(add);
      assert.match(await project.typed(link), /^http:\/\/127\.0\.0\.1:8081\/sign-in\/link#/m);
      const [ben = "", grant = "", list = "", remove = ""] = shown.lines(4, { in: "Roles" });
      await project.typed(`${ben}\n${grant}`);
      const people = await project.typed(list);
      assert.match(people, /^anna +anna +owner of all shops/m);
      assert.match(people, /^ben +ben +staff of Hill House/m);
      assert.match(await project.typed(remove), /Removed ben/);
    })));
