import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { moment } from "../../domain/values/wording.ts";
import { readAddressRanges } from "../../service/shop/address_ranges.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { example, KEY, lifetime } from "../options/values.ts";
import { keyJson } from "../output/key.ts";
import { clean } from "../output/text.ts";
import { readKeyName } from "./key_name.ts";

/** Word for any address. */
const ANY = "any";

/** Adds `key update`. */
export function addKeyUpdate(key: CommandUnknownOpts, context: Context): void {
  key.command("update").description("change name, end or addresses of a key; its secret stays")
    .argument(...KEY)
    .option("--name <name>", "purpose of the key")
    .option("--expires <duration>", "lifetime from now, such as 90d, or never", lifetime)
    .option(
      "--from <ranges>",
      `addresses that may use it, in place of the ones before, separated by commas; or ${ANY}`,
    )
    .addHelpText(
      "after",
      `
Requests are judged by it at once. A revoked or expired key cannot be changed, and a rotated
one keeps its end.
${example("key update 01998f5e-0000-7000-8000-000000000001 --from 203.0.113.0/24")}`,
    )
    .action(async (id, { name, expires, from }) => {
      if (name === undefined && expires === undefined && from === undefined) {
        throw new UsageError("Name what to change: --name, --expires or --from");
      }
      const changes = {
        name: name === undefined ? undefined : readKeyName(name, "--name"),
        lifetimeMs: expires === Infinity ? null : expires,
        allowedFrom: from === undefined
          ? undefined
          : readAddressRanges(from === ANY ? "" : from, "from"),
      };
      const changed = await context.useThing(
        "key",
        id,
        (id, { services }) => services.keys.update(id, changes, context.by),
      );
      const { allowedFrom, expiresAt } = changed;
      const facts = [
        `from ${allowedFrom.length === 0 ? "any address" : allowedFrom.join(", ")}`,
        expiresAt === null ? "without an end" : `until ${moment(expiresAt)}`,
      ].join(", ");
      context.out.result(
        keyJson(changed),
        `Key ${clean(changed.name)} may be used ${facts}: ${changed.id}`,
      );
    });
}
