import assert from "node:assert/strict";
import { fieldAt, isRecord } from "../../src/domain/values/json.ts";
import { writeMerchant } from "../../src/schema/seed/merchant.ts";
import { readSeed } from "../../src/schema/seed/seed_file.ts";
import { ALL_SETTINGS, SETTINGS_PAGES, settingsOf } from "../../src/things/settings/pages.ts";
import { readRoot } from "../support/root.ts";
import { settingRows } from "./make_setting_table.ts";
import { blocks, table } from "../docs/pages.ts";

Deno.test("docs/shop.md: who can change each setting, and where (deno task settings)", async () => {
  assert.deepEqual(table(await readRoot("docs/shop.md"), "Setting"), settingRows());
});

/** Paths of the values in a shop of a seed file. */
function pathsOf(value: unknown, path = ""): string[] {
  if (!isRecord(value)) return [path];
  return Object.entries(value).flatMap(([name, one]) =>
    pathsOf(one, path === "" ? name : `${path}.${name}`)
  );
}

Deno.test("every field of a shop in a seed file is a setting, once; all but those of other pages are on one", async () => {
  const [example] = blocks(await readRoot("docs/seed.md"), "jsonc");
  const [shop] = readSeed(example!.text.replaceAll(/ \/\/.*$/gm, ""));
  assert.ok(shop);
  const settings = settingsOf(ALL_SETTINGS);
  const fields = settings.map(({ field }) => field);
  assert.equal(new Set(fields).size, fields.length);
  const entry = writeMerchant(shop.merchant);
  // Those of one field in a form.
  const whole = settings.filter(({ kind }) => kind === "part" || kind === "rows");
  const isWhole = (path: string) => whole.some(({ field }) => path.startsWith(`${field}.`));
  assert.deepEqual(pathsOf(entry).filter((one) => !fields.includes(one) && !isWhole(one)), []);
  assert.deepEqual(fields.filter((one) => fieldAt(entry, one) === undefined), []);
  const shown = settingsOf(SETTINGS_PAGES);
  const elsewhere = ALL_SETTINGS.filter((page) => !SETTINGS_PAGES.includes(page));
  assert.deepEqual(elsewhere.map(({ title }) => title), ["People"]);
  assert.equal(shown.length + settingsOf(elsewhere).length, settings.length);
});
