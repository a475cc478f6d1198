import { type ApiKey, DEFAULT_SCOPES, MAX_KEY_NAME, SCOPES } from "../../../domain/shop/api_key.ts";
import type { FormField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { OVERLAPS, type TimeChoice } from "../forms/time_choice.ts";
import { SCOPE_TEXTS } from "./text.ts";

const DAY_MS = 86_400_000;

/** Lifetimes of a new key. */
export const KEY_LIFETIMES: readonly TimeChoice[] = [
  { value: "1d", label: "1 day", ms: DAY_MS },
  { value: "30d", label: "30 days", ms: 30 * DAY_MS },
  { value: "90d", label: "90 days", ms: 90 * DAY_MS },
  { value: "365d", label: "365 days", ms: 365 * DAY_MS },
  { value: "never", label: "Never", ms: null },
];

/** The lifetime of a successor that has that of its key, and the end of a key that keeps it. */
export const SAME_LIFETIME = "same";

/**
 * The fields of a new key.
 *
 * @param id of the key to be created, so that the form creates one key however often it is sent
 */
export function newKeyFields(entered: FormState, id: string): FormField[] {
  return [
    { kind: "hidden", name: "id", value: id },
    nameField(entered, { isFirst: !entered.isRefused }),
    {
      kind: "radio",
      name: "mode",
      label: "Mode",
      ...entered.field("mode", "live"),
      options: [
        { value: "live", label: "Live" },
        {
          value: "test",
          label: "Test",
          hint: "Sees test sessions only. They change no stock, coupon, customer or figure",
        },
      ],
    },
    // Sent with no box checked too, so that the refusal is about a field of the form.
    { kind: "hidden", name: "scopes", value: "" },
    {
      kind: "checks",
      name: "scopes",
      label: "Scopes",
      hint: "Give a key no more than its use needs",
      values: entered.all("scopes", [...DEFAULT_SCOPES]),
      ...entered.errorOf("scopes"),
      options: SCOPES.map((value) => ({ value, label: SCOPE_TEXTS[value], hint: value })),
    },
    addressesField(entered),
    {
      kind: "select",
      name: "expires",
      label: "Expires after",
      ...entered.field("expires", "365d"),
      options: KEY_LIFETIMES,
    },
    {
      kind: "text",
      name: "rate_limit",
      label: "Requests a minute",
      hint: "Empty for the server's default",
      inputmode: "numeric",
      ...entered.field("rate_limit"),
    },
  ];
}

/** The fields of a change. */
export function changeFields(entered: FormState, key: ApiKey): FormField[] {
  return [
    nameField(entered, { name: key.name }),
    addressesField(entered, key.allowedFrom.join(", ")),
    // A rotated key ends by itself.
    ...key.successorId !== null ? [] : [
      {
        kind: "select",
        name: "expires",
        label: "Expires after",
        hint: "From now",
        ...entered.field("expires", SAME_LIFETIME),
        options: [{ value: SAME_LIFETIME, label: "As before" }, ...KEY_LIFETIMES],
      } as const,
    ],
  ];
}

function nameField(
  entered: FormState,
  { name = "", isFirst = false }: { readonly name?: string; readonly isFirst?: boolean },
): FormField {
  return {
    kind: "text",
    name: "name",
    label: "Name",
    hint: "What uses it: shop backend, warehouse",
    isRequired: true,
    isFirst,
    maxlength: MAX_KEY_NAME,
    ...entered.field("name", name),
  };
}

function addressesField(entered: FormState, ranges = ""): FormField {
  return {
    kind: "text",
    name: "allowed_from",
    label: "Allowed addresses",
    hint: "Only these may use it, such as 203.0.113.0/24, 2001:db8::1. Empty for any",
    ...entered.field("allowed_from", ranges),
  };
}

/** The fields of a rotation. */
export function rotationFields(entered: FormState): FormField[] {
  return [
    {
      kind: "select",
      name: "overlap",
      label: "The old key still works for",
      hint: "Replace it in its clients before then",
      ...entered.field("overlap", "24h"),
      options: OVERLAPS,
    },
    {
      kind: "select",
      name: "expires",
      label: "The new key expires after",
      ...entered.field("expires", SAME_LIFETIME),
      options: [{ value: SAME_LIFETIME, label: "The lifetime of the old one" }, ...KEY_LIFETIMES],
    },
  ];
}
