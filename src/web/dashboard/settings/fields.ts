import { fieldAt } from "../../../domain/values/json.ts";
import { settingText } from "../../../schema/seed/setting_text.ts";
import type { SettingField, SettingForm } from "../../../things/setting.ts";
import type { FormField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { fieldsBesideSaved } from "../forms/saved_fields.ts";
import { rowNumbers } from "./rows.ts";

/** A form of a shop's settings. */
export interface SettingsModel {
  readonly form: SettingForm;
  /** The shop in the form of a seed file. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** Names the settings of the form as they are saved. */
  readonly seen: string;
  readonly currencyCode: string;
  readonly entered: FormState;
}

/** Name of the field that takes a preset instead of lines. */
export const PRESET = "preset";
/** The lines themselves. */
export const OWN_LINES = "lines";

/** The fields of a form, with what was entered. */
export function settingFields(model: SettingsModel): FormField[] {
  const { form, entry, seen, currencyCode } = model;
  return fieldsBesideSaved(model, (entered) => [
    { kind: "hidden", name: "seen", value: seen },
    ...form.settings.filter(({ isFixed }) => !isFixed).flatMap((setting) =>
      fieldsOf(setting, fieldAt(entry, setting.field), { currencyCode, entered })
    ),
  ]);
}

interface Place {
  readonly currencyCode: string;
  readonly entered: FormState;
}

/** The fields of a setting; `field` is its name in the form. */
function fieldsOf(setting: SettingField, value: unknown, place: Place): FormField[] {
  const { entered, currencyCode } = place;
  const { field: name, label, hint } = setting;
  const initial = settingText(setting, value);
  const base = { name, label, ...hint !== undefined && { hint }, ...entered.field(name, initial) };
  switch (setting.kind) {
    case "switch": {
      const isOn = value !== false && value !== null && value !== undefined;
      const isChecked = entered.isRefused ? entered.values.has(name) : isOn;
      return [{ ...base, kind: "check", isChecked }];
    }
    case "choice":
      return [{
        ...base,
        kind: "radio",
        value: base.value || setting.values[0]?.[0],
        options: setting.values.map(optionOf),
      }];
    case "order":
      return [{ ...base, kind: "select", options: orders(setting.values).map(orderOption) }];
    case "lines":
      return [
        ...presetFields(setting, value, place),
        { ...base, label: setting.own ?? label, kind: "textarea", rows: 3 },
      ];
    case "rows":
      return rowFields(setting, value, place);
    case "text":
      return setting.rows === undefined
        ? [{ ...base, kind: "text" }]
        : [{ ...base, kind: "textarea", rows: setting.rows }];
    case "amount": {
      const currency = `In ${currencyCode}`;
      const inHint = hint === undefined ? currency : `${currency}. ${hint}`;
      return [{ ...base, hint: inHint, kind: "text", inputmode: "decimal" }];
    }
    default:
      return [{
        ...base,
        kind: "text",
        inputmode: setting.kind === "count" ? "numeric" : "decimal",
      }];
  }
}

/** The choice between presets and lines. */
function presetFields(
  { field, label, presets, own = label }: SettingField & { readonly kind: "lines" },
  value: unknown,
  { entered }: Place,
): FormField[] {
  if (presets === undefined) return [];
  const initial = presets.find(([, preset]) =>
    preset === null ? value === null : Array.isArray(value) && value.length === 0
  );
  return [{
    kind: "radio",
    label,
    ...entered.field(`${field}.${PRESET}`, initial?.[0] ?? OWN_LINES),
    name: `${field}.${PRESET}`,
    options: [
      ...presets.map(([name, , words]) => ({ value: name, label: words })),
      { value: OWN_LINES, label: own },
    ],
  }];
}

/** A group of fields for each row, and an empty one. */
function rowFields(
  { field, row, columns }: SettingField & { readonly kind: "rows" },
  value: unknown,
  place: Place,
): FormField[] {
  const saved: readonly unknown[] = Array.isArray(value) ? value : [];
  const { isRefused, values } = place.entered;
  const count = isRefused ? rowNumbers(values, field).length : saved.length;
  return Array.from({ length: count + 1 }, (_, i) => ({
    kind: "group",
    label: i < count ? `${row} ${i + 1}` : `Another ${row.toLowerCase()}`,
    fields: columns.flatMap((column) => {
      const named = { ...column, field: `${field}[${i}].${column.field}` };
      return fieldsOf(named, fieldAt(saved[i], column.field), place);
    }),
  }));
}

function optionOf([value, label, hint]: readonly [string, string, string?]) {
  return { value, label, ...hint !== undefined && { hint } };
}

type Choices = readonly (readonly [value: string, label: string, hint?: string])[];

/** All orders of a few values. */
function orders(values: Choices): Choices[] {
  if (values.length < 2) return [values];
  return values.flatMap((first) =>
    orders(values.filter((one) => one !== first)).map((rest) => [first, ...rest])
  );
}

function orderOption(order: Choices) {
  return {
    value: order.map(([value]) => value).join(","),
    label: order.map(([, label]) => label).join(", "),
  };
}
