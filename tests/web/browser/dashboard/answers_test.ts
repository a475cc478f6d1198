/** Answers to the forms of the dashboard, as people see them: refused and accepted ones. */
import assert from "node:assert/strict";
import { browserTests } from "../../../support/browser.ts";
import { CODE } from "../hostile.ts";
import {
  fillIn,
  formsOf,
  type FoundForm,
  refusalFaults,
  send,
  spoil,
  type Values,
} from "./forms.ts";
import { faultsNow, HEIGHT } from "./look.ts";
import { PASSWORD } from "../../dashboard/dashboard.ts";
import type { Tab } from "../../../support/tab.ts";
import { type Office, sharedOffice, signIn } from "./scene.ts";
import { type Walk, walks } from "./walk.ts";

const browserTest = browserTests();
const office = sharedOffice();

/** Sections of forms, the first parts of their ids: what webhooks end, deliveries need. */
const SECTIONS = [
  "deliveries",
  "webhooks",
  "overview",
  "keys",
  "providers",
  "people",
  "sessions",
  "unexpected",
  "customers",
  "products",
  "coupons",
  "settings",
  "factor",
  // The last, as it ends the sign-in.
  "account",
] as const;

const NEW_PASSWORD = "an entirely new sentence";

/** Values that forms need, by their ids; the other fields have theirs. */
const RIGHT: Readonly<Record<string, Values>> = {
  "keys.create": { name: CODE.join("") },
  "webhooks.add": { url: "https://new.example/hooks" },
  "coupons.create": { code: "MAY10", discount_amount: "10" },
  "people.add": { name: CODE.join("") },
  "sessions.cancel": { reason: CODE.join("") },
  "sessions.refund": { amount: "1" },
  "sessions.refunded": { reference: CODE.join("") },
  "unexpected.resolve": { note: CODE.join("") },
  "customers.coins": { coins: "7", reason: CODE.join("") },
  "products.create": { title: CODE.join(""), price: "5" },
  "products.stock": { units: "7" },
  "settings.messages.mail": { host: "mail.hill.example", user: "", from: "shop@hill.example" },
  "settings.messages.sms": { url: "https://sms.example/?to={phone}&text={text}", body: "" },
  "account.email": { email: "new@hill.example" },
  "account.password": { current: PASSWORD, password: NEW_PASSWORD, again: NEW_PASSWORD },
};

/**
 * Accepted by another form: the one that confirms a chosen file, and those of the sessions of the two
 * holds. No provider is asked for its key. The refund by hand is paid back.
 */
const ELSEWHERE = [
  "products.preview",
  // It takes a picture: tests/web/dashboard/pictures_test.ts.
  "products.picture.add",
  "overview.release",
  "providers.add",
  "sessions.not-refunded",
  // Of a provider whose key was deleted: tests/web/dashboard/unexpected_test.ts.
  "unexpected.refunded",
  "unexpected.not-refunded",
  // Its products are found by a search first: tests/web/dashboard/coupon_products_test.ts.
  "coupons.create?kind=gift",
  // It takes a factor of the owner's own.
  "people.factor",
  // It takes the token of a mail: tests/web/dashboard/emails_test.ts.
  "account.email-link",
  // It leads to a form.
  "factor.passkey",
];

/** Ends what other forms are about, so that these come last. */
const ENDING = /\.(?:cancel|delete|disable|expire|refunded|remove|revoke|withdraw)$/;

const sectionOf = ({ id }: FoundForm) => SECTIONS.find((name) => id.startsWith(`${name}.`));

/** An owner and all forms that they find, looked for once. */
let owner: Promise<Pick<Walk, "visitor"> & { readonly forms: readonly FoundForm[] }> | undefined;

async function findForms(office: Office): NonNullable<typeof owner> {
  const walk = (await walks(office)).find(({ role }) => role === "owner");
  assert.ok(walk);
  const { forms, missing } = await formsOf(office, walk);
  // Five minutes after the password was entered, an export has it; the others are of a person with a
  // second factor or an e-mail, or the answer to a form.
  const factor = ["confirm", "codes", "remove", "passkey-add", "passkey-remove"];
  const others = [...factor.map((one) => `factor.${one}`), "settings.messages.test"];
  assert.deepEqual(
    missing.toSorted(),
    [...others, "account.email-remove", "password.again"].sort(),
    "Forms without a page",
  );
  assert.deepEqual(forms.filter((form) => sectionOf(form) === undefined), []);
  const rank = ({ id }: FoundForm) => Number(ENDING.test(id));
  return { visitor: walk.visitor, forms: forms.toSorted((a, b) => rank(a) - rank(b)) };
}

/** Sends a form with wrong values; what is wrong with the answer. */
async function refuse(tab: Tab, { action }: FoundForm): Promise<string[]> {
  const entered = await spoil(tab, action);
  // Nothing is entered in a form of a button alone.
  if (entered === undefined) return [];
  const status = await send(tab, action);
  return [
    ...(status === 422 ? [] : [`refused with ${status}`]),
    ...await refusalFaults(tab, action, entered),
    ...await faultsNow(tab),
  ];
}

/** Sends a form with right values; what is wrong with the page that it leads to. */
async function accept(tab: Tab, { id, action }: FoundForm): Promise<string[]> {
  await fillIn(tab, action, RIGHT[id] ?? {});
  const status = await send(tab, action);
  // A secret or a link, or what was done.
  const says = await tab.page.$(".banner, .copy");
  const isAnswer = new URL(tab.page.url()).pathname === action;
  return [
    ...(status === 200 ? [] : [`accepted with ${status}: ${await tab.text()}`]),
    ...(says === null ? ["the page does not say what was done"] : []),
    // Others are pages of the walk with a banner.
    ...await faultsNow(tab, isAnswer ? undefined : [360]),
  ];
}

for (const section of SECTIONS) {
  browserTest(
    `forms of ${section}: refused ones say why beside a field, and each answer can be read`,
    async (open) => {
      const { visitor, forms } = await (owner ??= findForms(await office()));
      const { dashboard: { origin } } = await office();
      const tab = await open({ width: 1280, height: HEIGHT });
      await signIn(tab, visitor);
      const faults: string[] = [];
      for (const form of forms.filter((one) => sectionOf(one) === section)) {
        for (const answer of ELSEWHERE.includes(form.id) ? [refuse] : [refuse, accept]) {
          await tab.goTo(`${origin}${form.path}`);
          faults.push(...(await answer(tab, form)).map((fault) => `${form.id}: ${fault}`));
        }
      }
      assert.deepEqual(faults, []);
    },
  );
}
