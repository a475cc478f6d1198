import { DEMO_ACTS, type DemoAct } from "../../../../domain/session/provider_payment.ts";
import { DEMO_PATH } from "../../../../service/checkout/demo_book.ts";
import type { Services } from "../../../../service/services.ts";
import type { PageCall, PageOperation } from "../../page_operation.ts";
import { customerHeaders } from "../../replies.ts";
import { DEMO_BUTTONS, demoPage } from "./demo_pay.tsx";

const PATH = `${DEMO_PATH}{token}`;

/** The page of the demo provider. It takes payments of its own accounts alone. */
export function demoOperations({ demoBook }: Pick<Services, "demoBook">): PageOperation[] {
  const opened = async (call: PageCall) => {
    const found = await demoBook.opened(call.param("token"));
    if (found !== null) await call.limits.countLink(call.param("token"), call.startedMs);
    return found;
  };
  return [{
    id: "demo.show",
    method: "GET",
    path: PATH,
    limitedBy: "link",
    async handle(call) {
      const found = await opened(call);
      if (found === null) return null;
      const { payment, session: { countryCode } } = found;
      const body = demoPage(call, payment, { countryCode, now: demoBook.now() });
      return { status: 200, body, headers: customerHeaders("") };
    },
  }, {
    id: "demo.act",
    method: "POST",
    path: PATH,
    limitedBy: "link",
    async handle(call) {
      const found = await opened(call);
      if (found === null) return null;
      const act = actOf((await call.form()).get("act"));
      const isOpen = demoBook.now() < found.payment.expiresAt;
      if (act !== undefined && isOpen) await demoBook.note(call.param("token"), act);
      const code = call.query.get("code") ?? "";
      const location = `${call.toRoot}r/${encodeURIComponent(code)}`;
      return { status: 303, body: "", headers: { ...customerHeaders(""), Location: location } };
    },
  }];
}

function actOf(text: string | null): DemoAct | undefined {
  return DEMO_ACTS.find((act) => act === text && act in DEMO_BUTTONS);
}
