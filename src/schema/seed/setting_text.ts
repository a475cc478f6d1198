import { isRecord } from "../../domain/values/json.ts";
import type { SettingField } from "../../things/setting.ts";

/** The text of a value of a setting, for its field in a form; empty for none. */
export function settingText({ kind }: SettingField, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(kind === "lines" ? "\n" : ",");
  if (!isRecord(value)) return String(value);
  return kind === "part" ? `${value["amount"]}${value["type"] === "PERCENTAGE" ? "%" : ""}` : "";
}

/** The value of a setting from its text; undefined for an empty one, which is the default. */
export function readSettingText({ kind, isRequired = false }: SettingField, text: string): unknown {
  const trimmed = text.trim();
  if (kind === "lines") return trimmed.split(/\s*\n\s*/).filter((line) => line !== "");
  if (trimmed === "") return isRequired ? "" : undefined;
  switch (kind) {
    case "count":
      return /^-?[0-9]{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed;
    case "percent":
      return trimmed.replace(/\s*%$/, "");
    case "part":
      return readPart(trimmed);
    case "order":
      return trimmed.split(",");
    default:
      return trimmed;
  }
}

/** Reads `10%` or `50` as a part of an amount. */
export function readPart(text: string): unknown {
  const isPercent = text.endsWith("%");
  return {
    type: isPercent ? "PERCENTAGE" : "FIXED",
    amount: isPercent ? text.slice(0, -1).trim() : text,
  };
}
