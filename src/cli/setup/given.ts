import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { readKeyName } from "../commands/key.ts";
import { requireEndpointUrl } from "../commands/webhook.ts";
import { type Plan, readPartialShop } from "./plan.ts";
import { UsageError } from "../errors.ts";
import { INIT_FLAGS } from "../options/merchant_flags.ts";
import { isRecord } from "../../domain/values/json.ts";

/** The options of `init` for the key and the webhook. */
export interface InitOptions {
  readonly keyName?: string | undefined;
  readonly keyExpires?: number | undefined;
  /** False with `--no-webhook`. */
  readonly webhook?: string | boolean | undefined;
  readonly allowInsecureWebhooks?: true | undefined;
}

/** Options of cash on delivery by commander's names. */
const COD_DETAILS = { codFee: "--cod-fee", codMin: "--cod-min", codMax: "--cod-max" };

/**
 * Reads the options of `init`.
 *
 * @throws {UsageError} naming the option with a bad value
 */
export function readInitFlags(command: CommandUnknownOpts, options: InitOptions): Plan {
  const shop = INIT_FLAGS.overlay({}, command);
  if (!isRecord(shop)) throw new TypeError("Options must form an object");
  INIT_FLAGS.read(() => readPartialShop(shop), command, undefined);
  for (const [name, flag] of Object.entries(COD_DETAILS)) {
    if (shop["cod"] === null && command.getOptionValue(name) !== undefined) {
      throw new UsageError(`${flag} and --no-cod exclude each other`);
    }
  }
  const { keyName, keyExpires, webhook } = options;
  const allowInsecure = options.allowInsecureWebhooks === true;
  if (typeof webhook === "string") requireEndpointUrl(webhook, allowInsecure);
  return {
    shop,
    keyName: keyName === undefined ? undefined : readKeyName(keyName, "--key-name"),
    keyLifetimeMs: keyExpires,
    webhook: webhook === false ? null : typeof webhook === "string" ? webhook : undefined,
    allowInsecure,
  };
}
