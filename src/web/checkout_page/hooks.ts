import { PROVIDER_KINDS } from "../../domain/shop/provider.ts";
import { parseDomain } from "../../domain/shop/merchant.ts";
import type { Hinted } from "../../service/checkout/provider_hooks.ts";
import type { Services } from "../../service/services.ts";
import type { PageOperation } from "./page_operation.ts";
import { customerHeaders } from "./replies.ts";

/** Longest hook that is read. */
const HOOK_LIMIT_BYTES = 64 * 1024;

/**
 * `POST /hooks/{shop}/{provider}`: a provider says that something has happened. The answer waits for
 * nothing and tells nothing: 200 for a hook that an account of the shop signed, else 401.
 */
export function hookOperations(
  { providerHooks }: Pick<Services, "providerHooks">,
): PageOperation[] {
  return [{
    id: "provider.hook",
    method: "POST",
    path: "/hooks/{shop}/{provider}",
    async handle(call) {
      const domain = parseDomain(call.param("shop"));
      const kind = PROVIDER_KINDS.find((one) => one === call.param("provider"));
      const hook = { headers: { get: call.header }, body: await call.text(HOOK_LIMIT_BYTES) };
      let hinted: Hinted | null = null;
      try {
        if (domain !== undefined && kind !== undefined) {
          hinted = await providerHooks.read(domain, kind, hook);
        }
      } finally {
        // A hook that could not be read counts too: its secret may be locked.
        if (hinted === null) await call.limits.countMiss(call.address(), call.startedMs);
      }
      if (hinted === null) return { status: 401, body: "", headers: customerHeaders() };
      providerHooks.look(hinted);
      return { status: 200, body: "", headers: customerHeaders() };
    },
  }];
}
