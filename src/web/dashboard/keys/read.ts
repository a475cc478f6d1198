import { got, invalid } from "../../../domain/errors.ts";
import { type KeyId, parseKeyId } from "../../../domain/ids.ts";
import {
  isKeyName,
  type KeyChanges,
  MAX_KEY_NAME,
  MAX_KEY_RATE_LIMIT,
  type Scope,
  SCOPES,
} from "../../../domain/shop/api_key.ts";
import { readAddressRanges } from "../../../service/shop/address_ranges.ts";
import type { KeyRequest, Rotation } from "../../../service/shop/keys.ts";
import { OVERLAPS, timeChoiceOf } from "../forms/time_choice.ts";
import { KEY_LIFETIMES, SAME_LIFETIME } from "./fields.ts";

/** The request of a new key's form. */
export type EnteredKey = Omit<KeyRequest, "merchantId" | "id"> & { readonly id: KeyId };

/**
 * Reads the form of a new key.
 *
 * @throws {AppError} `error.invalid-request` with the field
 */
export function readNewKey(values: URLSearchParams): EnteredKey {
  const text = (name: string) => (values.get(name) ?? "").trim();
  const id = parseKeyId(text("id"));
  if (id === undefined) throw invalid("This form is incomplete: load the page again");
  const name = nameOf(text("name"));
  const mode = text("mode");
  if (mode !== "live" && mode !== "test") {
    throw invalid(`Mode must be live or test, ${got(mode)}`, "mode");
  }
  return {
    id,
    name,
    livemode: mode === "live",
    scopes: scopesOf(values.getAll("scopes")),
    allowedFrom: readAddressRanges(text("allowed_from"), "allowed_from"),
    lifetimeMs: lifetimeOf(text("expires")),
    rateLimit: limitOf(text("rate_limit")),
  };
}

/**
 * Reads the form of a change.
 *
 * @throws {AppError} `error.invalid-request` with the field
 */
export function readKeyChanges(values: URLSearchParams): KeyChanges {
  const expires = values.get("expires") ?? SAME_LIFETIME;
  return {
    name: nameOf((values.get("name") ?? "").trim()),
    allowedFrom: readAddressRanges(values.get("allowed_from") ?? "", "allowed_from"),
    lifetimeMs: expires === SAME_LIFETIME ? undefined : lifetimeOf(expires),
  };
}

function nameOf(name: string): string {
  if (isKeyName(name)) return name;
  const form = `Name must have 1 to ${MAX_KEY_NAME} characters, at least one of them visible`;
  throw invalid(`${form}, ${got(name)}`, "name");
}

/**
 * Reads the form of a rotation.
 *
 * @throws {AppError} `error.invalid-request` with the field
 */
export function readRotation(values: URLSearchParams): Rotation {
  const overlap = values.get("overlap") ?? "";
  const expires = values.get("expires") ?? "";
  const overlapMs = timeChoiceOf(OVERLAPS, overlap, "overlap").ms;
  if (expires === SAME_LIFETIME) return { overlapMs };
  return { overlapMs, lifetimeMs: lifetimeOf(expires) };
}

function scopesOf(names: readonly string[]): ReadonlySet<Scope> {
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  if (scopes.length === 0) throw invalid("Choose at least one scope", "scopes");
  return new Set(scopes);
}

function lifetimeOf(text: string): number | null {
  return timeChoiceOf(KEY_LIFETIMES, text, "expires").ms;
}

function limitOf(text: string): number | null {
  if (text === "") return null;
  const limit = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_KEY_RATE_LIMIT) return limit;
  const range = `Requests a minute must be a whole number from 1 to ${MAX_KEY_RATE_LIMIT}`;
  throw invalid(`${range}, ${got(text)}`, "rate_limit");
}
