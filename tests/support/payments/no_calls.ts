import { type ProviderTransport, Unreachable } from "../../../src/payments/provider.ts";

/** No provider can be called. */
export const noCalls: ProviderTransport = () =>
  Promise.reject(new Unreachable("There is no network here"));
