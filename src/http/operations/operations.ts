import type { Services } from "../../service/services.ts";
import type { Operation } from "../operation.ts";
import { createSession } from "./create_session.ts";
import { docsViewer } from "./docs_viewer.ts";
import { getSession } from "./get_session.ts";
import { openApi } from "./openapi_document.ts";
import { metrics, type MetricsSource } from "./metrics.ts";
import { health, ready } from "./probes.ts";
import { claimGiftsOperation } from "./steps/claim_gifts.ts";
import { applyCouponOperation, removeCouponOperation } from "./steps/coupons.ts";
import { abandonOperation, completeOperation } from "./steps/ending.ts";
import { sendOtpOperation, verifyOtpOperation } from "./steps/otp.ts";
import { chooseMethodOperation, redeemCoinsOperation } from "./steps/paying.ts";
import {
  cancelPaymentOperation,
  paymentResultOperation,
  startPaymentOperation,
} from "./steps/payment.ts";
import { root } from "./root.ts";
import { replaceItemsOperation } from "./steps/replace_items.ts";
import { setAddressOperation } from "./steps/set_address.ts";

/** What operations are made of. */
export interface OperationDeps {
  readonly services: Services;
  /** The program's version. */
  readonly version: string;
  /** Figures that are shown beside the API; left out where they are not. */
  readonly metrics?: MetricsSource | undefined;
}

/** Every operation there is, in the order of the documentation. */
export function createOperations(
  { services, version, metrics: shown }: OperationDeps,
): Operation[] {
  const operations = [
    createSession(services),
    getSession(services),
    replaceItemsOperation(services),
    applyCouponOperation(services),
    removeCouponOperation(services),
    claimGiftsOperation(services),
    setAddressOperation(services),
    sendOtpOperation(services),
    verifyOtpOperation(services),
    redeemCoinsOperation(services),
    chooseMethodOperation(services),
    startPaymentOperation(services),
    paymentResultOperation(services),
    cancelPaymentOperation(services),
    completeOperation(services),
    abandonOperation(services),
    ...root(version),
    health(),
    ready(services),
    ...docsViewer(),
    ...(shown === undefined ? [] : [metrics(shown)]),
  ];
  return [...operations, openApi(operations, { version })];
}
