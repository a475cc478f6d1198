import { invalid } from "../../../domain/errors.ts";
import { fieldAt, isRecord, withField } from "../../../domain/values/json.ts";
import { readSettingText } from "../../../schema/seed/setting_text.ts";
import type { SettingField, SettingForm } from "../../../things/setting.ts";
import { OWN_LINES, PRESET } from "./fields.ts";
import { compactRows } from "./rows.ts";

/**
 * Lays what a form has over a shop in the form of a seed file. Fields below a switch that is off go
 * with it.
 *
 * @param values its empty rows are taken out
 * @throws {AppError} `error.invalid-request` for a choice of lines without any
 */
export function readSettings(
  { settings }: SettingForm,
  entry: Readonly<Record<string, unknown>>,
  values: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const off: string[] = [];
  let read = entry;
  for (const setting of settings) {
    const { field, kind, isFixed = false } = setting;
    if (isFixed || off.some((one) => field.startsWith(`${one}.`))) continue;
    if (kind === "switch" && !values.has(field)) off.push(field);
    read = withField(read, field, valueOf(setting, values, fieldAt(entry, field)));
  }
  return read;
}

/** The value of a setting; `field` is its name in the form. */
function valueOf(setting: SettingField, values: URLSearchParams, saved: unknown): unknown {
  const { field } = setting;
  switch (setting.kind) {
    case "switch": {
      const { on = true, off = false } = setting;
      if (!values.has(field)) return off;
      return isRecord(saved) ? saved : on;
    }
    case "rows":
      return rowsOf(setting, values);
    case "lines":
      return linesOf(setting, values);
    default:
      return readSettingText(setting, values.get(field) ?? "");
  }
}

function linesOf(
  setting: SettingField & { readonly kind: "lines" },
  values: URLSearchParams,
): unknown {
  const { field, presets } = setting;
  const chosen = values.get(`${field}.${PRESET}`) ?? OWN_LINES;
  const preset = presets?.find(([name]) => name === chosen);
  if (preset !== undefined) return preset[1];
  const text = values.get(field) ?? "";
  if (presets !== undefined && text.trim() === "") {
    throw invalid(`${field} must have at least one line`, field);
  }
  return readSettingText(setting, text);
}

function rowsOf(
  { field, columns }: SettingField & { readonly kind: "rows" },
  values: URLSearchParams,
): unknown {
  return Array.from(
    { length: compactRows(values, field, textsOf(columns)) },
    (_, i) =>
      Object.fromEntries(columns.map((column) => {
        const named = { ...column, field: `${field}[${i}].${column.field}` };
        return [column.field, valueOf(named, values, undefined)];
      })),
  );
}

/** Names of the fields of a row that are empty in one that is not meant. */
function textsOf(columns: readonly SettingField[]): string[] {
  return columns.flatMap((column) => {
    if (column.kind === "rows") return textsOf(column.columns);
    return column.kind === "choice" || column.field === "id" ? [] : [column.field];
  });
}
