import type { ProviderKind } from "../../../domain/shop/provider.ts";
import type { FormField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { ownProofFields, type Prover } from "../sign_in/password_form.tsx";
import { type KeyedKind, PROVIDER_WORDS } from "./text.ts";

/** Longest part of a key, in characters. */
export const MAX_SECRET = 500;

/** Names of the fields whose text no page has. */
export const SECRET_FIELDS = { id: "key_id", key: "key", hook: "hook_secret" } as const;

/** First values of the form of a new account. */
export interface NewProviderStart {
  readonly mode: "live" | "test";
  /** True if an account of this kind is in use, whose key may be replaced. */
  readonly mayReplace: boolean;
  readonly replaces: boolean;
}

/** True if the box is checked by which the key takes the place of the one in use. */
export function isReplacing(entered: FormState, { replaces }: NewProviderStart): boolean {
  return entered.isRefused ? entered.text("replaces") === "on" : replaces;
}

/** The fields of a new account. */
export function newProviderFields(
  kind: ProviderKind,
  { entered, start, person }: {
    readonly entered: FormState;
    readonly start: NewProviderStart;
    /** The form asks for their password, or second factor. */
    readonly person: Prover;
  },
): FormField[] {
  if (kind === "demo") return [{ kind: "hidden", name: "mode", value: "test" }];
  return [
    {
      kind: "radio",
      name: "mode",
      label: "Payments",
      ...entered.field("mode", start.mode),
      options: [
        { value: "live", label: "Live", hint: "With a live key of the provider" },
        {
          value: "test",
          label: "Test",
          hint: "Of the shop's test keys, with a test key of the provider. No money moves",
        },
      ],
    },
    ...keyFields(kind, entered, start),
    ...(start.mayReplace
      ? [
        {
          kind: "check",
          name: "replaces",
          label: "The key is of the account in use, and takes its place",
          isChecked: isReplacing(entered, start),
          hint: "Needed where the provider does not name the account of a key",
        } as const,
      ]
      : []),
    // Asked for at once: where it is asked for later, the keys are lost.
    ...ownProofFields(person, "A key of payments needs it again"),
  ];
}

function keyFields(
  kind: KeyedKind,
  entered: FormState,
  { mayReplace }: NewProviderStart,
): FormField[] {
  const { keyId, keyLabel, keyHint, hookHint } = PROVIDER_WORDS[kind];
  const secret = (name: string, label: string, hint: string) =>
    ({ kind: "secret", name, label, hint, ...entered.errorOf(name) }) as const;
  return [
    ...(keyId === null ? [] : [secret(SECRET_FIELDS.id, ...keyId)]),
    secret(SECRET_FIELDS.key, keyLabel, keyHint),
    secret(
      SECRET_FIELDS.hook,
      "Secret of the hook (optional)",
      mayReplace ? `${hookHint}. Left empty, the one of the account in use stays` : hookHint,
    ),
  ].map((field) => ({ ...field, isRequired: field.name !== SECRET_FIELDS.hook }));
}
