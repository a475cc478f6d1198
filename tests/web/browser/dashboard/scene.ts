/** The dashboard of a full shop, served to a browser in which people sign in. */
import { action, ok, warn } from "../../../../src/domain/diagnosis.ts";
import type { Role } from "../../../../src/domain/people/role.ts";
import {
  type Dashboard,
  dashboardOf,
  PASSWORD,
  roleAt,
  type Visitor,
} from "../../dashboard/dashboard.ts";
import { mailBox, OPERATOR_MAIL } from "../../dashboard/mails.ts";
import type { Tab } from "../../../support/tab.ts";
import { CODE } from "../hostile.ts";
import { type Scene, withScene } from "../scene.ts";
import { withPort } from "../served.ts";
import { fill, FULL_SHOP } from "./shop.ts";
import { aVisit } from "../../../support/people.ts";

/** The dashboard of a full shop. */
export interface Office {
  readonly scene: Scene;
  readonly dashboard: Dashboard;
  /** A person with a role, whose name would run as code; an owner owns every shop. */
  person(role: Role): Promise<Visitor>;
}

/** Serves the dashboard of a full shop while something runs. */
export function withOffice(run: (office: Office) => Promise<void>): Promise<void> {
  return withScene(async (scene) => {
    await fill(scene);
    let app: Dashboard | undefined;
    await withPort(
      (request, { remoteAddr }) => app!.fetch(request, () => remoteAddr.hostname),
      async (port) => {
        const dashboard = dashboardOf(scene.world, {
          origin: `http://localhost:${port}`,
          mail: mailBox(scene.world, OPERATOR_MAIL),
        });
        app = dashboard;
        const text = CODE.join("");
        dashboard.findings.push(
          ok("database", text),
          warn(text, text, text),
          action("x", text, text),
        );
        const { merchant: { id: merchantId }, clock } = scene.world;
        const person: Office["person"] = async (role) => {
          if (role !== "owner") {
            return await dashboard.visitor(role, roleAt(merchantId, role), text);
          }
          const owner = await dashboard.visitor(role, { everywhere: role }, text);
          const { invitations, signIns } = dashboard.services;
          for (let n = 1; n <= 3; n++) {
            await signIns.withPassword(role, PASSWORD, aVisit(`198.51.100.${n}`));
          }
          const invite = () =>
            invitations.invite({ merchantId, role: "staff", name: text }, owner.person);
          const { token } = await invite();
          clock.advance(1);
          await invite();
          await signIns.withInvitation(
            token,
            { login: "new", name: text, password: PASSWORD },
            aVisit("192.0.2.1"),
          );
          return owner;
        };
        await run({ scene, dashboard, person });
      },
    );
  }, FULL_SHOP);
}

/** Signs a person in, in a tab and all that share its cookies. */
export async function signIn({ page }: Tab, { cookie }: Pick<Visitor, "cookie">): Promise<void> {
  const rest = { domain: "localhost", path: "/", httpOnly: true, sameSite: "Strict" } as const;
  await page.browserContext().setCookie({ name: "ck", value: cookie, ...rest });
}

/** Serves one dashboard to all tests of a file, from the first that asks for it. */
export function sharedOffice(): () => Promise<Office> {
  const ready = Promise.withResolvers<Office>();
  const over = Promise.withResolvers<void>();
  let served: Promise<void> | undefined;
  Deno.test.afterAll(async () => {
    over.resolve();
    await served;
  });
  return () => {
    served ??= withOffice((office) => {
      ready.resolve(office);
      return over.promise;
    });
    served.catch(ready.reject);
    return ready.promise;
  };
}
