/** Everything that can happen in the shop. */
import fc from "fast-check";
import { aCart } from "../../../support/app.ts";
import { cancelOrder, isOrder } from "./cancelling.ts";
import { advance, idleHour, sweep } from "./clock.ts";
import {
  applyCoupon,
  chooseMethod,
  chooseShipping,
  claimGifts,
  read,
  redeemCoins,
  removeCoupon,
  replaceItems,
  setAddress,
  setBuyer,
} from "./edits.ts";
import {
  among,
  Happening,
  hasFailed,
  isCod,
  isEditable,
  isKnown,
  isOpen,
  isPaying,
  type Likely,
  on,
} from "./happening.ts";
import { abandonOrLook } from "./links.ts";
import { sendOtp, verifyOtp } from "./otp.ts";
import {
  abandon,
  placeOrder,
  startManual,
  startPayment,
  startTogether,
  startTwice,
} from "./paying.ts";
import { follow } from "./recovery.ts";
import { repeat } from "./repeat.ts";
import { opened, request, type Scene } from "./request.ts";
import { cancelPayment, takeResult, type Told } from "./results.ts";
import { NEW, NEWER, RICH } from "./shop.ts";
import { test } from "./tester.ts";
import { shopkeeper } from "./shopkeeper.ts";

const MAX_SESSIONS = 15;

/** A new cart; with an address, and with a phone that is verified, where these are given. */
function creation(mugs: number, country: string | null, phone: string | null): Happening {
  return new Happening(`create(${mugs}, ${country}, ${phone})`, async (model, real) => {
    const items = [{ product_id: 1, variant_id: 11, quantity: mugs }];
    const { data } = await request({ model, real }, "POST", "/session", aCart({ items }).data);
    const session = opened(model, data.session_id);
    model.sessions.push(session);
    real.seen.add(session.cell);
    session.shown = (await request({ model, real }, "GET", `/session/${session.id}`)).data;
    const scene = { model, session, real };
    if (country !== null) await setAddress(scene, country);
    if (phone !== null) await verified(scene, phone, 0);
  }, ({ sessions }) => sessions.length < MAX_SESSIONS);
}

/** A phone is verified; the seconds are what the code takes to be entered. */
async function verified(scene: Scene, phone: string, seconds: number): Promise<void> {
  const { model, real } = scene;
  await advance(31_000).run(model, real);
  await sendOtp(scene, phone);
  await advance(seconds * 1_000).run(model, real);
  await verifyOtp(scene, phone, true);
}

/** A payment is overdue while its page is still open, and the sweep comes by. */
const overdue = on("overdue", async (scene, which) => {
  const { model, real } = scene;
  await advance(1_800_000).run(model, real);
  await read(scene);
  await sweep.run(model, real);
  if (which < 3) await startPayment(scene);
  else await takeResult(scene, RESULTS[0]!);
}, isPaying);

/** The money of a manual payment comes in time, late, or not at all. */
const awaited = on("awaited", async (scene, which, what) => {
  const { model, real } = scene;
  if (what > 5) await chooseMethod(scene, "COD");
  await startManual(scene);
  await advance(among([1_800_000, 3_600_000, 7_200_000, 7_200_000], which)).run(model, real);
  if (which % 2 === 0) await read(scene);
  await sweep.run(model, real);
  if (which < 6) await takeResult(scene, RESULTS[0]!);
});

const CODES = ["FEW", "ONCE", "FREE", "SHORT", "HELLO", "NOPE"];
const COINS = [20, 50, 5, 100, 200, 0, 401];
const PHONES = [RICH, RICH, NEW, RICH, NEWER];
const RESULTS: readonly Told[] = [
  { status: "PAID", which: "latest", isExact: true },
  { status: "FAILED", which: "latest", isExact: true },
  { status: "PAID", which: "latest", isExact: true },
  { status: "PAID", which: "latest", isExact: false },
  { status: "PAID", which: "earlier", isExact: true },
  { status: "FAILED", which: "unknown", isExact: true },
  { status: "PAID", which: "latest", isExact: true },
  { status: "FAILED", which: "latest", isExact: true },
];

const create = fc.tuple(
  fc.constantFrom(1, 1, 2, 3),
  fc.constantFrom("IN", "IN", "IN", null),
  fc.constantFrom(RICH, null),
).map((parts) => creation(...parts));
const start = on("startPayment", startPayment);
function result(isLikely: Likely): fc.Arbitrary<Happening> {
  return on("takeResult", (scene, which) => takeResult(scene, among(RESULTS, which)), isLikely);
}
const address = on(
  "setAddress",
  (scene, which) => setAddress(scene, among(["IN", "IN", "AE"], which)),
);
const send = on("sendOtp", (scene, which) => sendOtp(scene, among(PHONES, which)));
const verify = on(
  "verifyOtp",
  (scene, which, what) => {
    const sentTo = which === 0 ? undefined : scene.session.challenge?.phone;
    return verifyOtp(scene, sentTo ?? among(PHONES, what), what > 0);
  },
);
/** A phone is verified without a slip. */
const logIn = on("logIn", (scene, which, what) => {
  return verified(scene, among(PHONES, which), among([10, 10, 10, 300], what));
});

/** All five tries are used up. */
const guess = on("guess", async (scene, which) => {
  const phone = among(PHONES, which);
  await sendOtp(scene, phone);
  for (let tries = 0; tries < 5; tries++) await verifyOtp(scene, phone, false);
  await verifyOtp(scene, phone, true);
});

/** Goods and customers of carts that are paid at the same moment. */
const RUSHES: readonly [string, Likely, (scene: Scene) => Promise<void>][] = [
  ["nothing more", isEditable, () => Promise.resolve()],
  ["FEW", isEditable, (scene) => applyCoupon(scene, "FEW")],
  ["FREE", isEditable, (scene) => applyCoupon(scene, "FREE")],
  ["ONCE", isKnown, (scene) => applyCoupon(scene, "ONCE")],
  ["300 coins", isKnown, (scene) => redeemCoins(scene, 300)],
];

/** Up to three carts are paid for at the same moment; one alone twice. */
const rush = fc.constantFrom(...RUSHES).map(([what, isLikely, want]) =>
  new Happening(`rush for ${what}`, async (model, real) => {
    const sessions = model.sessions.filter((one) => isLikely(one, model)).slice(-3);
    const scenes = sessions.map((session) => ({ model, session, real }));
    for (const scene of scenes) await want(scene);
    const [only, ...others] = scenes;
    if (only !== undefined && others.length === 0) await startTwice(only);
    else await startTogether(scenes);
  })
);

/** The holds are released, others spend the coins, then the payment arrives. */
async function paidTooLate(scene: Scene): Promise<void> {
  const { model, session, real } = scene;
  await abandon(scene);
  for (const other of model.sessions.filter((one) => isKnown(one, model)).slice(-2)) {
    await redeemCoins({ model, session: other, real }, Math.min(model.available(other.phone), 200));
    await startPayment({ model, session: other, real });
  }
  await takeResult({ model, session, real }, RESULTS[0]!);
}
const tooLate = on("tooLate", paidTooLate, isPaying);

/** Coins are used in a payment; at times they are spent elsewhere before it is paid. */
const spend = on("spend", async (scene, which) => {
  await redeemCoins(scene, among([100, 200, 300, 400], which));
  await startPayment(scene);
  if (which > 5) await paidTooLate(scene);
}, isKnown);

/** A part is paid ahead, where the shop asks for one. */
const payPart = on("payPart", async (scene) => {
  await chooseMethod(scene, "COD");
  await startPayment(scene);
  await takeResult(scene, RESULTS[0]!);
});

/** A payment fails, and the customer would rather pay the courier. */
const changeOfMind = on("changeOfMind", async (scene) => {
  await startPayment(scene);
  await takeResult(scene, RESULTS[1]!);
  await chooseMethod(scene, "COD");
  await placeOrder(scene);
});

/** All there is; what comes twice comes oftener. */
export const COMMANDS: fc.Arbitrary<Happening>[] = [
  create,
  create,
  create,
  on("replaceItems", (scene, which, what) => replaceItems(scene, which % 4 + 1, what)),
  on("applyCoupon", (scene, which) => applyCoupon(scene, among(CODES, which))),
  on("applyCoupon", (scene, which) => applyCoupon(scene, among(CODES, which % 3))),
  on("removeCoupon", (scene, which) => removeCoupon(scene, among(CODES, which))),
  on("claimGifts", (scene, which, what) => claimGifts(scene, which % 4, what === 7 ? 11 : 91)),
  address,
  address,
  on("chooseShipping", (scene, which) => chooseShipping(scene, which % 2 === 0)),
  on("setBuyer", (scene, which) => setBuyer(scene, among([null, "asha@example.com"], which))),
  on("redeemCoins", (scene, which) => redeemCoins(scene, among(COINS, which)), isKnown),
  on("redeemCoins", (scene, which) => redeemCoins(scene, among(COINS, which)), isKnown),
  on("chooseMethod", (scene, which) => chooseMethod(scene, among(["COD", "PREPAID"], which))),
  send,
  verify,
  logIn,
  guess,
  payPart,
  awaited,
  on("startManual", startManual),
  changeOfMind,
  start,
  start,
  start,
  rush,
  rush,
  rush,
  test,
  spend,
  spend,
  tooLate,
  tooLate,
  result(isPaying),
  result(isPaying),
  result(hasFailed),
  overdue,
  on("cancelPayment", cancelPayment, isPaying),
  on("cancelPayment", cancelPayment, hasFailed),
  on("placeOrder", placeOrder, isCod),
  on("placeOrder", placeOrder, isCod),
  on("abandon or look", abandonOrLook, isOpen),
  on("cancelOrder", cancelOrder, isOrder),
  on("follow", follow, (one, model) => one.expired || isOpen(one, model)),
  shopkeeper,
  fc.constant(repeat),
  fc.constantFrom(sweep, sweep, sweep, idleHour),
  fc.constantFrom(1, 31, 31, 61, 61, 301, 1_801, 3_599).map((seconds) => advance(seconds * 1_000)),
];
