import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

Deno.test("merchant list prints a table for people, and says when it is empty", () =>
  withShell(async (shell) => {
    assert.equal((await shell.run("merchant", "list")).out, "No merchants yet\n");
    const id = await createShop(shell);
    const { out } = await shell.run("merchant", "list");
    const [head = "", row = ""] = out.split("\n");
    assert.match(head, /^ID +NAME +DOMAINS +COUNTRY +CURRENCY +CART$/);
    assert.equal(row, `${id}  Demo Store  demo-store.example  IN       INR       plain`);
  }));

Deno.test("merchant list at 80 columns leaves columns out before it cuts a domain", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const longest = "a-long-name-of-thirty.example";
    await shell.json(
      ...["merchant", "create", "--name", "Somebody's very own shop", "--domain", longest],
      ...["--domain", "second.example", "--country", "IN", "--currency", "INR"],
    );
    Object.assign(shell, { isTerminal: true, columns: 80, env: { NO_COLOR: "1" } });
    const lines = (await shell.run("merchant", "list")).out.trimEnd().split("\n");
    assert.match(lines[0] ?? "", /^ID +NAME +DOMAINS$/);
    assert.match(lines.join("\n"), / {2}demo-store\.example$/m);
    assert.match(lines.join("\n"), / {2}a-long-name-of-thirty\.example,…$/m);
    assert.equal(
      lines.at(-1),
      "Hidden to fit: COUNTRY, CURRENCY, CART (widen the window, or --json)",
    );
    for (const line of lines) assert.ok(line.length <= 80, line);
  }));
