/** The forms of the dashboard as a browser has them: filled in, sent, and answered. */
import type { DashboardPage } from "../../../../src/web/dashboard/page.ts";
import { dashboardPages } from "../../../../src/web/dashboard/pages.ts";
import { Router } from "../../../../src/web/router.ts";
import type { Tab } from "../../../support/tab.ts";
import { CODE } from "../hostile.ts";
import type { Office } from "./scene.ts";
import type { Walk } from "./walk.ts";

// deno-lint-ignore no-explicit-any -- those of the pages, in functions that run there
type Any = any;
declare const document: Any;
declare const DataTransfer: Any;
declare const File: Any;

/** Values of fields by their names. */
export type Values = Readonly<Record<string, string>>;

/** A form on a page. */
export interface FoundForm {
  /** Id of what it is posted to, with its query: `coupons.create?kind=gift`. */
  readonly id: string;
  /** Path of the page that has it. */
  readonly path: string;
  readonly action: string;
}

/** One of each form that the pages of a walk have, and the ids of forms that none has. */
export async function formsOf({ dashboard }: Office, { places, visitor }: Walk): Promise<{
  readonly forms: readonly FoundForm[];
  readonly missing: readonly string[];
}> {
  const pages = dashboardPages(dashboard.services);
  const router = new Router(pages);
  const forms = new Map<string, FoundForm>();
  const found = new Set<DashboardPage>();
  for (const { path } of places) {
    const { text } = await visitor.get(path);
    for (const [, action = ""] of text.matchAll(/<form class="action"[^>]* action="([^"]*)"/g)) {
      const [place = "", query] = action.split("?");
      const page = router.find("POST", place)?.operation;
      if (page === undefined) continue;
      found.add(page);
      const id = query === undefined ? page.id : `${page.id}?${query}`;
      // The last one: what other forms change comes first in lists. Of the holds the first, because
      // the last is paid.
      if (id !== "sessions.release" || !forms.has(id)) forms.set(id, { id, path, action });
    }
  }
  const missing = pages.filter((page) =>
    page.method === "POST" && page.needs !== "open" && !found.has(page)
  );
  return { forms: [...forms.values()], missing: missing.map(({ id }) => id) };
}

/** More than any field takes, and code in a text that has no room to break. */
const WRONG = `${CODE.join("")}${"W".repeat(600)}`;

/** A day on which nothing starts or ends, as browsers send no other text of such a field. */
const WRONG_DAY = "1000-01-01T00:00";

/**
 * Fills every text and file of a form with what it must refuse, as a browser without checks.
 *
 * @returns what was entered; undefined for a form of a button alone
 */
export function spoil({ page }: Tab, action: string): Promise<Values | undefined> {
  return page.evaluate(
    (action, wrong, day) => {
      const form = document.querySelector(`form[action="${action}"]`);
      const fields = [...form.elements].filter((one) =>
        one.matches("textarea, input") &&
        !one.matches("[readonly], [type=hidden], [type=radio], [type=checkbox]")
      );
      // So that the texts count.
      const switches = form.querySelectorAll("[type=checkbox], [type=radio][value=lines]");
      for (const one of switches) one.checked = true;
      for (const field of fields) {
        if (field.type === "file") {
          const files = new DataTransfer();
          files.items.add(new File([wrong], "x.json"));
          field.files = files.files;
        } else field.value = field.type === "datetime-local" ? day : wrong;
      }
      const texts = fields.filter(({ type }) => type !== "file");
      return fields.length === 0
        ? undefined
        : Object.fromEntries(texts.map(({ name, value }) => [name, value]));
    },
    action,
    WRONG,
    WRONG_DAY,
  );
}

/** Fills in those fields of a form that it has. */
export async function fillIn({ page }: Tab, action: string, values: Values): Promise<void> {
  await page.evaluate(
    (action, values) => {
      const { elements } = document.querySelector(`form[action="${action}"]`);
      for (const [name, value] of Object.entries(values)) {
        const field = elements.namedItem(name);
        if (field !== null) field.value = value;
      }
    },
    action,
    values,
  );
}

/** Sends a form, past the browser's own checks; the status of the page that follows. */
export function send(tab: Tab, action: string): Promise<number> {
  return statusAfter(tab, () =>
    tab.page.evaluate(
      (action) => document.querySelector(`form[action="${action}"]`).submit(),
      action,
    ));
}

/** Sends a form that the page does not have; the status of the page that follows. */
export function sendOwn(tab: Tab, action: string, values: Values = {}): Promise<number> {
  return statusAfter(tab, () =>
    tab.page.evaluate(
      (action, values) => {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action });
        for (const [name, value] of Object.entries(values)) {
          form.append(Object.assign(document.createElement("input"), { name, value }));
        }
        document.body.append(form);
        form.submit();
      },
      action,
      values,
    ));
}

async function statusAfter({ page }: Tab, act: () => Promise<unknown>): Promise<number> {
  const [answer] = await Promise.all([page.waitForNavigation(), act()]);
  return answer?.status() ?? 0;
}

/** What a refused form does not do: say beside a field why, and keep what was entered. */
export function refusalFaults({ page }: Tab, action: string, entered: Values): Promise<string[]> {
  return page.evaluate(
    (action, entered) => {
      const form = document.querySelector(`form[action="${action}"]`);
      if (form === null) return ["the form is gone"];
      const errors = [...form.querySelectorAll("[aria-invalid=true]")].flatMap((field) =>
        (field.getAttribute("aria-describedby") ?? "").split(" ")
          .map((id: string) => document.getElementById(id))
          .filter((one: Any) =>
            one?.checkVisibility() && one.matches(".error") && one.innerText !== ""
          )
      );
      return [
        ...(errors.length === 1 ? [] : [`${errors.length} errors beside fields`]),
        ...Object.entries(entered).flatMap(([name, value]) =>
          // A page never has a password or a key.
          form.elements.namedItem(name)?.matches?.("[type=password], .secret") ||
            form.elements.namedItem(name)?.defaultValue === value
            ? []
            : [`${name} is not kept`]
        ),
      ];
    },
    action,
    entered,
  );
}
