// Made by `deno task client`; do not edit.

export interface paths {
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a session from a cart
         * @description Creates a session from the items of a cart, when the customer goes to checkout. The answer has its id, which all other calls take. An item whose variant is not in the shop's catalogue needs a `price`. `error.shop-not-found`: no shop of this API key has the domain.
         *
         *     Scope of the key: `sessions:write`.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a session
         * @description Returns the session with all its prices: render the checkout from it, and poll it for changes. Each read counts as activity. A session that is not completed expires after an hour without a call; from then on the answer is `error.session-not-found`.
         *
         *     Scope of the key: `sessions:read`.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the cart
         * @description Replaces all items of the cart and computes the prices again. Call it when the customer changes the cart in the store. Coupon codes that no longer apply move to `resting_coupons`, and gifts that the cart no longer earns are removed.
         *
         *     Scope of the key: `sessions:write`.
         */
        put: operations["replaceItems"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a coupon code
         * @description Applies a coupon code and computes the prices again. Codes that combine add up; any other code replaces the coupon before it and names it in `previous_coupon_code`. If the coupon cannot be used, the error says why, and its `message` can be shown to the customer. After too many unknown codes every code is refused for a while with `error.coupon-rate-limited`.
         *
         *     Scope of the key: `sessions:write`.
         */
        post: operations["applyCoupon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/coupons/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a coupon code
         * @description Removes a coupon code and computes the prices again. `error.coupon-not-found`: the code was not entered in this session.
         *
         *     Scope of the key: `sessions:write`.
         */
        delete: operations["removeCoupon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/add-ons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose free gifts
         * @description Sets the gifts of the session, from the offers in `add_ons`. The list replaces the earlier one, so send every gift that the customer wants; an empty list removes all gifts. A gift is removed when the cart no longer reaches the target of its offer.
         *
         *     Scope of the key: `sessions:write`.
         */
        put: operations["claimGifts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the delivery address
         * @description Sets the delivery address. It determines the shipping price, and whether cash on delivery is available. `error.address-not-serviceable`: the shop does not deliver there.
         *
         *     Scope of the key: `sessions:write`.
         */
        put: operations["setAddress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/buyer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the buyer's name and e-mail
         * @description Sets name and e-mail of the buyer; what you leave out is empty. An empty e-mail becomes that of the delivery address. Events have it only for webhook endpoints that were added with `--include buyer.email`.
         *
         *     Scope of the key: `sessions:write`.
         */
        put: operations["setBuyer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/shipping-option": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose how to ship
         * @description Chooses one of `shipping_options`, whose price becomes `pricing.shipping`. If the address or the shop's rules change and the option is gone, the first one applies again. `error.address-required`: set an address first.
         *
         *     Scope of the key: `sessions:write`.
         */
        put: operations["chooseShippingOption"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a one-time code to a phone
         * @description Sends a 6-digit code to a phone number, to verify the customer. Your webhook endpoint gets the code in the event `otp.requested`, and your SMS provider sends it. A code is valid for 5 minutes and 5 attempts. Limits: one code in 30 seconds, 5 an hour per phone number and per session, and a daily limit per shop; `Retry-After` says when to try again. Codes go only to countries that the shop allows, and not to premium-rate, satellite or similar numbers. The answer is the same for known and unknown phone numbers.
         *
         *     Scope of the key: `sessions:write`.
         */
        post: operations["sendOneTimeCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/otp/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a one-time code
         * @description Checks the code that the customer entered. If it is right, the session has the customer with this phone number, and their coins. `error.otp-invalid`: the code is wrong, and one attempt is used. After 5 wrong attempts, or once the code has expired, send a new code.
         *
         *     Scope of the key: `sessions:write`.
         */
        post: operations["verifyOneTimeCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/coins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Use loyalty coins
         * @description Sets how many coins of the verified customer are used for this cart: at most `coin.coin_redeemable`; 0 uses none. `error.customer-required`: verify a phone number first.
         *
         *     Scope of the key: `sessions:write`.
         */
        put: operations["redeemCoins"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/payment-method": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose how to pay
         * @description Sets the payment method. The shop's discount for the method, or the fee for cash on delivery, becomes part of the price. `error.cod-not-available`: the shop does not offer cash on delivery for this cart.
         *
         *     Scope of the key: `sessions:write`.
         */
        put: operations["choosePaymentMethod"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the payment
         * @description Starts a payment. Call it right before you open the form of your payment provider: `payment` in the answer has the id, the amount and the currency to collect. Coupons, stock, gifts and coins are checked again, and what the order needs is held until there is a result; the cart cannot be changed meanwhile. An order that costs nothing is completed at once. If a provider of the server takes the shop's payments, lead the customer to `payment.url`; the result comes by itself, and a repeated request answers with the same payment. `way` takes another way of the shop; cash needs no payment: choose `COD` and complete the order. If something has changed, no payment starts: the error says what, and the session shows the new price.
         *
         *     Scope of the key: `sessions:write`.
         */
        post: operations["startPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/payment/{payment_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the result of a payment
         * @description Reports the result from your payment provider. PAID completes the order, also as the prepaid part of one with cash on delivery; FAILED releases what was held, and the customer can pay again. Amount and currency must be those of the payment (`error.payment-mismatch`). Reporting the same result twice changes nothing, and a result is accepted after the session has expired too. A `reference` pays for one order only (`error.payment-reference-used`). A PAID result that cannot become an order is refused, recorded for the operator, and sent as the event `payment.unexpected`.
         *
         *     Scope of the key: `payments:write`.
         */
        post: operations["reportPaymentResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/payment/{payment_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment
         * @description Ends a pending payment, for example when the customer closes the payment form: the payment is FAILED, what it held is released, and the cart can be changed again. This also works for expired and abandoned sessions. Cancelling twice changes nothing; a paid payment cannot be cancelled (`error.invalid-state`).
         *
         *     Scope of the key: `payments:write`.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place a cash-on-delivery order
         * @description Completes a session with the payment method COD. If a part must be paid in advance (`error.payment-required`), the PAID result of that payment places the order, and this call answers with it and changes nothing. A prepaid order needs no such call either.
         *
         *     Scope of the key: `sessions:write`.
         */
        post: operations["completeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the order
         * @description Cancels the order of a COMPLETED session, for example one that was refused at the door: its stock, coupon uses and redeemed coins go back, and coins that it earned are taken back as far as the customer still has them. States, price and `amount_paid` stay. `refund` gives the money back too, as `/refund` with `all`, `reference` and `disputed`. An order is cancelled once (`error.conflict`).
         *
         *     Scope of the key: `payments:write`.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an order, or a part of it
         * @description Gives money of a COMPLETED session back. `amount` alone moves money only. `lines` also give back their units and their part of the coins; without `amount` the price that was paid for them goes back. `all` is everything that is left. Money that a provider of the server took goes back there: the answer waits for it, and if it does not answer, the server calls it again; `state` and the events `refund.done` and `refund.failed` tell. Other money is paid back by you: send its `reference` here, or later with the result. All refunds, and disputes that are open or lost, are together never more than the order took (`error.refund-exceeded`).
         *
         *     Scope of the key: `payments:refund`.
         */
        post: operations["refundOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/refund/{refund_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that a refund was paid back
         * @description For refunds that you pay back yourself. DONE needs the `reference` of the money; FAILED leaves it to be refunded again. Reporting the same result twice changes nothing. A refund at a provider of the server is `error.payment-at-provider`: its own answer decides.
         *
         *     Scope of the key: `payments:refund`.
         */
        post: operations["reportRefundResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/abandon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Abandon the checkout
         * @description Ends the session and releases what it held. Call it when the customer gives up; without a call the session expires by itself.
         *
         *     Scope of the key: `sessions:write`.
         */
        post: operations["abandonSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{id}/checkout-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link to the checkout page
         * @description Makes a link that opens the checkout page of this session for its customer, for 24 hours. Send the customer to it; no API key reaches the browser. A new link ends the one before it, so `Idempotency-Key` is ignored: a repeated request makes another link. `error.checkout-page-off`: the server was started without `--checkout-port`.
         *
         *     Scope of the key: `sessions:write`.
         */
        post: operations["makeCheckoutLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Orders, the last placed first; `since` and `until` are times of the order. Of the key's shop, live or tests as the key is.
         *
         *     Scope of the key: `orders:read`.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Sessions in all states, the newest first; `since` and `until` are times of creation. Of the key's shop, live or tests as the key is.
         *
         *     Scope of the key: `orders:read`.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Refunds of orders and of payments without an order, the newest first. Of the key's shop, live or tests as the key is.
         *
         *     Scope of the key: `payments:read`.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unexpected-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments without an order
         * @description Payments that were reported or found without an order, the newest first. Of the key's shop, live or tests as the key is.
         *
         *     Scope of the key: `payments:read`.
         */
        get: operations["listUnexpectedPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order
         * @description Returns the session of an order, for a backend that has the number alone. It is no activity. Customer, buyer, address, note and attributes need `customers:read`.
         *
         *     Scope of the key: `orders:read`.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "session.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A session was created
         * @description A session was created. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onSessionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A step changed the session or its price
         * @description A step changed the session or its price. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onSessionUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The order is complete: paid, or placed with cash on delivery
         * @description The order is complete: paid, or placed with cash on delivery. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onSessionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.collected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cash for an order was recorded
         * @description Cash for an order was recorded. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onOrderCollected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The order was cancelled: refund what was paid
         * @description The order was cancelled: refund what was paid. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onOrderCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.abandoned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The session was abandoned or has expired
         * @description The session was abandoned or has expired. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onSessionAbandoned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.idle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer who can be reached has left an open session alone
         * @description A customer who can be reached has left an open session alone. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onSessionIdle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment was started
         * @description A payment was started. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onPaymentPending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The order, or its prepaid part, was paid
         * @description The order, or its prepaid part, was paid. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onPaymentPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment failed, was cancelled or was replaced
         * @description A payment failed, was cancelled or was replaced. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onPaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.unexpected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A PAID result was refused because it cannot become an order
         * @description A PAID result was refused because it cannot become an order. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onPaymentUnexpected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.disputed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The customer's bank disputes the payment, or has decided
         * @description The customer's bank disputes the payment, or has decided. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onPaymentDisputed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Money is to go back to the customer, or goods came back
         * @description Money is to go back to the customer, or goods came back. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onRefundRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Money went back to the customer
         * @description Money went back to the customer. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onRefundDone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Money did not go back: refund it again, or by another way
         * @description Money did not go back: refund it again, or by another way. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onRefundFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "otp.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a one-time code to a phone
         * @description Send a one-time code to a phone. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onOtpRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.many-unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A key reported more than 1,000 PAID results in a day of payments that the shop never had
         * @description A key reported more than 1,000 PAID results in a day of payments that the shop never had. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onPaymentManyUnknown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "limit.crossed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A number went above a limit of the shop, or a limit of its day refused something
         * @description A number went above a limit of the shop, or a limit of its day refused something. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onLimitCrossed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Several events, to an endpoint that takes them together
         * @description Several events, to an endpoint that takes them together. Answer with a 2xx status within ten seconds; any other answer is retried.
         */
        post: operations["onBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        CreateSession: {
            /** @description The request */
            data: {
                /** @description A domain of the shop; scheme, port and path are ignored */
                shop_domain: string;
                /** @description ISO 3166-1 alpha-2 (default: the shop's) */
                country_code?: string | null;
                /** @description Items of the cart */
                items: components["schemas"]["LineItem"][];
                /** @description Client tracking identifier, usually a UUID. Ignored unless it is text of up to 255 characters. */
                fp_id?: string | null;
                /** @description Storefront session tracking identifier, usually a UUID. Ignored unless it is text of up to 255 characters. */
                storefront_s?: string | null;
                /** @description Storefront visitor tracking identifier, usually a UUID. Ignored unless it is text of up to 255 characters. */
                storefront_y?: string | null;
                /** @description Trace identifier for the session, usually a UUID. Ignored unless it is text of up to 255 characters. */
                checkout_trace_s?: string | null;
                /** @description Trace identifier for the visitor, usually a UUID. Ignored unless it is text of up to 255 characters. */
                checkout_trace_y?: string | null;
                /** @description Where to send the customer after checkout: absolute http or https URL (default: the shop's) */
                redirect_url?: string | null;
                /** @description Identifiers of advertising clicks. Invalid fields are ignored. */
                analytics?: {
                    /** @description Identifiers of clicks on social networks */
                    social?: {
                        /** @description Click identifier */
                        social_p?: string | null;
                        /** @description Click identifier */
                        social_c?: string | null;
                    } | null;
                } | null;
                /** @description Where the customer came from. Invalid fields are ignored. */
                metadata?: {
                    /** @description UTM parameters; the first 100 are kept */
                    utm?: {
                        /** @description Name, for example `utm_source` */
                        name?: string;
                        /** @description Value */
                        value?: string;
                    }[] | null;
                    /** @description Page that led to the store */
                    orig_referer?: string | null;
                    /** @description Host of that page */
                    referer_host?: string | null;
                    /** @description First page visited in the store */
                    landing_page?: string | null;
                } | null;
                /** @description Your reference of the order or cart; need not be unique. The session and its events have it. */
                reference?: string | null;
                /** @description Free-text order note */
                note?: string | null;
                /** @description Free-form cart attributes */
                attributes?: ({
                    [key: string]: string;
                } | null) | null;
            };
        };
        /** @description A line of the cart as your store has it. The price comes from the shop's catalogue; if the variant is not there, from `price` (in the `shopify` cart format from `final_price`, else `price`, in whole hundredths). Title, handle, image, grams and similar fields are for display, where the catalogue has none. Other fields are kept for the operator. */
        LineItem: {
            /**
             * Format: int64
             * @description Product id, int64
             */
            product_id: string;
            /**
             * Format: int64
             * @description Variant id, int64
             */
            variant_id: string;
            /** @description Number of units */
            quantity: number;
            /** @description Custom properties of the line. Values must be strings; in the `shopify` cart format other values are converted. An empty array means no properties. */
            properties?: {
                [key: string]: string;
            } | unknown[] | null;
        } & {
            [key: string]: unknown;
        };
        ReplaceItems: {
            /** @description The request */
            data: {
                /** @description All items of the new cart */
                items: components["schemas"]["LineItem"][];
            };
        };
        ApplyCoupon: {
            /** @description The request */
            data: {
                /** @description Coupon code; case does not matter */
                code: string;
            };
        };
        ClaimGifts: {
            /** @description The request */
            data: {
                /** @description All gifts to claim; an empty list removes them */
                add_ons: {
                    /**
                     * Format: uuid
                     * @description `coupon_id` of an offer in `add_ons`
                     */
                    coupon_id: string;
                    /**
                     * Format: int64
                     * @description Variant of a product of the offer
                     */
                    variant_id: string;
                    /** @description Number of units */
                    quantity: number;
                }[];
            };
        };
        SetAddress: {
            /** @description The request */
            data: {
                /** @description Name of the recipient */
                name: string;
                /** @description Phone number: E.164, or national in the country of the address */
                phone: string;
                /** @description First address line */
                line1: string;
                /** @description Second address line */
                line2?: string | null;
                /** @description City */
                city: string;
                /** @description State or province */
                state?: string | null;
                /** @description Postal code */
                postal_code: string;
                /** @description ISO 3166-1 alpha-2 */
                country_code: string;
                /** @description E-mail; the buyer's too, until there is another */
                email?: string | null;
            };
        };
        SetBuyer: {
            /** @description The request */
            data: {
                /** @description Name */
                name?: string | null;
                /** @description E-mail (default: that of the address) */
                email?: string | null;
            };
        };
        ChooseShipping: {
            /** @description The request */
            data: {
                /** @description Id of one of `shipping_options` */
                id: string;
            };
        };
        SendOtp: {
            /** @description The request */
            data: {
                /** @description Phone number: E.164, or national in the session's country */
                phone: string;
            };
        };
        VerifyOtp: {
            /** @description The request */
            data: {
                /** @description Phone number: E.164, or national in the session's country */
                phone: string;
                /** @description The 6-digit code that the customer entered */
                otp: string;
            };
        };
        RedeemCoins: {
            /** @description The request */
            data: {
                /** @description Number of coins to use; 0 uses none */
                coins: number;
            };
        };
        ChooseMethod: {
            /** @description The request */
            data: {
                /**
                 * @description Payment method
                 * @enum {string}
                 */
                method: "PREPAID" | "COD";
            };
        };
        StartPayment: {
            /** @description The request */
            data?: {
                /** @description `PROVIDER`: at the page of the provider that takes the shop's payments. `MANUAL`: by the shop's manual payment, which is held for its days. Default: the provider; without one, your own provider takes the payment, and you report its result */
                way?: ("PROVIDER" | "MANUAL") | null;
            };
        };
        PaymentResult: {
            /** @description The request */
            data: {
                /**
                 * @description Result of the payment
                 * @enum {string}
                 */
                status: "PAID" | "FAILED";
                /** @description Amount that was paid, in the major unit; required for PAID */
                amount?: ((number | (number | string) | null) | (string | (number | string) | null) | null) | (number | string) | null;
                /** @description ISO 4217 (default: the session's) */
                currency?: string | null;
                /** @description The payment provider's reference of the payment */
                reference: string;
            };
        };
        CancelOrder: {
            /** @description The request */
            data: {
                /** @description Reason, for the operator; the session and the event have it */
                reason?: string | null;
                /** @description True to give back all money that is left, in the same step; needs `payments:refund` */
                refund?: boolean | null;
                /** @description Reference of money that you have paid back already; not for money at a provider of the server, which gives it back */
                reference?: string | null;
                /** @description True to refund a payment although the customer's bank disputes it */
                disputed?: boolean | null;
            };
        };
        RefundOrder: {
            /** @description The request */
            data: {
                /** @description Amount to give back, in the major unit. Default: the price paid for `lines`; with `all`, all that is left */
                amount?: ((number | (number | string) | null) | (string | (number | string) | null) | null) | (number | string) | null;
                /** @description Goods that came back: their units return to the stock, with their part of coins */
                lines?: {
                    /** @description Place in `items`, from 1 */
                    line: number;
                    /** @description Number of units */
                    quantity: number;
                }[] | null;
                /** @description True for all goods that have not come back, and all money that is left */
                all?: boolean | null;
                /** @description Reason, for the operator */
                reason?: string | null;
                /** @description Reference of money that you have paid back already; not for money at a provider of the server, which gives it back */
                reference?: string | null;
                /** @description True to refund a payment although the customer's bank disputes it */
                disputed?: boolean | null;
            };
        };
        RefundResult: {
            /** @description The request */
            data: {
                /**
                 * @description Result of the refund
                 * @enum {string}
                 */
                state: "DONE" | "FAILED";
                /** @description Reference of the money that went back; required for DONE */
                reference?: string | null;
                /** @description Why it failed */
                reason?: string | null;
            };
        };
        /** @description Data of the event */
        SessionCreatedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        SessionUpdatedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /**
             * @description Cause of the change
             * @enum {string}
             */
            step: "items" | "coupons" | "add-ons" | "address" | "buyer" | "shipping-option" | "otp" | "coins" | "payment-method" | "payment" | "complete" | "payment-released";
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        SessionCompletedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description The order, as in the session */
            order: {
                /** @description Number of the order for people, unique in the shop; a test's begins with `TEST-` */
                number: string;
                /** @description False for the order of a test session */
                livemode: boolean;
                /**
                 * Format: date-time
                 * @description When the order was placed
                 */
                placed_at: string;
                /** @description The payment arrived after its holds were released */
                late: boolean;
                /** @description Parts of a late order, and coins of a cancelled one, that were no longer available; null if nothing is missing */
                shortfall: {
                    /** @description Codes of coupons without a use left */
                    coupons: string[];
                    /** @description Units that were out of stock */
                    units: {
                        /**
                         * Format: int64
                         * @description Product id, int64
                         */
                        product_id: string;
                        /**
                         * Format: int64
                         * @description Variant id, int64
                         */
                        variant_id: string;
                        /** @description Number of units */
                        quantity: number;
                    }[];
                    /** @description Coins that the customer no longer had */
                    coins: number;
                    /** @description Coins that a cancelled order had earned and the customer no longer had: a debt */
                    coin_debt: number;
                } | null;
                /** @description When the order was cancelled; null if it was not */
                cancelled_at: string | null;
                /** @description Reason of the cancellation; null without a reason */
                cancel_reason: string | null;
            };
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        OrderCollectedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount recorded now: decimal text in the major unit */
            amount_collected: string;
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        OrderCancelledEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount to collect, decimal text in the major unit; null without a payment */
            payment_amount: string | null;
            /** @description `COD` is the prepaid part of a cash-on-delivery order; null without a payment */
            payment_method: ("PREPAID" | "COD") | null;
            /** @description The payment provider's reference; null until there is a result */
            payment_reference: string | null;
            /** @description Until when a manual payment is awaited; null for a provider's */
            payment_due_at: string | null;
            /** @description The order, as in the session */
            order: {
                /** @description Number of the order for people, unique in the shop; a test's begins with `TEST-` */
                number: string;
                /** @description False for the order of a test session */
                livemode: boolean;
                /**
                 * Format: date-time
                 * @description When the order was placed
                 */
                placed_at: string;
                /** @description The payment arrived after its holds were released */
                late: boolean;
                /** @description Parts of a late order, and coins of a cancelled one, that were no longer available; null if nothing is missing */
                shortfall: {
                    /** @description Codes of coupons without a use left */
                    coupons: string[];
                    /** @description Units that were out of stock */
                    units: {
                        /**
                         * Format: int64
                         * @description Product id, int64
                         */
                        product_id: string;
                        /**
                         * Format: int64
                         * @description Variant id, int64
                         */
                        variant_id: string;
                        /** @description Number of units */
                        quantity: number;
                    }[];
                    /** @description Coins that the customer no longer had */
                    coins: number;
                    /** @description Coins that a cancelled order had earned and the customer no longer had: a debt */
                    coin_debt: number;
                } | null;
                /** @description When the order was cancelled; null if it was not */
                cancelled_at: string | null;
                /** @description Reason of the cancellation; null without a reason */
                cancel_reason: string | null;
            };
            /** @description Redeemed coins that the customer got back */
            coins_returned: number;
            /** @description Earned coins taken back, as far as the customer still had them */
            coins_taken_back: number;
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        SessionAbandonedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        SessionIdleEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Link for the customer, to continue; null if the server serves no such page */
            recovery_url: string | null;
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        PaymentPendingEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount to collect, decimal text in the major unit; null without a payment */
            payment_amount: string | null;
            /** @description `COD` is the prepaid part of a cash-on-delivery order; null without a payment */
            payment_method: ("PREPAID" | "COD") | null;
            /** @description The payment provider's reference; null until there is a result */
            payment_reference: string | null;
            /** @description Until when a manual payment is awaited; null for a provider's */
            payment_due_at: string | null;
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        PaymentPaidEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount to collect, decimal text in the major unit; null without a payment */
            payment_amount: string | null;
            /** @description `COD` is the prepaid part of a cash-on-delivery order; null without a payment */
            payment_method: ("PREPAID" | "COD") | null;
            /** @description The payment provider's reference; null until there is a result */
            payment_reference: string | null;
            /** @description Until when a manual payment is awaited; null for a provider's */
            payment_due_at: string | null;
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        PaymentFailedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount to collect, decimal text in the major unit; null without a payment */
            payment_amount: string | null;
            /** @description `COD` is the prepaid part of a cash-on-delivery order; null without a payment */
            payment_method: ("PREPAID" | "COD") | null;
            /** @description The payment provider's reference; null until there is a result */
            payment_reference: string | null;
            /** @description Until when a manual payment is awaited; null for a provider's */
            payment_due_at: string | null;
            /**
             * @description Reason
             * @enum {string}
             */
            reason: "REPORTED" | "CANCELLED" | "REPLACED";
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        PaymentUnexpectedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount to collect, decimal text in the major unit; null without a payment */
            payment_amount: string | null;
            /** @description `COD` is the prepaid part of a cash-on-delivery order; null without a payment */
            payment_method: ("PREPAID" | "COD") | null;
            /** @description The payment provider's reference; null until there is a result */
            payment_reference: string | null;
            /** @description Until when a manual payment is awaited; null for a provider's */
            payment_due_at: string | null;
            /** @description The result that was refused */
            unexpected: {
                /**
                 * Format: uuid
                 * @description Id of the record, for `checkoutctl payment show`
                 */
                id: string;
                /** @description Payment id as reported */
                payment_id: string;
                /** @description The payment provider's reference */
                reference: string;
                /** @description Amount as reported; null if none was */
                amount: string | null;
                /** @description ISO 4217, as reported, else the session's */
                currency_code: string;
                /**
                 * @description Error code of the refused result
                 * @enum {string}
                 */
                reason: "error.session-not-found" | "error.payment-not-found" | "error.payment-mismatch" | "error.payment-reference-used" | "error.invalid-state";
                /** @description Message of the error */
                message: string;
            };
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        PaymentDisputedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount to collect, decimal text in the major unit; null without a payment */
            payment_amount: string | null;
            /** @description `COD` is the prepaid part of a cash-on-delivery order; null without a payment */
            payment_method: ("PREPAID" | "COD") | null;
            /** @description The payment provider's reference; null until there is a result */
            payment_reference: string | null;
            /** @description Until when a manual payment is awaited; null for a provider's */
            payment_due_at: string | null;
            /** @description The dispute */
            dispute: {
                /** @description The payment provider's reference */
                reference: string;
                /** @description Amount that is disputed: decimal text in the major unit */
                amount: string;
                /** @description Reason, as the provider says */
                reason: string;
                /**
                 * @description State of the dispute
                 * @enum {string}
                 */
                status: "OPEN" | "WON" | "LOST";
                /** @description Until when evidence can be sent; null if it cannot */
                evidence_due_at: string | null;
            };
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        RefundRequestedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount to collect, decimal text in the major unit; null without a payment */
            payment_amount: string | null;
            /** @description `COD` is the prepaid part of a cash-on-delivery order; null without a payment */
            payment_method: ("PREPAID" | "COD") | null;
            /** @description The payment provider's reference; null until there is a result */
            payment_reference: string | null;
            /** @description Until when a manual payment is awaited; null for a provider's */
            payment_due_at: string | null;
            /** @description The refund */
            refund: {
                /**
                 * Format: uuid
                 * @description Id of the refund
                 */
                id: string;
                /** @description Payment whose money goes back; null for cash */
                payment_id: string | null;
                /** @description Amount that goes back: decimal text in the major unit */
                amount: string;
                /** @description Goods that came back */
                lines: {
                    /** @description Place in `items`, from 1 */
                    line: number;
                    /** @description Number of units */
                    quantity: number;
                }[];
                /** @description Reason; null without one */
                reason: string | null;
                /** @description The payment provider's reference of the refund; null until it is known */
                reference: string | null;
                /**
                 * @description State of the refund
                 * @enum {string}
                 */
                state: "REQUESTED" | "PENDING" | "DONE" | "FAILED";
                /**
                 * @description `PROVIDER`: made in the provider's own dashboard
                 * @enum {string}
                 */
                origin: "OURS" | "PROVIDER";
                /** @description Why it failed; null unless it did */
                failure: string | null;
            };
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        RefundDoneEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount to collect, decimal text in the major unit; null without a payment */
            payment_amount: string | null;
            /** @description `COD` is the prepaid part of a cash-on-delivery order; null without a payment */
            payment_method: ("PREPAID" | "COD") | null;
            /** @description The payment provider's reference; null until there is a result */
            payment_reference: string | null;
            /** @description Until when a manual payment is awaited; null for a provider's */
            payment_due_at: string | null;
            /** @description The refund */
            refund: {
                /**
                 * Format: uuid
                 * @description Id of the refund
                 */
                id: string;
                /** @description Payment whose money goes back; null for cash */
                payment_id: string | null;
                /** @description Amount that goes back: decimal text in the major unit */
                amount: string;
                /** @description Goods that came back */
                lines: {
                    /** @description Place in `items`, from 1 */
                    line: number;
                    /** @description Number of units */
                    quantity: number;
                }[];
                /** @description Reason; null without one */
                reason: string | null;
                /** @description The payment provider's reference of the refund; null until it is known */
                reference: string | null;
                /**
                 * @description State of the refund
                 * @enum {string}
                 */
                state: "REQUESTED" | "PENDING" | "DONE" | "FAILED";
                /**
                 * @description `PROVIDER`: made in the provider's own dashboard
                 * @enum {string}
                 */
                origin: "OURS" | "PROVIDER";
                /** @description Why it failed; null unless it did */
                failure: string | null;
            };
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        RefundFailedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Amount to collect, decimal text in the major unit; null without a payment */
            payment_amount: string | null;
            /** @description `COD` is the prepaid part of a cash-on-delivery order; null without a payment */
            payment_method: ("PREPAID" | "COD") | null;
            /** @description The payment provider's reference; null until there is a result */
            payment_reference: string | null;
            /** @description Until when a manual payment is awaited; null for a provider's */
            payment_due_at: string | null;
            /** @description The refund */
            refund: {
                /**
                 * Format: uuid
                 * @description Id of the refund
                 */
                id: string;
                /** @description Payment whose money goes back; null for cash */
                payment_id: string | null;
                /** @description Amount that goes back: decimal text in the major unit */
                amount: string;
                /** @description Goods that came back */
                lines: {
                    /** @description Place in `items`, from 1 */
                    line: number;
                    /** @description Number of units */
                    quantity: number;
                }[];
                /** @description Reason; null without one */
                reason: string | null;
                /** @description The payment provider's reference of the refund; null until it is known */
                reference: string | null;
                /**
                 * @description State of the refund
                 * @enum {string}
                 */
                state: "REQUESTED" | "PENDING" | "DONE" | "FAILED";
                /**
                 * @description `PROVIDER`: made in the provider's own dashboard
                 * @enum {string}
                 */
                origin: "OURS" | "PROVIDER";
                /** @description Why it failed; null unless it did */
                failure: string | null;
            };
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        OtpRequestedEvent: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /** @description Your reference from Create Session; null without one */
            reference: string | null;
            /** @description Grows with every change: a higher version is newer */
            version: number;
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Final amount the customer pays: decimal text in the major unit */
            total_payable: string;
            /** @description Amount received so far: decimal text in the major unit */
            amount_paid: string;
            /** @description Amount that refunds give back, without those that failed: decimal text in the major unit */
            amount_refunded: string;
            /** @description Id of the shipping option; null without an address */
            shipping_option: string | null;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Number of the order; null until it is placed */
            order_number: string | null;
            /** @description Id of the latest payment; null before the first */
            payment_id: string | null;
            /** @description False for an event of a test session */
            livemode: boolean;
            /** @description Phone number to send the code to, E.164 */
            phone: string;
            /** @description The code; null once it was redacted */
            otp: string | null;
            /**
             * Format: date-time
             * @description When the code expires
             */
            expires_at: string;
            /** @description Only for endpoints that were added with `--include buyer.email` */
            buyer?: {
                /** @description E-mail of the buyer; null while unknown */
                email: string | null;
            };
        };
        /** @description Data of the event */
        PaymentManyUnknownEvent: {
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /**
             * Format: uuid
             * @description Id of the API key, as in `checkoutctl key list`
             */
            key_id: string;
            /**
             * Format: date
             * @description The day, in UTC
             */
            day: string;
            /** @description Results of that day that this event waits for */
            more_than: number;
            /** @description False for a test key */
            livemode: boolean;
        };
        /** @description Data of the event */
        LimitCrossedEvent: {
            /**
             * Format: uuid
             * @description Id of the merchant
             */
            merchant_id: string;
            /**
             * @description The limit, by its name in seed files
             * @enum {string}
             */
            limit: "orders_hourly" | "sign_ins_hourly" | "messages_hourly" | "refunds_daily" | "coins_daily";
            /** @description The limit's value, as decimal text */
            value: string;
            /** @description What there was, and of a day what was refused first */
            count: string;
            /** @description Of amounts; null for a number */
            currency_code: string | null;
            /**
             * Format: date-time
             * @description Start of the hour, or of the shop's day
             */
            begins_at: string;
            /**
             * Format: date-time
             * @description Its end
             */
            ends_at: string;
            /** @description Always true */
            livemode: boolean;
        };
        CreatedSession: {
            /**
             * Format: uuid
             * @description Id of the session: all other calls take it
             */
            session_id: string;
            /**
             * Format: uuid
             * @description Merchant that the session belongs to
             */
            merchant_id: string;
        };
        Session: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            id: string;
            /** @description Cart lines with prices, then claimed gifts */
            items: components["schemas"]["SessionItem"][];
            /** @description Computed cart pricing */
            pricing: components["schemas"]["Pricing"];
            /**
             * Format: uuid
             * @description Merchant that the session belongs to
             */
            merchant_id: string;
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /** @description Where to send the customer after checkout */
            redirect_url: string;
            /** @description Applied coupons */
            coupons: components["schemas"]["Coupon"][];
            /** @description Gift offers that are unlocked */
            add_ons: components["schemas"]["AddOn"][];
            /** @description ISO 3166-1 alpha-2 */
            country_code: string;
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Loyalty coins */
            coin: components["schemas"]["Coin"];
            /** @description Customer whose phone number was verified; null until then */
            customer: {
                /**
                 * Format: uuid
                 * @description Id of the customer
                 */
                id: string;
                /** @description Verified phone number, E.164 */
                phone: string;
            } | null;
            /** @description The buyer, as far as known */
            buyer: components["schemas"]["Buyer"];
            /** @description Delivery address; null until given */
            address: components["schemas"]["Address"] | null;
            /** @description Shipping options for the address; empty without one */
            shipping_options: components["schemas"]["ShippingOption"][];
            /** @description Id of the option in the price: the first until one is chosen; null for none */
            shipping_option: string | null;
            /** @description The latest payment; null until one was started */
            payment: components["schemas"]["Payment"] | null;
            /** @description Entered codes that do not apply now, and automatic coupons that wait for a verified phone number. They are never in `requires` */
            resting_coupons: components["schemas"]["RestingCoupon"][];
            /** @description Missing before the order can be paid or placed: a verified phone number, an address */
            requires: ("phone" | "address")[];
            /** @description The order; null until the session is COMPLETED */
            order: {
                /** @description Number of the order for people, unique in the shop; a test's begins with `TEST-` */
                number: string;
                /** @description False for the order of a test session */
                livemode: boolean;
                /**
                 * Format: date-time
                 * @description When the order was placed
                 */
                placed_at: string;
                /** @description The payment arrived after its holds were released */
                late: boolean;
                /** @description Parts of a late order, and coins of a cancelled one, that were no longer available; null if nothing is missing */
                shortfall: {
                    /** @description Codes of coupons without a use left */
                    coupons: string[];
                    /** @description Units that were out of stock */
                    units: {
                        /**
                         * Format: int64
                         * @description Product id, int64
                         */
                        product_id: string;
                        /**
                         * Format: int64
                         * @description Variant id, int64
                         */
                        variant_id: string;
                        /** @description Number of units */
                        quantity: number;
                    }[];
                    /** @description Coins that the customer no longer had */
                    coins: number;
                    /** @description Coins that a cancelled order had earned and the customer no longer had: a debt */
                    coin_debt: number;
                } | null;
                /** @description When the order was cancelled; null if it was not */
                cancelled_at: string | null;
                /** @description Reason of the cancellation; null without a reason */
                cancel_reason: string | null;
            } | null;
            /** @description Amount that refunds give back, without those that failed */
            amount_refunded: number;
            /** @description Refunds of the order, oldest first */
            refunds: components["schemas"]["Refund"][];
            /** @description Disputes of the payment by the customer's bank */
            disputes: components["schemas"]["Dispute"][];
            /** @description Your reference, as sent to Create Session */
            reference: string | null;
            /** @description Note of the order, as sent to Create Session */
            note: string | null;
            /** @description Attributes of the cart, as sent to Create Session */
            attributes: {
                [key: string]: string;
            };
            /** @description False for a session of a test key, which changes nothing of the live shop */
            livemode: boolean;
            /** @description When the session expires if there is no other call; null once it is completed */
            expires_at: string | null;
        };
        SessionItem: {
            /** @description Product title */
            title: string;
            /** @description Product handle (URL slug) */
            handle: string;
            /**
             * Format: int64
             * @description Product id, int64
             */
            product_id: string;
            /**
             * Format: int64
             * @description Variant id, int64
             */
            variant_id: string;
            /** @description Number of units */
            quantity: number;
            /** @description Custom line-item properties */
            properties: {
                [key: string]: string;
            };
            /** @description The variant */
            variant: {
                /** @description Title to display */
                title: string;
                /**
                 * Format: int64
                 * @description Variant id, int64
                 */
                variant_id: string;
                /** @description Strike-through price; null if not on sale */
                compare_at_price: number | null;
                /** @description Price in the major currency unit */
                price: number;
            };
            /** @description Weight of one unit in grams */
            grams: number;
            /** @description The product has only its default variant */
            single_variant: boolean;
            /** @description Unit price */
            item_price: number;
            /** @description Total discount on this line */
            total_discount: number;
            /** @description Price of the line before discounts */
            sub_total_price: number;
            /** @description Price of the line after discounts */
            total_price: number;
            /** @description The cart has more units of the variant than are in stock */
            out_of_stock: boolean;
            /** @description Tax applies to the line */
            taxable: boolean;
            /** @description Image URL; empty without one */
            image: string;
            /**
             * @description `ADD_ON` is a claimed gift
             * @enum {string}
             */
            source: "MANUAL" | "UPSELL" | "ADD_ON";
        };
        /** @description All amounts in the major currency unit */
        Pricing: {
            /** @description Sum of item prices before discounts */
            cart_total: number;
            /** @description Subtotal before discounts */
            sub_total: number;
            /** @description Total discount applied */
            discount: number;
            /** @description Discount from payment-method offers */
            payment_offer_discount: number;
            /** @description Shipping price; -1 until there is an address */
            shipping: number;
            /** @description Cash-on-delivery fee */
            cod_price: number;
            /** @description Cash on delivery is available for this cart */
            cod_available: boolean;
            /** @description The customer chose cash on delivery */
            cod_order: boolean;
            /** @description Total after discounts, before payable adjustments */
            total: number;
            /** @description Tax of all lines */
            tax: number;
            /** @description Prices include tax */
            taxes_included: boolean;
            /** @description Final amount the customer pays */
            total_payable: number;
            /** @description Amount to pay in advance with cash on delivery */
            partial_cod_price: number;
            /** @description A part of this cash-on-delivery order must be paid in advance */
            is_partial_cod: boolean;
            /** @description Amount received so far */
            amount_paid: number;
            /** @description Discount from redeemed coins */
            coin_discount: number;
            /** @description Discount from applied coupons */
            coupon_discount: number;
        };
        Coupon: {
            /**
             * Format: uuid
             * @description Id of the coupon
             */
            coupon_id: string;
            /** @description Coupon code */
            code: string;
            /**
             * @description `CODE`: entered by the customer; `AUTOMATIC`: applied by the shop
             * @enum {string}
             */
            application_type: "CODE" | "AUTOMATIC";
            /** @description Combines with other coupons that combine */
            combine: boolean;
            /**
             * @description Unit of `discount_amount`
             * @enum {string}
             */
            discount_type: "PERCENTAGE" | "FIXED";
            /** @description Percent for PERCENTAGE, an amount for FIXED */
            discount_amount: number;
            /** @description Maximum discount; null when uncapped */
            discount_max_cap: number | null;
            /** @description Amount of the cart after this coupon */
            cart_discounted_amount: number;
            /** @description Discount of this coupon */
            cart_discount_amount: number;
            /** @description Code that this coupon replaced; null without one */
            previous_coupon_code: string | null;
            /**
             * @description A discount on the order, a discount on products, or a gift
             * @enum {string}
             */
            coupon_type: "ORDER_AMOUNT" | "PRODUCT_AMOUNT" | "FREE_GIFT";
            /**
             * @description Where the coupon was created
             * @enum {string}
             */
            coupon_platform: "STOREFRONT" | "SERVICE";
            /**
             * @description `MANUAL` for an entered code, else `AUTOMATIC`
             * @enum {string}
             */
            applied_from: "MANUAL" | "AUTOMATIC";
            /** @description Makes cash on delivery unavailable */
            disable_cod: boolean;
            /**
             * Format: uuid
             * @description Id of the coupon
             */
            id: string;
            /**
             * Format: uuid
             * @description Same as `id`
             */
            _id: string;
        };
        AddOn: {
            /**
             * Format: uuid
             * @description Coupon of the offer
             */
            coupon_id: string;
            /**
             * @description Condition that unlocks the gift
             * @enum {string}
             */
            target_type: "PURCHASE_AMOUNT" | "QUANTITY";
            /** @description Target: an amount in the major unit, or a number of units */
            target: number;
            /** @description Maximum number of free units */
            max_quantity: number;
            /** @description Gift products to choose from */
            products: components["schemas"]["AddOnProduct"][];
        };
        AddOnProduct: {
            /**
             * Format: int64
             * @description Product id, int64
             */
            product_id: string;
            /**
             * @description Storefront product status
             * @enum {string}
             */
            status: "active" | "unlisted" | "archived" | "draft";
            /**
             * Format: uuid
             * @description Id of the product
             */
            id: string;
            /** @description Title to display */
            title: string;
            /** @description Vendor to display */
            vendor: string;
            /** @description Product description as HTML */
            body_html: string;
            /** @description URL slug */
            handle: string;
            /** @description Image URL; empty without one */
            image: string;
            /** @description The product has only its default variant */
            single_variant: boolean;
            /** @description All images */
            images: {
                /** @description Image URL */
                src: string;
                /**
                 * Format: int64
                 * @description Image id, int64
                 */
                id: string;
            }[];
            /** @description Variants that can be claimed */
            variants: components["schemas"]["AddOnVariant"][];
        };
        AddOnVariant: {
            /** @description Title to display */
            title: string;
            /**
             * Format: int64
             * @description Variant id, int64
             */
            variant_id: string;
            /**
             * Format: int64
             * @description Image id of the variant; null if it has none
             */
            image_id: string | null;
            /** @description Strike-through price; null when not on sale */
            compare_at_price: number | null;
            /**
             * Format: int64
             * @description Product id, int64
             */
            product_id: string;
            /** @description Price as a gift */
            item_price: number;
            /** @description Regular price */
            price: number;
            /** @description Image URL; empty without one */
            image: string;
            /** @description Units in stock: negative if oversold, 100000 if not tracked */
            inventory_quantity: number;
        };
        Coin: {
            /** @description Value of coins */
            coin_ratio: {
                /** @description Value of `coin_value` coins, in the major unit */
                base_currency_value: number;
                /** @description Coins that are worth `base_currency_value` */
                coin_value: number;
            };
            /** @description The loyalty programme */
            config: {
                /**
                 * @description `NONE` for a shop without coins
                 * @enum {string}
                 */
                provider: "NONE" | "LOYALTY_PARTNER" | "CUSTOM";
                /** @description Name to display */
                name: string;
                /** @description Logo URL; empty without one */
                logo: string;
            };
            /** @description Coins that the customer has */
            coin_available: number;
            /** @description Maximum number of coins for this cart */
            coin_redeemable: number;
            /** @description Coins used for this cart */
            coin_used: number;
            /** @description Coins held by pending payments */
            coins_processing: number;
        };
        Buyer: {
            /** @description Name; null while unknown */
            name: string | null;
            /** @description E-mail; null while unknown */
            email: string | null;
        };
        Address: {
            /** @description Name of the recipient */
            name: string;
            /** @description Phone number, E.164 */
            phone: string;
            /** @description First address line */
            line1: string;
            /** @description Second address line; null when left out */
            line2: string | null;
            /** @description City */
            city: string;
            /** @description State or province; null when left out */
            state: string | null;
            /** @description Postal code */
            postal_code: string;
            /** @description ISO 3166-1 alpha-2 */
            country_code: string;
            /** @description E-mail; null when left out */
            email: string | null;
        };
        ShippingOption: {
            /** @description Id of the option */
            id: string;
            /** @description Name for the shopper */
            name: string;
            /** @description Price for this cart; 0 if it is free */
            price: number;
        };
        Payment: {
            /**
             * Format: uuid
             * @description Id of the payment
             */
            payment_id: string;
            /**
             * @description `COD`: the prepaid part of a cash-on-delivery order
             * @enum {string}
             */
            method: "PREPAID" | "COD";
            /** @description Amount to collect */
            amount: number;
            /** @description ISO 4217 */
            currency: string;
            /**
             * @description State of the payment
             * @enum {string}
             */
            status: "PENDING" | "PAID" | "FAILED";
            /** @description The payment provider's reference; null until there is a result */
            reference: string | null;
            /** @description Until when a manual payment, which the shop confirms itself, is awaited; null for a payment by a provider */
            due_at: string | null;
            /** @description Provider of the server that takes the payment; null for any other payment */
            provider: ("stripe" | "razorpay" | "demo") | null;
            /** @description The provider's page, where the customer pays; null for a payment without a provider, and until the provider has answered: send the request again */
            url: string | null;
            /** @description Until when the provider's page takes the payment; null without a provider */
            expires_at: string | null;
            /** @description Fee that the provider keeps, with the tax on it; null if it is not known, as for a day after the payment, and for payments without a provider */
            fee: number | null;
            /** @description `amount` less `fee`; null without a fee */
            net: number | null;
            /** @description Why a payment at a provider of the server took no money; null for any other one */
            failure: {
                /**
                 * @description `REFUSED`: the provider did not begin it, so no customer saw its page
                 * @enum {string}
                 */
                kind: "DECLINED" | "EXPIRED" | "CANCELLED" | "REFUSED";
                /** @description The provider's own words, not for the customer; null without any */
                text: string | null;
            } | null;
            /** @description Stock, coupon uses and coins of the payment: `held`, `released`, or null once they are part of an order */
            holds: ("held" | "released") | null;
        };
        /** @description An entered code that does not apply now and applies again when the cart qualifies, or an automatic coupon that waits for a verified phone number */
        RestingCoupon: {
            /** @description Coupon code */
            code: string;
            /** @description Error code of an entered code: why it does not apply. `phone-unverified` for an automatic coupon that a verified phone number would add. Reasons may be added */
            reason: string;
            /** @description Message for the customer; the wording may change */
            message: string;
            /** @description What the customer would pay less with a `phone-unverified` coupon; null for a gift and for other reasons */
            would_save: number | null;
        };
        Refund: {
            /**
             * Format: uuid
             * @description Id of the refund
             */
            id: string;
            /** @description Payment whose money goes back; null for cash */
            payment_id: string | null;
            /** @description Amount that goes back; 0 for goods without money */
            amount: number;
            /** @description Goods that came back */
            lines: {
                /** @description Place in `items`, from 1 */
                line: number;
                /** @description Number of units */
                quantity: number;
            }[];
            /** @description Reason; null without one */
            reason: string | null;
            /** @description The key, person or program that asked for it */
            by: string;
            /** @description Reference of the money that went back; null until it is known */
            reference: string | null;
            /**
             * @description `REQUESTED` until the provider takes it, or until you report that you have paid it back; `PENDING` while the money is on its way
             * @enum {string}
             */
            state: "REQUESTED" | "PENDING" | "DONE" | "FAILED";
            /**
             * @description `PROVIDER`: made in the provider's own dashboard
             * @enum {string}
             */
            origin: "OURS" | "PROVIDER";
            /** @description Why it failed; null unless it did */
            failure: string | null;
            /**
             * Format: date-time
             * @description When it was asked for
             */
            requested_at: string;
            /** @description When it was done or failed; null before */
            settled_at: string | null;
        };
        Dispute: {
            /** @description The payment provider's reference */
            reference: string;
            /**
             * Format: uuid
             * @description Payment that is disputed
             */
            payment_id: string;
            /** @description Amount that is disputed */
            amount: number;
            /** @description Reason, as the provider says */
            reason: string;
            /**
             * @description `WON` and `LOST` as the bank has decided
             * @enum {string}
             */
            status: "OPEN" | "WON" | "LOST";
            /** @description Until when evidence can be sent to the provider; null if it cannot */
            evidence_due_at: string | null;
            /**
             * Format: date-time
             * @description When the dispute began
             */
            at: string;
        };
        CheckoutLink: {
            /**
             * Format: uri
             * @description The checkout page of this session, for its customer only: the URL is a secret
             */
            url: string;
            /**
             * Format: date-time
             * @description Time at which the link ends: 24 hours later, or after a manual payment was due
             */
            expires_at: string;
        };
        PlacedSession: {
            /**
             * Format: uuid
             * @description Id of the session
             */
            id: string;
            /** @description Cart lines with prices, then claimed gifts */
            items: components["schemas"]["SessionItem"][];
            /** @description Computed cart pricing */
            pricing: components["schemas"]["Pricing"];
            /**
             * Format: uuid
             * @description Merchant that the session belongs to
             */
            merchant_id: string;
            /**
             * @description State of the payment
             * @enum {string}
             */
            payment_state: "DRAFT" | "PENDING" | "PAID" | "FAILED";
            /**
             * @description State of the checkout
             * @enum {string}
             */
            session_state: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
            /** @description Where to send the customer after checkout */
            redirect_url: string;
            /** @description Applied coupons */
            coupons: components["schemas"]["Coupon"][];
            /** @description Gift offers that are unlocked */
            add_ons: components["schemas"]["AddOn"][];
            /** @description ISO 3166-1 alpha-2 */
            country_code: string;
            /** @description ISO 4217 */
            currency_code: string;
            /** @description Loyalty coins */
            coin?: components["schemas"]["Coin"];
            /** @description Customer whose phone number was verified; null until then */
            customer?: {
                /**
                 * Format: uuid
                 * @description Id of the customer
                 */
                id: string;
                /** @description Verified phone number, E.164 */
                phone: string;
            } | null;
            /** @description The buyer, as far as known */
            buyer?: components["schemas"]["Buyer"];
            /** @description Delivery address; null until given */
            address?: components["schemas"]["Address"] | null;
            /** @description Shipping options for the address; empty without one */
            shipping_options: components["schemas"]["ShippingOption"][];
            /** @description Id of the option in the price: the first until one is chosen; null for none */
            shipping_option: string | null;
            /** @description The latest payment; null until one was started */
            payment: components["schemas"]["Payment"] | null;
            /** @description Entered codes that do not apply now, and automatic coupons that wait for a verified phone number. They are never in `requires` */
            resting_coupons: components["schemas"]["RestingCoupon"][];
            /** @description Missing before the order can be paid or placed: a verified phone number, an address */
            requires: ("phone" | "address")[];
            /** @description The order; null until the session is COMPLETED */
            order: {
                /** @description Number of the order for people, unique in the shop; a test's begins with `TEST-` */
                number: string;
                /** @description False for the order of a test session */
                livemode: boolean;
                /**
                 * Format: date-time
                 * @description When the order was placed
                 */
                placed_at: string;
                /** @description The payment arrived after its holds were released */
                late: boolean;
                /** @description Parts of a late order, and coins of a cancelled one, that were no longer available; null if nothing is missing */
                shortfall: {
                    /** @description Codes of coupons without a use left */
                    coupons: string[];
                    /** @description Units that were out of stock */
                    units: {
                        /**
                         * Format: int64
                         * @description Product id, int64
                         */
                        product_id: string;
                        /**
                         * Format: int64
                         * @description Variant id, int64
                         */
                        variant_id: string;
                        /** @description Number of units */
                        quantity: number;
                    }[];
                    /** @description Coins that the customer no longer had */
                    coins: number;
                    /** @description Coins that a cancelled order had earned and the customer no longer had: a debt */
                    coin_debt: number;
                } | null;
                /** @description When the order was cancelled; null if it was not */
                cancelled_at: string | null;
                /** @description Reason of the cancellation; null without a reason */
                cancel_reason: string | null;
            } | null;
            /** @description Amount that refunds give back, without those that failed */
            amount_refunded: number;
            /** @description Refunds of the order, oldest first */
            refunds: components["schemas"]["Refund"][];
            /** @description Disputes of the payment by the customer's bank */
            disputes: components["schemas"]["Dispute"][];
            /** @description Your reference, as sent to Create Session */
            reference: string | null;
            /** @description Note of the order, as sent to Create Session */
            note?: string | null;
            /** @description Attributes of the cart, as sent to Create Session */
            attributes?: {
                [key: string]: string;
            };
            /** @description False for a session of a test key, which changes nothing of the live shop */
            livemode: boolean;
        };
        /** @description Answer to a request that failed */
        Failure: {
            /**
             * @description Always `FAILURE`
             * @constant
             */
            status: "FAILURE";
            /** @description The error */
            error: {
                /** @description Error code, for your program. Codes may be added: treat an unknown code by the HTTP status */
                code: ErrorCode;
                /** @description Message for people; the wording may change */
                message: string;
            };
        };
    };
    responses: never;
    parameters: {
        /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
        IdempotencyKey: string;
        /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
        WebhookId: string;
        /** @description Time of this attempt in seconds since 1970 */
        WebhookTimestamp: string;
        /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSession"];
            };
        };
        responses: {
            /** @description The session was created and is stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["CreatedSession"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    replaceItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceItems"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    applyCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplyCoupon"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    removeCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
                /** @description The code, percent-encoded; case does not matter */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    claimGifts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimGifts"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    setAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAddress"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    setBuyer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SetBuyer"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    chooseShippingOption: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChooseShipping"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    sendOneTimeCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendOtp"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    verifyOneTimeCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyOtp"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    redeemCoins: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemCoins"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    choosePaymentMethod: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChooseMethod"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    startPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartPayment"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    reportPaymentResult: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
                /** @description Id of the payment: `payment.payment_id` of the session */
                payment_id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentResult"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
                /** @description Id of the payment: `payment.payment_id` of the session */
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    completeSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelOrder"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefundOrder"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    reportRefundResult: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
                /** @description Id of the refund, from `refunds` */
                refund_id: string;
            };
            cookie?: never;
        };
        /** @description A JSON object with the field `data` */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundResult"];
            };
        };
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    abandonSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique key of this request, for example a random UUID. To repeat a request safely, send it again with the same key and body within 24 hours: nothing is done twice, and you get the recorded answer. Use a new key for every new request. Keys count per merchant, method and path. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session after this step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["Session"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    makeCheckoutLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session, from `POST /session` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["CheckoutLink"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Only those with this: Payment */
                payment?: "DRAFT" | "PENDING" | "PAID" | "FAILED";
                /** @description From this time on: RFC 3339, or a day in the shop's time zone */
                since?: string;
                /** @description Before this time: RFC 3339, or a day of the shop, which is included */
                until?: string;
                /** @description Most rows of the page (default: 50) */
                limit?: number;
                /** @description `next` of the page before */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        /** @description A page of the list */
                        data: {
                            /** @description Rows of the page */
                            orders: {
                                /** @description Number */
                                number: string | null;
                                /** @description Placed at */
                                placed_at: string | null;
                                /** @description Cancelled at */
                                cancelled_at: string | null;
                                /** @description Session id */
                                session_id: string | null;
                                /** @description Merchant id */
                                merchant_id: string | null;
                                /** @description Livemode */
                                livemode: boolean | null;
                                /** @description Late */
                                late: boolean | null;
                                /** @description Reference */
                                reference: string | null;
                                /** @description With `customers:read`: customer phone */
                                customer_phone?: string | null;
                                /** @description Items */
                                items: number | null;
                                /** @description Payment state */
                                payment_state: string | null;
                                /** @description Payment method */
                                payment_method: string | null;
                                /** @description Payment reference */
                                payment_reference: string | null;
                                /** @description Currency code */
                                currency_code: string | null;
                                /** @description Sub total */
                                sub_total: number | null;
                                /** @description Coupon discount */
                                coupon_discount: number | null;
                                /** @description Payment offer discount */
                                payment_offer_discount: number | null;
                                /** @description Coin discount */
                                coin_discount: number | null;
                                /** @description Shipping */
                                shipping: number | null;
                                /** @description Cod fee */
                                cod_fee: number | null;
                                /** @description Tax */
                                tax: number | null;
                                /** @description Taxes included */
                                taxes_included: boolean | null;
                                /** @description Total payable */
                                total_payable: number | null;
                                /** @description Amount paid */
                                amount_paid: number | null;
                                /** @description Amount refunded */
                                amount_refunded: number | null;
                                /** @description Payment fee */
                                payment_fee: number | null;
                                /** @description Payment net */
                                payment_net: number | null;
                            }[];
                            /** @description Send it as `after` for the next page; null after the last row */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Only the customer with this verified phone, E.164; needs `customers:read` */
                phone?: string;
                /** @description Only those with this: State */
                state?: "INITIATED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";
                /** @description Only those with this: Payment */
                payment?: "DRAFT" | "PENDING" | "PAID" | "FAILED";
                /** @description From this time on: RFC 3339, or a day in the shop's time zone */
                since?: string;
                /** @description Before this time: RFC 3339, or a day of the shop, which is included */
                until?: string;
                /** @description Most rows of the page (default: 50) */
                limit?: number;
                /** @description `next` of the page before */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        /** @description A page of the list */
                        data: {
                            /** @description Rows of the page */
                            sessions: {
                                /** @description Id */
                                id: string | null;
                                /** @description Merchant id */
                                merchant_id: string | null;
                                /** @description Livemode */
                                livemode: boolean | null;
                                /** @description Created at */
                                created_at: string | null;
                                /** @description Last active at */
                                last_active_at: string | null;
                                /** @description Session state */
                                session_state: string | null;
                                /** @description Payment state */
                                payment_state: string | null;
                                /** @description Order number */
                                order_number: string | null;
                                /** @description Reference */
                                reference: string | null;
                                /** @description With `customers:read`: customer phone */
                                customer_phone?: string | null;
                                /** @description Items */
                                items: number | null;
                                /** @description Currency code */
                                currency_code: string | null;
                                /** @description Total payable */
                                total_payable: number | null;
                                /** @description Placed at */
                                placed_at: string | null;
                                /** @description Cancelled at */
                                cancelled_at: string | null;
                            }[];
                            /** @description Send it as `after` for the next page; null after the last row */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description Only those with this: State */
                state?: "REQUESTED" | "PENDING" | "DONE" | "FAILED";
                /** @description Only those with this: Made */
                origin?: "OURS" | "PROVIDER";
                /** @description Most rows of the page (default: 50) */
                limit?: number;
                /** @description `next` of the page before */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        /** @description A page of the list */
                        data: {
                            /** @description Rows of the page */
                            refunds: {
                                /** @description Id */
                                id: string | null;
                                /** @description At */
                                at: string | null;
                                /** @description Merchant id */
                                merchant_id: string | null;
                                /** @description Livemode */
                                livemode: boolean | null;
                                /** @description Session id */
                                session_id: string | null;
                                /** @description Payment id */
                                payment_id: string | null;
                                /** @description Unexpected id */
                                unexpected_id: string | null;
                                /** @description Amount */
                                amount: number | null;
                                /** @description Currency code */
                                currency_code: string | null;
                                /** @description State */
                                state: string | null;
                                /** @description Origin */
                                origin: string | null;
                                /** @description Reference */
                                reference: string | null;
                                /** @description Settled at */
                                settled_at: string | null;
                            }[];
                            /** @description Send it as `after` for the next page; null after the last row */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listUnexpectedPayments: {
        parameters: {
            query?: {
                /** @description Only those with this: Open */
                open?: boolean;
                /** @description Most rows of the page (default: 50) */
                limit?: number;
                /** @description `next` of the page before */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        /** @description A page of the list */
                        data: {
                            /** @description Rows of the page */
                            unexpected_payments: {
                                /** @description Id */
                                id: string | null;
                                /** @description Merchant id */
                                merchant_id: string | null;
                                /** @description Session id */
                                session_id: string | null;
                                /** @description Payment id */
                                payment_id: string | null;
                                /** @description Livemode */
                                livemode: boolean | null;
                                /** @description Reference */
                                reference: string | null;
                                /** @description Amount */
                                amount: string | null;
                                /** @description Currency code */
                                currency_code: string | null;
                                /** @description Reason */
                                reason: string | null;
                                /** @description Message */
                                message: string | null;
                                /** @description Key id */
                                key_id: string | null;
                                /** @description Count */
                                count: number | null;
                                /** @description At */
                                at: string | null;
                                /** @description Resolved at */
                                resolved_at: string | null;
                                /** @description Note */
                                note: string | null;
                            }[];
                            /** @description Send it as `after` for the next page; null after the last row */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the order, in any case, or the id of its session */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `SUCCESS`
                         * @constant
                         */
                        status: "SUCCESS";
                        data: components["schemas"]["PlacedSession"];
                    };
                };
            };
            /** @description A failure */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    onSessionCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "session.created";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["SessionCreatedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "session.updated";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["SessionUpdatedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "session.completed";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["SessionCompletedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCollected: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "order.collected";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["OrderCollectedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "order.cancelled";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["OrderCancelledEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionAbandoned: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "session.abandoned";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["SessionAbandonedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSessionIdle: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "session.idle";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["SessionIdleEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentPending: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "payment.pending";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["PaymentPendingEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentPaid: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "payment.paid";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["PaymentPaidEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "payment.failed";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["PaymentFailedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentUnexpected: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "payment.unexpected";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["PaymentUnexpectedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentDisputed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "payment.disputed";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["PaymentDisputedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "refund.requested";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["RefundRequestedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundDone: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "refund.done";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["RefundDoneEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "refund.failed";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["RefundFailedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOtpRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "otp.requested";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["OtpRequestedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentManyUnknown: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "payment.many-unknown";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["PaymentManyUnknownEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLimitCrossed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event type
                     * @constant
                     */
                    type: "limit.crossed";
                    /**
                     * Format: date-time
                     * @description Time of the event
                     */
                    timestamp: string;
                    data: components["schemas"]["LimitCrossedEvent"];
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBatch: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event or of several, the same for every attempt: use it to ignore repeats */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Time of this attempt in seconds since 1970 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description `v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a space, while the secret is rotated */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Up to 100 events of a lane, in their order */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description No event type
                     * @constant
                     */
                    type: "batch";
                    /**
                     * Format: date-time
                     * @description Time of the last event
                     */
                    timestamp: string;
                    /** @description The events */
                    data: {
                        /** @description The events, each with its id */
                        events: ({
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "session.created";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["SessionCreatedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "session.updated";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["SessionUpdatedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "session.completed";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["SessionCompletedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "order.collected";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["OrderCollectedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "order.cancelled";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["OrderCancelledEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "session.abandoned";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["SessionAbandonedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "session.idle";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["SessionIdleEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "payment.pending";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["PaymentPendingEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "payment.paid";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["PaymentPaidEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "payment.failed";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["PaymentFailedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "payment.unexpected";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["PaymentUnexpectedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "payment.disputed";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["PaymentDisputedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "refund.requested";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["RefundRequestedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "refund.done";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["RefundDoneEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "refund.failed";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["RefundFailedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "otp.requested";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["OtpRequestedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "payment.many-unknown";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["PaymentManyUnknownEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        } | {
                            /**
                             * @description The event type
                             * @constant
                             */
                            type: "limit.crossed";
                            /**
                             * Format: date-time
                             * @description Time of the event
                             */
                            timestamp: string;
                            data: components["schemas"]["LimitCrossedEvent"];
                            /**
                             * Format: uuid
                             * @description Id of the event, its `webhook-id` in a message of its own
                             */
                            id: string;
                        })[];
                    };
                };
            };
        };
        responses: {
            /** @description Received; any 2xx status will do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the endpoint: it gets no more events */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** Code of an error. Treat one that you do not know by the HTTP status. */
export type ErrorCode =
    | "error.address-not-serviceable"
    | "error.address-required"
    | "error.checkout-page-off"
    | "error.cod-not-available"
    | "error.coins-not-available"
    | "error.conflict"
    | "error.coupon-already-applied"
    | "error.coupon-expired"
    | "error.coupon-limit-reached"
    | "error.coupon-minimum-not-met"
    | "error.coupon-not-better"
    | "error.coupon-not-eligible"
    | "error.coupon-not-found"
    | "error.coupon-not-started"
    | "error.coupon-rate-limited"
    | "error.customer-required"
    | "error.gift-not-available"
    | "error.idempotency-in-progress"
    | "error.idempotency-key-reused"
    | "error.idempotency-key-stale"
    | "error.internal"
    | "error.invalid-json"
    | "error.invalid-request"
    | "error.invalid-state"
    | "error.method-not-allowed"
    | "error.not-found"
    | "error.otp-country-not-allowed"
    | "error.otp-daily-limit"
    | "error.otp-expired"
    | "error.otp-invalid"
    | "error.otp-number-not-allowed"
    | "error.otp-rate-limited"
    | "error.otp-too-many-attempts"
    | "error.out-of-stock"
    | "error.payload-too-large"
    | "error.payment-at-provider"
    | "error.payment-disputed"
    | "error.payment-mismatch"
    | "error.payment-not-found"
    | "error.payment-reference-used"
    | "error.payment-required"
    | "error.phone-required"
    | "error.price-changed"
    | "error.provider-refused"
    | "error.rate-limit-exceeded"
    | "error.refund-exceeded"
    | "error.refund-not-found"
    | "error.request-timeout"
    | "error.scope-missing"
    | "error.session-not-found"
    | "error.shop-not-found"
    | "error.unauthorized"
    | "error.unavailable"
    | "error.unsupported-media-type"
    | (string & Record<never, never>);

// Places of 64-bit ids in requests, answers and events.
export const REQUEST_IDS = {
    "data": {
        "items": {
            "[]": {
                "product_id": true,
                "variant_id": true
            }
        },
        "add_ons": {
            "[]": {
                "variant_id": true
            }
        }
    }
} as const;
export const ANSWER_IDS = {
    "data": {
        "items": {
            "[]": {
                "product_id": true,
                "variant_id": true,
                "variant": {
                    "variant_id": true
                }
            }
        },
        "add_ons": {
            "[]": {
                "products": {
                    "[]": {
                        "product_id": true,
                        "images": {
                            "[]": {
                                "id": true
                            }
                        },
                        "variants": {
                            "[]": {
                                "variant_id": true,
                                "image_id": true,
                                "product_id": true
                            }
                        }
                    }
                }
            }
        },
        "order": {
            "shortfall": {
                "units": {
                    "[]": {
                        "product_id": true,
                        "variant_id": true
                    }
                }
            }
        }
    }
} as const;
export const EVENT_IDS = {
    "data": {
        "order": {
            "shortfall": {
                "units": {
                    "[]": {
                        "product_id": true,
                        "variant_id": true
                    }
                }
            }
        },
        "events": {
            "[]": {
                "data": {
                    "order": {
                        "shortfall": {
                            "units": {
                                "[]": {
                                    "product_id": true,
                                    "variant_id": true
                                }
                            }
                        }
                    }
                }
            }
        }
    }
} as const;
