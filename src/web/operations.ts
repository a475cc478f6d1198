import type { Services } from "../service/services.ts";
import type { Operation } from "./operation.ts";
import { createSession } from "./api/create_session.ts";
import { docsViewer } from "./ops/docs_viewer.ts";
import { guides } from "./ops/guides.ts";
import { listOperations } from "./api/lists.ts";
import { readOrder } from "./api/read_order.ts";
import { getSession } from "./api/get_session.ts";
import { openApi } from "./ops/openapi_document.ts";
import { metrics, type MetricsSource } from "./ops/metrics.ts";
import { health, ready } from "./ops/probes.ts";
import { claimGiftsOperation } from "./api/gifts.ts";
import { applyCouponOperation, removeCouponOperation } from "./api/coupons.ts";
import { cancelOrderOperation } from "./api/cancel.ts";
import { refundOrderOperation, reportRefundResultOperation } from "./api/refund.ts";
import { abandonSessionOperation, completeSessionOperation } from "./api/ending.ts";
import { sendOtpOperation, verifyOtpOperation } from "./api/otp.ts";
import { choosePaymentMethodOperation } from "./api/payment_method.ts";
import { redeemCoinsOperation } from "./api/coins.ts";
import {
  cancelPaymentOperation,
  reportPaymentResultOperation,
  startPaymentOperation,
} from "./api/payment.ts";
import { root } from "./ops/root.ts";
import { replaceItemsOperation } from "./api/items.ts";
import { setAddressOperation } from "./api/address.ts";
import { makeCheckoutLink } from "./api/checkout_link.ts";
import { setBuyerOperation } from "./api/buyer.ts";
import { chooseShippingOptionOperation } from "./api/shipping_option.ts";

/** Dependencies of the operations. */
export interface OperationDeps {
  readonly services: Services;
  /** The program's version. */
  readonly version: string;
  /** Metrics on the API's port; absent if they are not served there. */
  readonly metrics?: MetricsSource | undefined;
}

/** All operations, in the order of the documentation. */
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
    setBuyerOperation(services),
    chooseShippingOptionOperation(services),
    sendOtpOperation(services),
    verifyOtpOperation(services),
    redeemCoinsOperation(services),
    choosePaymentMethodOperation(services),
    startPaymentOperation(services),
    reportPaymentResultOperation(services),
    cancelPaymentOperation(services),
    completeSessionOperation(services),
    cancelOrderOperation(services),
    refundOrderOperation(services),
    reportRefundResultOperation(services),
    abandonSessionOperation(services),
    makeCheckoutLink(services),
    ...listOperations(services),
    readOrder(services),
    ...root(version),
    health(),
    ready(services),
    ...docsViewer(),
    ...guides(),
    ...(shown === undefined ? [] : [metrics(shown)]),
  ];
  return [...operations, openApi(operations, { version })];
}
