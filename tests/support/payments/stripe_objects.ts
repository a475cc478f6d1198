/** Objects as Stripe's API of 2026-09-30 writes them, with every field that it requires. */

/** A JSON object. */
export type StripeObject = Record<string, unknown>;

/** The payment of a page, written as it is. */
export interface StripeIntent extends StripeObject {
  readonly id: string;
  status: string;
}

/** A Checkout Session, and the form that made it. */
export interface StripePage {
  readonly id: string;
  readonly owner: string;
  readonly form: Readonly<Record<string, string>>;
  readonly amount: number;
  readonly currency: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly expiresAt: number;
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  intent: StripeIntent | null;
}

/** Fields that are null. */
export function nulls(names: string): StripeObject {
  return Object.fromEntries(names.split(" ").map((name) => [name, null]));
}

/** A Checkout Session; its payment whole if it was asked for so. */
export function sessionObject(
  page: StripePage,
  pageOrigin: string,
  isExpanded = false,
): StripeObject {
  const { id, form, amount, currency, created, expiresAt, status, payment_status, intent } = page;
  return {
    ...nulls(
      "after_expiration allow_promotion_codes billing_address_collection client_secret " +
        "collected_information consent consent_collection currency_conversion customer " +
        "customer_account customer_details customer_email discounts integration_identifier invoice " +
        "locale managed_payments origin_context payment_link payment_method_configuration_details " +
        "permissions recovered_from saved_payment_method_options setup_intent " +
        "shipping_address_collection shipping_cost submit_type subscription wallet_options",
    ),
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: ["card", "link", "ideal", "bancontact"],
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: form.cancel_url ?? null,
    client_reference_id: form.client_reference_id ?? null,
    created,
    currency,
    custom_fields: [],
    custom_text: {
      ...nulls("after_submit shipping_address submit terms_of_service_acceptance"),
    },
    customer_creation: "if_required",
    expires_at: expiresAt,
    invoice_creation: null,
    livemode: id.startsWith("cs_live_"),
    metadata: { payment_id: form["metadata[payment_id]"] ?? "" },
    mode: "payment",
    payment_intent: isExpanded ? intent && failedOrNot(intent) : intent?.id ?? null,
    payment_method_collection: "if_required",
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status,
    shipping_options: [],
    status,
    success_url: form.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: status === "open" ? `${pageOrigin}/c/pay/${id}` : null,
  };
}

/** The payment of a page that a customer has confirmed. */
export function intentObject(
  id: string,
  { amount, currency, isLive }: { amount: number; currency: string; isLive: boolean },
): StripeIntent {
  return {
    ...nulls(
      "allowed_payment_method_types application application_fee_amount automatic_payment_methods " +
        "canceled_at cancellation_reason client_secret customer customer_account description " +
        "excluded_payment_method_types last_payment_error latest_charge managed_payments " +
        "next_action on_behalf_of payment_method payment_method_configuration_details " +
        "payment_method_options payment_record processing receipt_email review " +
        "setup_future_usage shipping source statement_descriptor statement_descriptor_suffix " +
        "transfer_data transfer_group",
    ),
    id,
    object: "payment_intent",
    amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: "automatic_async",
    confirmation_method: "automatic",
    created: 1_700_000_000,
    currency,
    livemode: isLive,
    metadata: {},
    payment_method_types: ["card"],
    status: "processing",
  };
}

function failedOrNot(intent: StripeIntent): StripeIntent {
  const { status, amount } = intent;
  if (status === "succeeded") return { ...intent, amount_received: amount };
  if (status !== "requires_payment_method") return intent;
  const last_payment_error = { type: "card_error", message: "The bank returned the payment." };
  return { ...intent, last_payment_error };
}

/** The owner of a key. */
export function accountObject(id: string): StripeObject {
  return { id, object: "account", business_type: null, country: "DE", charges_enabled: true };
}

/** An answer of the double. */
export interface StripeAnswer {
  readonly status: number;
  readonly body: StripeObject;
}

export function ok(body: StripeObject): StripeAnswer {
  return { status: 200, body };
}

/** An error's answer. */
export function refusal(
  status: number,
  message: string,
  { type = "invalid_request_error", code }: { readonly type?: string; readonly code?: string } = {},
): StripeAnswer {
  return { status, body: { error: { type, message, ...(code === undefined ? {} : { code }) } } };
}
