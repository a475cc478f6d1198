import assert from "node:assert/strict";
import { orderFields } from "../../../src/cli/views/receipt_order.ts";
import { createShop, openSession, withShell } from "../support.ts";

function request(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ data });
}

Deno.test("orderFields() has the note line by line and every attribute", () => {
  const attributes = { "Gift wrap": "yes", Slot: "evening" };
  assert.deepEqual(orderFields(request({ note: " Ring twice\r\nLeave it\n", attributes })), [
    ["Note", "Ring twice"],
    ["", "Leave it"],
    ["Attributes", "Gift wrap: yes"],
    ["", "Slot: evening"],
  ]);
});

Deno.test("orderFields() has nothing where the store sent nothing, or what cannot be read", () => {
  const nothing = [
    request({}),
    request({ note: null, attributes: null }),
    request({ note: " \n", attributes: {} }),
    request({ note: 7, attributes: ["a"] }),
    "[]",
    "null",
    "{",
    "",
  ];
  for (const received of nothing) assert.deepEqual(orderFields(received), [], received);
});

Deno.test("orderFields() shortens what is too long to be looked over, and says where it is whole", () => {
  const [note, ...rest] = orderFields(request({ note: "x".repeat(2001) }));
  assert.deepEqual([note, rest], [
    ["Note", `${"x".repeat(2000)}... 1 characters more; --json shows them`],
    [],
  ]);
  const attributes = Object.fromEntries(Array.from({ length: 53 }, (_, i) => [`a${i}`, "b"]));
  const fields = orderFields(request({ attributes }));
  assert.deepEqual([fields.length, fields.at(-2), fields.at(-1)], [
    51,
    ["", "a49: b"],
    ["", "... and 3 more; --json shows them"],
  ]);
});

Deno.test("session show has the order's note and attributes, safe for a terminal", async () => {
  await withShell(async (shell) => {
    await createShop(shell);
    const received = request({
      note: "Ring\u001b[2J twice\nPlease\u202e",
      attributes: { "Gift\u009b31m wrap": "yes\nforged" },
    });
    const id = await openSession(shell, { received });
    const { out } = await shell.run("session", "show", id);
    assert.match(
      out,
      /\n\nNote {8}Ring\?\[2J twice\n {12}Please\?\nAttributes {2}Gift\?31m wrap: yes\?forged\n\nTIME /,
    );
    const plain = await openSession(shell, { received: request({}) });
    assert.doesNotMatch((await shell.run("session", "show", plain)).out, /^(Note|Attributes)/m);
  });
});
