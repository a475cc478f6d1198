import { AppError } from "../../domain/errors.ts";
import { fieldAt, withField } from "../../domain/values/json.ts";
import { BadAnswer, type Interview, type Question } from "./interview.ts";
import { currencyOfShop, readPartialShop } from "./plan.ts";

/** Returns the error for a domain that is taken, else undefined. */
export type DomainCheck = (domains: readonly string[]) => Promise<BadAnswer | undefined>;

type Fields = Readonly<Record<string, unknown>>;

/** A question for a field of the shop. */
interface FieldQuestion extends Omit<Question<unknown>, "read"> {
  /** Path of the field: `tax.rate`. */
  readonly field: string;
}

/**
 * Asks for the unknown fields of a shop. Answers are checked by the readers of a seed file.
 *
 * @param shop the known fields, in the form of a seed file
 * @returns the shop with all fields that were asked
 */
export async function askShop(
  interview: Interview,
  shop: Fields,
  check: DomainCheck,
): Promise<Fields> {
  let known = shop;
  const learn = (more: Fields) => known = interview.shop = more;
  learn(shop);
  const ask = async (question: FieldQuestion) => {
    if (fieldAt(known, question.field) === undefined) {
      learn(await askField(interview, known, question));
    }
  };
  await ask({ field: "name", text: "Name of the shop" });
  if (known["domains"] === undefined) learn(await askDomains(interview, known, check));
  await ask({ field: "country_code", text: "Country, two letters such as IN" });
  const currency = String(currencyOfShop(known) ?? "");
  await ask({ field: "currency_code", text: "Currency", proposal: currency });
  if (known["cod"] === undefined) {
    const takesCash = await interview.confirm({ text: "Cash on delivery?", proposal: "no" });
    learn({ ...known, cod: takesCash ? {} : null });
  }
  return learn(await askTax(interview, known));
}

async function askTax(interview: Interview, shop: Fields): Promise<Fields> {
  if (fieldAt(shop, "tax.rate") !== undefined) return shop;
  const taxed = await askField(interview, shop, {
    field: "tax.rate",
    text: "Tax on goods, in percent",
    proposal: "0",
  });
  if (readPartialShop(taxed).rules.tax.rate === 0) return taxed;
  const included = await interview.confirm({ text: "  Do prices include it?", proposal: "yes" });
  return withField(taxed, "tax.included", included);
}

async function askDomains(
  interview: Interview,
  shop: Fields,
  check: DomainCheck,
): Promise<Fields> {
  return await interview.ask({
    text: "Domain of the store (separate several with commas)",
    read: async (answer) => {
      const named = { ...shop, domains: answer.split(",").filter((part) => part.trim() !== "") };
      const { domains } = readAnswer(named, "domains");
      const taken = await check(domains);
      if (taken !== undefined) throw taken;
      return named;
    },
  });
}

async function askField(
  interview: Interview,
  shop: Fields,
  { field, ...question }: FieldQuestion,
): Promise<Fields> {
  return await interview.ask({
    ...question,
    read: (answer) => {
      const answered = withField(shop, field, answer);
      readAnswer(answered, field);
      return answered;
    },
  });
}

/** Reads the shop with an answer; an error about the field becomes one about the answer. */
function readAnswer(shop: Fields, field: string) {
  try {
    return readPartialShop(shop);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!error.message.startsWith(field)) throw error;
    const rest = error.message.slice(field.length).replace(/^\[\d+\]/, "");
    throw new BadAnswer(`It${rest}`);
  }
}
