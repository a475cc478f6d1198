import { isRecord } from "../../../domain/values/json.ts";
import { handleOf } from "../../../domain/shop/made_product.ts";
import { STANDARD } from "../../../domain/shop/merchant.ts";

type Entry = Readonly<Record<string, unknown>>;

/** A shop whose rules of delivery all have options: the price of a rule is one of its own. */
export function withOptions(entry: Entry): Entry {
  return withRules(entry, ({ price, free_above, ...rule }) => ({
    ...rule,
    options: rule["options"] ?? [{ ...STANDARD, price, free_above }],
  }));
}

/** A shop whose options of delivery all have ids: those without get one of their name. */
export function withOptionIds(entry: Entry): Entry {
  return withRules(entry, (rule) => {
    const options = recordsOf(rule["options"]);
    const taken = new Set(options.map(({ id }) => id));
    return {
      ...rule,
      options: options.map((option) => {
        if (option["id"] !== undefined) return option;
        const slug = handleOf(String(option["name"] ?? "")).replaceAll(/[^a-z0-9-]/g, "")
          .slice(0, 40) || "option";
        let id = slug;
        for (let n = 2; taken.has(id); n++) id = `${slug}-${n}`;
        taken.add(id);
        return { ...option, id };
      }),
    };
  });
}

function withRules(entry: Entry, change: (rule: Entry) => Entry): Entry {
  return { ...entry, shipping: recordsOf(entry["shipping"]).map(change) };
}

function recordsOf(value: unknown): Entry[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
