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
import { type Office, sharedOffice, signIn } from "./scene.ts";
import { type Walk, walks } from "./walk.ts";

const browserTest = browserTests();
const office = sharedOffice();

/** An owner and all forms that they find, looked for once. */
let owner: Promise<Pick<Walk, "visitor"> & { readonly forms: readonly FoundForm[] }> | undefined;

async function findForms(office: Office): NonNullable<typeof owner> {
  const walk = (await walks(office)).find(({ role }) => role === "owner");
  assert.ok(walk);
  const { forms, missing } = await formsOf(office, walk);
  assert.deepEqual(missing, [], "Forms without a page");
  return { visitor: walk.visitor, forms };
}

browserTest("a refused form says why beside a field and keeps what was entered", async (open) => {
  const { visitor, forms } = await (owner ??= findForms(await office()));
  const { dashboard: { origin } } = await office();
  const tab = await open({ width: 1280, height: HEIGHT });
  await signIn(tab, visitor);
  const faults: string[] = [];
  for (const { id, path, action } of forms) {
    await tab.goTo(`${origin}${path}`);
    const entered = await spoil(tab, action);
    // Nothing is entered in forms of a button alone.
    if (entered === undefined) continue;
    const status = await send(tab, action);
    if (status !== 422) faults.push(`${id}: ${status}`);
    const found = [...await refusalFaults(tab, action, entered), ...await faultsNow(tab)];
    faults.push(...found.map((fault) => `${id}: ${fault}`));
  }
  assert.deepEqual(faults, []);
});

/** Values that forms need, by their ids; the other fields have theirs. */
const RIGHT: Readonly<Record<string, Values>> = {
  "keys.create": { name: CODE.join("") },
  "webhooks.add": { url: "https://new.example/hooks" },
  "coupons.create": { code: "MAY10", discount_amount: "10" },
  "coupons.create?kind=gift": { code: "MAYGIFT", "gift.target": "100", "gift.product_ids": "9" },
  "people.add": { login: "cara", name: CODE.join("") },
  "sessions.cancel": { reason: CODE.join("") },
  "unexpected.resolve": { note: CODE.join("") },
  "customers.coins": { coins: "7", reason: CODE.join("") },
  "products.stock": { units: "7" },
};

/** Ends what other forms are about, so that these come last. */
const ENDING = /\.(?:cancel|delete|disable|expire|remove|revoke)$/;

browserTest("an accepted form leads to a page that can be read, and no text runs", async (open) => {
  const { visitor, forms } = await (owner ??= findForms(await office()));
  const { dashboard: { origin } } = await office();
  const tab = await open({ width: 1280, height: HEIGHT });
  await signIn(tab, visitor);
  const faults: string[] = [];
  const rank = ({ id }: FoundForm) => Number(ENDING.test(id));
  for (const { id, path, action } of forms.toSorted((a, b) => rank(a) - rank(b))) {
    // Its file is what another form confirms.
    if (id === "products.preview") continue;
    await tab.goTo(`${origin}${path}`);
    await fillIn(tab, action, RIGHT[id] ?? {});
    const status = await send(tab, action);
    if (status !== 200) faults.push(`${id}: ${status} ${await tab.text()}`);
    // A secret or a link, or what was done.
    const says = await tab.page.$(".banner, .copy, [role=status]");
    if (says === null) faults.push(`${id}: the page does not say what was done`);
    faults.push(...(await faultsNow(tab)).map((fault) => `${id}: ${fault}`));
  }
  assert.deepEqual(faults, []);
});
