/** Passkeys in Chromium, whose virtual authenticator takes the place of a device. */
import assert from "node:assert/strict";
import { browserTests } from "../../../support/browser.ts";
import { withWorld, type World } from "../../../support/app.ts";
import { OPERATOR } from "../../../support/operator.ts";
import type { Tab } from "../../../support/tab.ts";
import { type Dashboard, dashboardOf, PASSWORD, type Visitor } from "../../dashboard/dashboard.ts";
import { withPort } from "../served.ts";
import { signIn } from "./scene.ts";
import { Device } from "./virtual_authenticator.ts";

const browserTest = browserTests();
const MINUTE_MS = 60_000;
const CONFIRM = "Confirm that it is you";
const REFUSED = "The passkey was not accepted";

/** A browser on a device, in which Anna is signed in. */
interface Scene {
  readonly world: World;
  readonly dashboard: Dashboard;
  readonly anna: Visitor;
  readonly tab: Tab;
  readonly device: Device;
  /** Goes to a path of the dashboard. */
  goTo(path: string): Promise<void>;
}

function withScene(tab: Tab, run: (scene: Scene) => Promise<void>): Promise<void> {
  return withWorld(async (world) => {
    let dashboard: Dashboard | undefined;
    await withPort(
      (request, { remoteAddr }) => dashboard!.fetch(request, () => remoteAddr.hostname),
      async (port) => {
        const origin = `http://localhost:${port}`;
        dashboard = dashboardOf(world, { origin });
        const anna = await dashboard.visitor("anna", { everywhere: "owner" }, "Anna Rao");
        const device = await Device.of(tab);
        await signIn(tab, anna);
        const goTo = async (path: string) => {
          world.clock.advance(1);
          await tab.goTo(`${origin}${path}`);
        };
        await run({ world, dashboard, anna, tab, device, goTo });
        assert.deepEqual(tab.complaints, []);
      },
    );
  });
}

/** Adds the passkey of the device. */
async function enrol({ tab, goTo }: Scene): Promise<void> {
  await goTo("/account/factor");
  await tab.press("Add a passkey");
  await tab.fill("Name", "This computer");
  await tab.press("Add the passkey");
  await tab.sees("I have kept them");
}

async function signOut({ tab, goTo }: Scene): Promise<void> {
  await tab.page.browserContext().deleteMatchingCookies({ name: "ck" });
  await goTo("/sign-in");
}

browserTest(
  "a passkey is added, signs in alone and after the password, and confirms",
  (open) =>
    open({ width: 1280 }).then((tab) =>
      withScene(tab, async (scene) => {
        const { world: { clock }, dashboard, goTo } = scene;
        await enrol(scene);
        await goTo("/account/factor");
        await tab.sees("This computer");
        // The device has one already.
        await tab.press("Add a passkey");
        await tab.fill("Name", "Again");
        await tab.click(await tab.find("button", "Add the passkey"));
        await tab.sees("This device has a passkey already");

        await signOut(scene);
        await tab.press("Sign in with a passkey");
        await tab.sees("Demo Store");
        assert.equal(dashboard.attempts.at(-1)?.outcome, "right");

        await signOut(scene);
        await tab.fill("Login", "anna");
        await tab.fill("Password", PASSWORD);
        await tab.press("Sign in");
        await tab.sees("For anna, within 10 minutes");
        await tab.press("Sign in with a passkey");
        await tab.sees("Demo Store");

        clock.advance(5 * MINUTE_MS);
        await goTo("/account/factor");
        await tab.press("Add a passkey");
        await tab.sees(CONFIRM);
        await tab.press("Use a passkey");
        await tab.sees("Your browser asks for your finger");
      })
    ),
);

browserTest(
  "no passkey is taken without a PIN or a finger, of a copy, or once removed",
  (open) =>
    open({ width: 1280 }).then((tab) =>
      withScene(tab, async (scene) => {
        const { dashboard, anna, device, world: { services, clock } } = scene;
        await enrol(scene);
        await signOut(scene);
        await device.setVerified(false);
        await tab.click(await tab.find("button", "Sign in with a passkey"));
        await tab.sees("No passkey was used: try again");
        await device.setVerified(true);
        await tab.press("Sign in with a passkey");
        await tab.sees("Demo Store");

        const count = await device.countFrom(0);
        assert.ok(count > 0, "the device counts");
        await signOut(scene);
        await tab.press("Sign in with a passkey");
        await tab.sees(REFUSED);
        assert.equal(dashboard.attempts.at(-1)?.outcome, "copied-passkey");
        clock.advance(1);
        await device.countFrom(count);
        await signOut(scene);
        await tab.press("Sign in with a passkey");
        await tab.sees("Demo Store");

        await services.people.resetFactor(anna.person, OPERATOR);
        await signOut(scene);
        await tab.press("Sign in with a passkey");
        await tab.sees(REFUSED);
        assert.equal(dashboard.attempts.at(-1)?.outcome, "wrong-passkey");
      })
    ),
);

browserTest("without scripts the form of a passkey says what it needs", async (open) => {
  const tab = await open({ width: 1280, hasScripts: false });
  await withScene(tab, async ({ goTo }) => {
    await goTo("/account/factor");
    await tab.press("Add a passkey");
    await tab.fill("Name", "This computer");
    await tab.press("Add the passkey");
    await tab.sees("Your browser sent no passkey");
  });
});
