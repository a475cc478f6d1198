import { action, type Diagnosis, ok, some, warn } from "../../domain/diagnosis.ts";
import { type Obstacle, obstaclesOf } from "../../domain/shop/obstacles.ts";
import {
  CODE_RECEIVER,
  isCodUnverified,
  lacksCodes,
} from "../../domain/shop/phone_verification.ts";
import { counted } from "../../domain/values/wording.ts";
import type { DatabaseFacts } from "../../store/maintenance.ts";

/** Of each obstacle its topic, what is found and what to do. */
const OBSTACLES: Readonly<
  Record<Obstacle, readonly [topic: string, found: string, advice: string]>
> = {
  payment: [
    "shops that cannot be paid",
    "Customers have no way to pay",
    "Add a provider with `provider add`, or allow transfers or cash on delivery with `merchant " +
    "update`",
  ],
  delivery: [
    "shops that do not deliver",
    "No shipping rule is for the shop's own country",
    "Add one with `merchant update SHOP --from FILE`",
  ],
};

/** Judges if customers can buy by the links of shops. */
export function judgeSales({ shops }: Pick<DatabaseFacts, "shops">): Diagnosis[] {
  const kinds = Object.keys(OBSTACLES) as Obstacle[];
  return kinds.flatMap((kind) => {
    const having = shops.filter((one) => obstaclesOf(one, one.hasProvider).includes(kind));
    const [topic, found, advice] = OBSTACLES[kind];
    return having.length === 0 ? [] : [action(topic, `${found} in ${named(having)}`, advice)];
  });
}

const named = (list: DatabaseFacts["shops"]) =>
  `${counted(list.length, "shop")}: ${some(list.map(({ domain }) => domain))}`;

/** Judges which orders of shops need a verified phone, and if their codes can be delivered. */
export function judgeVerification({ shops }: Pick<DatabaseFacts, "shops">): Diagnosis[] {
  const silent = shops.filter((one) => lacksCodes(one.rules, one.canSendCodes));
  const open = shops.filter(isCodUnverified);
  const found: Diagnosis[] = [];
  if (silent.length > 0) {
    found.push(action(
      "codes not delivered",
      `Orders need a verified phone, and nothing delivers the codes, in ${named(silent)}`,
      `Add or enable ${CODE_RECEIVER}, or set \`merchant update SHOP --verify-phone never\``,
    ));
  }
  if (open.length > 0) {
    const needs = open.some(({ canSendCodes }) => !canSendCodes)
      ? `Add ${CODE_RECEIVER}, then s`
      : "S";
    found.push(warn(
      "phones not verified",
      `Anyone can order by cart links with cash on delivery without a verified phone in ${
        named(open)
      }`,
      `${needs}et \`merchant update SHOP --verify-phone cod\``,
    ));
  }
  return found.length > 0
    ? found
    : [ok("phone verification", "No shop takes cash on delivery by cart links unverified")];
}
