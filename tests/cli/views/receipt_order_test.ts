import assert from "node:assert/strict";
import { orderFields } from "../../../src/cli/output/session/receipt.ts";
import { createShop, openSession, withShell } from "../support.ts";

const NOTHING = { reference: null, note: null, attributes: {} };

Deno.test("orderFields() has the reference, the note line by line and every attribute", () => {
  const attributes = { "Gift wrap": "yes", Slot: "evening" };
  assert.deepEqual(
    orderFields({ reference: "R-4711", note: " Ring twice\r\nLeave it\n", attributes }),
    [
      ["Reference", "R-4711"],
      ["Note", "Ring twice"],
      ["", "Leave it"],
      ["Attributes", "Gift wrap: yes"],
      ["", "Slot: evening"],
    ],
  );
});

Deno.test("orderFields() has nothing where the store sent nothing", () => {
  assert.deepEqual(orderFields(NOTHING), []);
  assert.deepEqual(orderFields({ reference: "", note: " \n", attributes: {} }), []);
});

Deno.test("orderFields() cuts long texts and names --json", () => {
  const [note, ...rest] = orderFields({ ...NOTHING, note: "x".repeat(2001) });
  assert.deepEqual([note, rest], [
    ["Note", `${"x".repeat(2000)}... 1 characters more; --json shows them`],
    [],
  ]);
  const attributes = Object.fromEntries(Array.from({ length: 53 }, (_, i) => [`a${i}`, "b"]));
  const fields = orderFields({ ...NOTHING, attributes });
  assert.deepEqual([fields.length, fields.at(-2), fields.at(-1)], [
    51,
    ["", "a49: b"],
    ["", "... and 3 more; --json shows them"],
  ]);
});

Deno.test("session show has the order's note and attributes, safe for a terminal", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const id = await openSession(shell, {
      reference: "R-\u001b[2J4711",
      note: "Ring\u001b[2J twice\nPlease\u202e",
      attributes: { "Gift\u009b31m wrap": "yes\nforged" },
    });
    const { out } = await shell.run("session", "show", id);
    assert.match(
      out,
      /\n\nReference {3}R-\?\[2J4711\nNote {8}Ring\?\[2J twice\n {12}Please\?\nAttributes {2}Gift\?31m wrap: yes\?forged\n\nNo events are stored\n/,
    );
    const plain = await openSession(shell);
    assert.doesNotMatch(
      (await shell.run("session", "show", plain)).out,
      /^(Reference|Note|Attributes|Tracking)/m,
    );
  }));
