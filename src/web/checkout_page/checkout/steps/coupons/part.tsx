import type {
  AppliedCoupon,
  RestingCoupon,
  UnverifiedCoupon,
} from "../../../../../domain/pricing/model.ts";
import { MAX_ENTERED_CODE } from "../../../../../domain/values/limits.ts";
import { Field, PageForm, PartProblem } from "../fields.tsx";
import { reasonText } from "../../problems.ts";
import { isFrozen } from "../../progress.ts";
import type { View } from "../../view.ts";

/** Coupons of the order, and the form for another code. */
export function CouponList({ view }: { readonly view: View }) {
  const { model, steps } = view;
  const { coupons: all, resting } = model.session.priced;
  // An automatic gift is a line of the order.
  const coupons = all.filter(({ coupon }) => coupon.gift === null || !isAutomatic(coupon));
  // Without codes by text message no number can be verified here.
  const unverified = model.codes === "off" ? [] : model.session.priced.unverified;
  const isOpened = model.edit === "coupon" || model.problem?.part === "coupon";
  return (
    <section class="coupons" id="coupon">
      {coupons.length + resting.length + unverified.length === 0 ? "" : (
        <ul class="codes">
          {coupons.map((one) => <Applied coupon={one} view={view} />)}
          {resting.map((one) => <Resting coupon={one} view={view} />)}
          {unverified.map((one) => <Unverified coupon={one} view={view} />)}
        </ul>
      )}
      {isFrozen(model) ? "" : (
        <details id="add-coupon" open={isOpened}>
          <summary>{steps.coupon.add}</summary>
          <PartProblem view={view} part="coupon" shown={["code"]} />
          <PageForm view={view} action="coupon">
            <div class="inline">
              <Field
                view={view}
                part="coupon"
                name="code"
                autocomplete="off"
                maxlength={MAX_ENTERED_CODE}
                isLtr
                isFirst
              />
              <button class="button quiet" type="submit">{steps.coupon.apply}</button>
            </div>
          </PageForm>
        </details>
      )}
    </section>
  );
}

function isAutomatic({ applicationType }: AppliedCoupon["coupon"]): boolean {
  return applicationType === "AUTOMATIC";
}

function Applied(
  { coupon: { coupon, amount, previousCode }, view }: {
    readonly coupon: AppliedCoupon;
    readonly view: View;
  },
) {
  const { steps, formats } = view;
  return (
    <li>
      <span>
        <bdi class="code">{coupon.code}</bdi>
        {isAutomatic(coupon) ? <span class="detail">{steps.coupon.automatic}</span> : ""}
        {previousCode === null
          ? ""
          : <span class="detail">{steps.coupon.replaces(previousCode)}</span>}
      </span>
      {isAutomatic(coupon) ? "" : <Remove code={coupon.code} view={view} />}
      {amount === 0 ? "" : <span class="amount">{formats.amount(-amount)}</span>}
    </li>
  );
}

function Resting(
  { coupon: { code, reason, message }, view }: {
    readonly coupon: RestingCoupon;
    readonly view: View;
  },
) {
  return (
    <li>
      <span>
        <bdi class="code soft">{code}</bdi>
        <span class="detail">{view.steps.coupon.notApplied}</span>
        <span class="detail warn">{reasonText(reason, message, view)}</span>
      </span>
      <Remove code={code} view={view} />
    </li>
  );
}

function Unverified(
  { coupon: { code, saves }, view: { steps, formats } }: {
    readonly coupon: UnverifiedCoupon;
    readonly view: View;
  },
) {
  return (
    <li>
      <span>
        <bdi class="code soft">{code}</bdi>
        <span class="detail">{steps.coupon.notApplied}</span>
        <span class="detail warn">
          {saves === null ? steps.coupon.giftOnceVerified : steps.coupon.onceVerified(
            formats.amount(saves),
          )}
        </span>
      </span>
    </li>
  );
}

function Remove({ code, view }: { readonly code: string; readonly view: View }) {
  if (isFrozen(view.model)) return null;
  const label = view.steps.coupon.remove(code);
  return (
    <PageForm view={view} action="coupon/remove">
      <input type="hidden" name="code" value={code} />
      <button class="remove" type="submit" aria-label={label} title={label}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="m5 5 10 10M15 5 5 15" stroke="currentColor" stroke-width="1.75" />
        </svg>
      </button>
    </PageForm>
  );
}
