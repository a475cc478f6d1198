import type { Endpoint } from "../../domain/shop/webhook.ts";
import { listJson } from "../../schema/list.ts";
import { ENDPOINT_LIST } from "../../things/endpoint.ts";

/** An endpoint as JSON; a new one is shown with its secret. */
export function endpointJson(endpoint: Endpoint, shown: { readonly secret?: string } = {}) {
  return { id: endpoint.id, ...shown, ...listJson(ENDPOINT_LIST, endpoint) };
}
