/** A page used by keyboard alone. */
import assert from "node:assert/strict";
import type { Tab } from "../../support/tab.ts";
import { focused } from "./checks.ts";

/** More elements than any page has. */
const MAX_STEPS = 80;

/** Goes on by Tab until something has the focus, which must be seen on every element. */
export async function tabTo(tab: Tab, name: string, part?: string): Promise<void> {
  const passed: string[] = [];
  for (let i = 0; i < MAX_STEPS; i++) {
    await tab.page.keyboard.press("Tab");
    const one = await focused(tab);
    // The browser's own bar is between the last element and the first.
    if (one.tag === "body") continue;
    passed.push(`${one.tag} ${one.name}`);
    assert.ok(one.isVisible, `The focus is not seen: ${passed.at(-1)}`);
    if (one.name.startsWith(name) && (part ?? one.part) === one.part) return;
  }
  assert.fail(`Not reached by Tab: ${name} after ${passed.join(", ")}`);
}

/** Fills in the field with a label. */
export async function type(tab: Tab, label: string, text: string, part?: string): Promise<void> {
  await tabTo(tab, label, part);
  await tab.page.keyboard.sendCharacter(text);
}
