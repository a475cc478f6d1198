import { LinkedPage } from "../web/checkout_page/link.ts";
import {
  ADDRESS,
  GIFT,
  KNOWN_PHONE,
  mugs,
  POSTER,
  PREPAID_COD,
  withShop,
} from "../web/api/shop.ts";
import type { World } from "../support/app.ts";
import type { OpenStore } from "./record.ts";
import type { Recording } from "./recording.ts";

type Form = readonly [name: string, fields: Readonly<Record<string, string>>];

const CODES: readonly Form[] = ["FLAT50", "plus5", "OLD", "NONE", ""].map((
  code,
) => ["coupon", { code }]);
const GIFTS: Form = ["gifts", { [`variant.${GIFT}`]: String(POSTER), [`quantity.${GIFT}`]: "1" }];
const PHONE: Form = ["phone", { phone: KNOWN_PHONE }];
const WRONG: readonly Form[] = [
  ["phone", { phone: "12" }],
  ["phone/verify", { phone: KNOWN_PHONE, otp: "000000" }],
  ["address", { ...ADDRESS, city: "", postal_code: "x" }],
  ["shipping", { option: "balloon" }],
  ["coins", { coins: "-1" }],
  ["method", { method: "GOLD" }],
  ["pay", { seen: "0" }],
  ["nothing", {}],
];

/** Walks by what is done before the order, each with both ways to pay. */
const WALKS: readonly (readonly Form[])[] = [
  [["address", ADDRESS]],
  [...CODES, ["address", ADDRESS], ["shipping", { option: "express" }]],
  [GIFTS, ["address", ADDRESS], ["coupon/remove", { code: "FREEPOSTER" }]],
  [PHONE, ["phone/verify", { phone: KNOWN_PHONE, otp: "\0code" }], ["coins", { coins: "100" }], [
    "address",
    ADDRESS,
  ]],
  [...WRONG, ["address", { ...ADDRESS, email: "asha@example.com" }]],
];

/** The forms of the checkout page, with the page before and after each, in both languages. */
export async function recordPages(recording: Recording, open: OpenStore): Promise<void> {
  for (const rules of [{}, PREPAID_COD]) {
    await withShop(async (world) => {
      for (const walk of WALKS) {
        for (const method of ["PREPAID", "COD"]) {
          for (const language of ["en", "ar"]) {
            await walkPage(recording, world, {
              forms: [...walk, ["method", { method }]],
              language,
            });
          }
        }
      }
    }, { open, rules, checkout: { manual: { instructions: "To 12345", upi: null, days: 3 } } });
  }
}

async function walkPage(
  recording: Recording,
  world: World,
  { forms, language }: { readonly forms: readonly Form[]; readonly language: string },
): Promise<void> {
  const page = await LinkedPage.open(world, { items: mugs(1) });
  const headers = { "accept-language": language };
  const look = async () => {
    for (const rest of ["", "/state"]) {
      recording.answer(`page${rest}`, await page.get(rest, { headers }));
    }
  };
  await look();
  const total = async () => String((await page.checkout.stored()).priced.totals.totalPayable);
  for (const [name, fields] of [...forms, ["pay", { seen: "\0total" }] as const]) {
    const filled = await Promise.all(
      Object.entries(fields).map(async ([field, value]) => [
        field,
        value === "\0code" ? page.checkout.lastCode() : value === "\0total" ? await total() : value,
      ]),
    );
    const to = `/c/${page.token}/${name}`;
    const answer = await page.pages.send("POST", to, { headers, form: Object.fromEntries(filled) });
    recording.answer(`page ${name}`, answer);
    if (answer.status === 303) page.follow(answer, name);
    world.clock.advance(10_000);
    await look();
  }
}
