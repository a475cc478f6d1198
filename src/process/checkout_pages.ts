import type { CheckoutPagesOptions } from "../web/checkout_page/app.ts";
import type { PageAddress } from "../service/page_address.ts";
import type { CheckoutConfig } from "./config/checkout_flags.ts";
import type { ServerConfig } from "./config/server_config.ts";
import type { Part } from "./lifetime/parts.ts";
import { placeOf, type TcpPlace, type TlsPlace, urlOf, withFlags } from "./listen/listener.ts";
import { type ServeOptions, type ServerHandle, servingPart } from "./listen/serve.ts";

/** The address of the pages; undefined without them. They have TLS if the API has. */
export function checkoutPlaceOf(config: CheckoutConfig): TcpPlace | TlsPlace | undefined {
  const { checkoutPort: port, checkoutHost: host = config.host, tlsCert, tlsKey } = config;
  if (port === undefined) return undefined;
  const tls = tlsCert === undefined || tlsKey === undefined ? {} : { tlsCert, tlsKey };
  const place = placeOf({ host, port, ...tls });
  return place.kind === "unix" ? undefined : place;
}

/** The public URL of the pages; undefined without them, and until their port is known. */
export function checkoutUrlOf(config: CheckoutConfig): string | undefined {
  const place = checkoutPlaceOf(config);
  if (place === undefined) return undefined;
  const isKnown = place.port !== 0 && !config.takesAnyCheckoutPort;
  return config.checkoutUrl ?? (isKnown ? urlOf(place) : undefined);
}

/** Dependencies of the pages' listener. */
export interface CheckoutPartDeps {
  readonly config: CheckoutConfig & Pick<ServerConfig, "demo">;
  readonly pages: Pick<PageAddress, "servedAt">;
  readonly requests: CheckoutPagesOptions;
  readonly listening: Omit<ServeOptions, "place" | "onListen" | "onCertificate">;
}

/** The listener of the pages for customers as a part of the program; none without its port. */
export function checkoutPart(
  { config, pages, requests, listening }: CheckoutPartDeps,
): Part<ServerHandle | null> {
  const { logger } = listening;
  const place = checkoutPlaceOf(config);
  if (place === undefined) return { start: () => null, close: () => Promise.resolve() };
  const onListen: ServeOptions["onListen"] = (actual) => {
    const url = config.checkoutUrl ?? urlOf(actual);
    pages.servedAt(url);
    logger.info("serving checkout pages", { checkout_url: url, listening: urlOf(actual) });
  };
  return {
    start: async () => {
      // Loaded on demand: other servers do not need it.
      const { createCheckoutPages } = await import("../web/checkout_page/app.ts");
      const overTls = place.kind === "tls";
      const { fetch } = createCheckoutPages({ ...requests, isDemo: config.demo, overTls });
      const serveAt = (at: typeof place) =>
        servingPart({ ...listening, place: at, onListen }, fetch).start();
      try {
        return await serveAt(place);
      } catch (error) {
        if (config.takesAnyCheckoutPort && place.port !== 0) {
          return await serveAt({ ...place, port: 0 });
        }
        throw withFlags(error, `--checkout-host ${place.host} --checkout-port ${place.port}`);
      }
    },
    close: async (serving) => {
      if (serving !== null && !await serving.drained) {
        logger.warn("Running requests of checkout pages were cut off");
      }
    },
  };
}
