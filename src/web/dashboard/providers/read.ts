import { AppError, got, invalid } from "../../../domain/errors.ts";
import {
  accountInUse,
  type ProviderAccount,
  type ProviderKind,
  type ProviderSecrets,
} from "../../../domain/shop/provider.ts";
import type { NewProvider } from "../../../service/shop/providers.ts";
import { PROVIDER_NAMES } from "../../../things/provider.ts";
import { MAX_SECRET, SECRET_FIELDS } from "./fields.ts";
import { type KeyedKind, PROVIDER_WORDS } from "./text.ts";

/**
 * Reads the form of a new account. No message has a part of a key.
 *
 * @throws {AppError} `error.invalid-request` with the field
 */
export function readNewProvider(kind: ProviderKind, values: URLSearchParams): NewProvider {
  const mode = values.get("mode") ?? "";
  if (mode !== "live" && mode !== "test") {
    throw invalid(`Mode must be live or test, ${got(mode)}`, "mode");
  }
  const livemode = mode === "live";
  if (kind === "demo") {
    if (livemode) throw invalid("The demo provider takes test payments only");
    return { kind, livemode };
  }
  return {
    kind,
    livemode,
    secrets: secretsOf(kind, values),
    replaces: values.get("replaces") === "on",
  };
}

function secretsOf(kind: KeyedKind, values: URLSearchParams): ProviderSecrets {
  const { keyId, keyLabel } = PROVIDER_WORDS[kind];
  const { id: idField, key: keyField, hook: hookField } = SECRET_FIELDS;
  const id = keyId === null ? "" : `${secretField(values, idField, keyId[0])}:`;
  const key = secretField(values, keyField, keyLabel);
  const hasHook = (values.get(hookField) ?? "").trim() !== "";
  const hookSecret = hasHook ? secretField(values, hookField, "Secret of the hook") : null;
  return { key: `${id}${key}`, hookSecret };
}

function secretField(values: URLSearchParams, name: string, label: string): string {
  const text = (values.get(name) ?? "").trim();
  if (text === "") throw invalid(`${label} is missing: no page keeps it, so enter it again`, name);
  if (text.length > MAX_SECRET) {
    throw invalid(`${label} must have at most ${MAX_SECRET} characters`, name);
  }
  if (/\s/.test(text)) throw invalid(`${label} must not have blanks or several lines`, name);
  return text;
}

/**
 * A refusal of an account in the words of its form.
 *
 * @param accounts those of the shop
 */
export function inForm(
  error: unknown,
  request: NewProvider,
  accounts: readonly ProviderAccount[],
): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message } = error;
  switch (code) {
    case "error.provider-exists":
      return new AppError(code, inUseText(request, accounts), { cause: error });
    case "error.provider-refused":
      return new AppError(code, message, { field: SECRET_FIELDS.key, cause: error });
    case "error.invalid-request": {
      const text = request.livemode
        ? "The key is a test key: choose test payments, or take the live key"
        : "The key is a live key: choose live payments, or take the test key";
      return new AppError(code, text, { field: "mode", cause: error });
    }
    default:
      return error;
  }
}

function inUseText(
  { kind, livemode, replaces = false }: NewProvider,
  accounts: readonly ProviderAccount[],
): string {
  const inUse = accountInUse(accounts, livemode)?.kind ?? kind;
  const taken = `${PROVIDER_NAMES[inUse]} takes the shop's ${livemode ? "live" : "test"} payments`;
  if (inUse !== kind || kind === "demo") return `${taken}: remove it first`;
  return replaces
    ? `${taken} by another account than that of the key: remove it first`
    : `${taken}: remove it first, or check the box below if the key is of the same account`;
}
