import { invalid } from "../../../domain/errors.ts";
import { parseUuid } from "../../../domain/ids.ts";
import { DEFAULT_LANES, EVENT_EXTRAS } from "../../../domain/shop/webhook.ts";
import { parseEndpointUrl } from "../../../service/webhooks/address.ts";
import { type EndpointRequest, requireLanes } from "../../../service/webhooks/endpoint.ts";
import { labelled } from "../forms/labelled.ts";

/** The request of a new endpoint's form. */
type EnteredEndpoint = Omit<EndpointRequest, "merchantId" | "id"> & { readonly id: string };

/**
 * Reads the form of a new endpoint.
 *
 * @throws {AppError} `error.invalid-request` with the field
 */
export function readEndpoint(values: URLSearchParams): EnteredEndpoint {
  const id = parseUuid(values.get("id") ?? "");
  if (id === undefined) throw invalid("This form is incomplete: load the page again");
  const allowInsecure = false;
  const { href: url } = labelled(
    { url: "URL" },
    () => parseEndpointUrl((values.get("url") ?? "").trim(), { allowInsecure }),
  );
  return {
    id,
    url,
    events: values.getAll("events"),
    include: EVENT_EXTRAS.filter((one) => values.getAll("include").includes(one)),
    allowInsecure,
    livemode: values.get("mode") !== "test",
    lanes: readLanes(values),
    batch: readBatch(values) ?? false,
  };
}

/** Reads if messages have several events; undefined for a form that was opened before there were batches. */
export function readBatch(values: URLSearchParams): boolean | undefined {
  const text = values.get("messages");
  return text === null ? undefined : text === "batch";
}

/**
 * Reads the lanes; a form that was opened before there were lanes has none.
 *
 * @throws {AppError} `error.invalid-request`
 */
export function readLanes(values: URLSearchParams): number {
  const text = values.get("lanes");
  return text === null ? DEFAULT_LANES : requireLanes(Number(text));
}
