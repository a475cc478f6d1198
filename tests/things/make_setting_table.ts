/** Makes the table of settings in docs/shop.md, of which its test holds every row. */
import { ALL_SETTINGS, SETTINGS_PAGES } from "../../src/things/settings/pages.ts";
import type { SettingForm, SettingsPage, ShopSetting } from "../../src/things/setting.ts";
import { ROOT } from "../support/root.ts";

/** Head of the table. */
export const SETTING_TABLE_HEAD = [
  "Setting",
  "Owners, in the dashboard",
  "Operator: `merchant update`",
  "Seed file",
];

/** Its rows. */
export function settingRows(): string[][] {
  return ALL_SETTINGS.flatMap((page) =>
    page.forms.flatMap((form) =>
      form.settings.map((setting) => [
        setting.label,
        placeOf(page, form, setting),
        optionsOf(setting),
        `\`${setting.field}\``,
      ])
    )
  );
}

function placeOf(page: SettingsPage, form: SettingForm, { isFixed }: ShopSetting): string {
  if (isFixed === true) return "Never";
  if (!SETTINGS_PAGES.includes(page)) return page.title;
  return page.title === form.title ? `Settings, ${page.title}` : `${page.title}: ${form.title}`;
}

function optionsOf({ options, isFixed }: ShopSetting): string {
  if (isFixed === true) return "Never";
  return options.map(([flags]) => `\`${flags.split(" ")[0]}\``).join(" ");
}

if (import.meta.main) {
  const path = `${ROOT}docs/shop.md`;
  const text = await Deno.readTextFile(path);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const made = [SETTING_TABLE_HEAD, SETTING_TABLE_HEAD.map(() => "---"), ...settingRows()];
  const table = /^\| Setting +\|[^]*?\n(?!\|)/m;
  await Deno.writeTextFile(path, text.replace(table, () => `${made.map(line).join("\n")}\n`));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", path] }).output();
}
