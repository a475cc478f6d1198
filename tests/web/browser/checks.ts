/** What can be measured of a page as it is shown. Each check lists what is wrong. */
import axe from "axe-core";
import type { Tab } from "../../support/tab.ts";

// deno-lint-ignore no-explicit-any -- those of the pages, in functions that run there
type Any = any;
declare const document: Any;
declare const getComputedStyle: (element: Any) => Any;
declare const window: Any;

/** Rules of WCAG 2.2, levels A and AA, and good practice; the rules about colours alone. */
export type AxeRules = "all" | "colours";

/** Violations that axe-core finds: the rule and the place. */
export async function violations({ page }: Tab, rules: AxeRules = "all"): Promise<string[]> {
  if (!await page.evaluate(() => "axe" in window)) await page.evaluate(axe.source);
  return await page.evaluate(async (rules) => {
    const only = rules === "all" ? {} : { runOnly: { type: "rule", values: ["color-contrast"] } };
    const { violations } = await window.axe.run(document, { ...only, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }: Any) =>
      nodes.map(({ html, failureSummary }: Any) => `${id}: ${html} ${failureSummary}`)
    );
  }, rules);
}

/** How far the page can be scrolled sideways, in pixels, with the widest elements. */
export function sidewaysScroll({ page }: Tab): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 0.5)
      .map((one) => `${one.outerHTML.slice(0, 90)} is wider than ${clientWidth} px`);
  });
}

/** Amounts of money that reach beyond their panel, or are cut off in it. */
export function strayAmounts({ page }: Tab): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, 4 /* text */);
    const stray: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!/[₹¥]|KWD|\p{Nd}[.,٫]\p{Nd}{2}/u.test(node.data) || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      for (let around = parent; around !== document.body; around = around.parentElement) {
        const { left, right, top, bottom } = around.getBoundingClientRect();
        const isPanel = around === parent ||
          around.matches("main, .sheet, section, form, li, button") ||
          getComputedStyle(around).overflow !== "visible";
        const isInside = box.left >= left - 1 && box.right <= right + 1 &&
          (around === parent || box.top >= top - 1 && box.bottom <= bottom + 1);
        if (isPanel && !isInside && getComputedStyle(around).display !== "inline") {
          stray.push(`${node.data} leaves ${around.outerHTML.slice(0, 60)}`);
        }
        // A window lies over what it is written in.
        if (around.matches("[popover]")) break;
      }
    }
    return stray;
  });
}

/** Buttons, fields and links under 44 px either way. */
export function smallTargets({ page }: Tab): Promise<string[]> {
  return page.evaluate(() => {
    const all = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    return [...document.querySelectorAll(all)].filter((one) => one.checkVisibility()).flatMap(
      (one) => {
        // Links within a sentence, and one that is shown with the focus alone.
        if (one.matches("p a, .skip:not(:focus)")) return [];
        const label = one.matches("[type=radio], [type=checkbox]") ? one.labels[0] : undefined;
        const { width, height } = (label ?? one).getBoundingClientRect();
        if (width >= 43.5 && height >= 43.5) return [];
        return [`${one.outerHTML.slice(0, 80)} is ${Math.round(width)} x ${Math.round(height)} px`];
      },
    );
  });
}

/** Texts of charts under 11 px, and labels that overlap or leave the window. */
export function smallChartTexts({ page }: Tab): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [...document.querySelectorAll("figure svg text")]
      .filter((one) => one.checkVisibility());
    const boxes = texts.map((one) => one.getBoundingClientRect());
    return texts.flatMap((one, i) => {
      const box = boxes[i];
      const next = boxes[i + 1];
      const isBeside = next !== undefined && texts[i + 1].parentElement === one.parentElement &&
        Math.abs(next.top - box.top) < 1;
      return [
        ...(parseFloat(getComputedStyle(one).fontSize) < 11 ? ["is under 11 px"] : []),
        ...(isBeside && next.left < box.right + 2 ? ["overlaps the next one"] : []),
        ...(box.left < 0 || box.right > document.documentElement.clientWidth ? ["is cut off"] : []),
      ].map((fault) => `chart text "${one.textContent}" ${fault}`);
    });
  });
}

/** The element with the focus: its role or tag, its name, and whether the focus can be seen. */
export interface Focused {
  readonly tag: string;
  readonly name: string;
  /** Part of the page that it is in. */
  readonly part: string | null;
  readonly isVisible: boolean;
}

/** The element with the focus. */
export function focused({ page }: Tab): Promise<Focused> {
  return page.evaluate(() => {
    const one = document.activeElement;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    const { width, height } = one.getBoundingClientRect();
    const name = one.labels?.[0]?.innerText ?? one.getAttribute("aria-label") ?? one.innerText;
    const hasRing = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 ||
      boxShadow !== "none";
    return {
      tag: one.tagName.toLowerCase(),
      name: name.trim(),
      part: one.closest("section")?.id ?? null,
      isVisible: hasRing && width > 0 && height > 0,
    };
  });
}

/** Doubles the size of the texts, as people who see little do. */
export async function doubleTexts({ page }: Tab): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}
