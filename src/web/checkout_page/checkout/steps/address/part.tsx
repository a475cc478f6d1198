import type { Child } from "hono/jsx";
import type { Address } from "../../../../../domain/session/session.ts";
import { ADDRESS_LENGTHS, MAX_EMAIL, MAX_PHONE } from "../../../../../domain/values/limits.ts";
import { countriesOf, countryName } from "../../../../page/countries.ts";
import { Field, FormButtons, PageForm, PartProblem } from "../fields.tsx";
import type { View } from "../../view.ts";
import { type PartBody, Summary } from "../section.tsx";

/** The buyer, and where the order goes. */
export const address: PartBody = {
  title: ({ steps }) => steps.address.title,
  Folded: ({ view }) => {
    const { choices, buyer } = view.model.session;
    if (choices.address === null) return null;
    return (
      <Summary>
        <AddressLines address={choices.address} view={view} />
        <Contact email={buyer.email} phone={choices.address.phone} />
      </Summary>
    );
  },
  Form: ({ view }) => {
    const { model, steps } = view;
    const { choices, buyer, customer } = model.session;
    const { address } = choices;
    const shared = { view, part: "address" } as const;
    return (
      <PageForm view={view} action="address">
        {model.isHidden
          ? (
            <div class="note">
              <p class="title">{steps.address.again}</p>
              <p>{steps.address.hidden}</p>
            </div>
          )
          : ""}
        <PartProblem view={view} part="address" shown={SHOWN} />
        <div class="fields">
          <Field
            {...shared}
            name="email"
            type="email"
            autocomplete="email"
            value={address?.email ?? buyer.email ?? ""}
            maxlength={MAX_EMAIL}
            isOptional
            isLtr
            isFirst
          />
          <Field
            {...shared}
            name="name"
            autocomplete="name"
            value={address?.name ?? buyer.name ?? ""}
            maxlength={ADDRESS_LENGTHS.name}
          />
          <Field
            {...shared}
            name="phone"
            type="tel"
            autocomplete="tel"
            value={address?.phone ?? customer?.phone ?? ""}
            maxlength={MAX_PHONE}
            isLtr
          />
          <Countries view={view} chosen={address?.countryCode ?? model.session.countryCode} />
          <Field
            {...shared}
            name="line1"
            autocomplete="address-line1"
            value={address?.line1 ?? ""}
            maxlength={ADDRESS_LENGTHS.line}
          />
          <Field
            {...shared}
            name="line2"
            autocomplete="address-line2"
            value={address?.line2 ?? ""}
            maxlength={ADDRESS_LENGTHS.line}
            isOptional
          />
          <Field
            {...shared}
            class="half"
            name="postal_code"
            autocomplete="postal-code"
            value={address?.postalCode ?? ""}
            maxlength={ADDRESS_LENGTHS.postalCode}
            isLtr
          />
          <Field
            {...shared}
            class="half"
            name="city"
            autocomplete="address-level2"
            value={address?.city ?? ""}
            maxlength={ADDRESS_LENGTHS.city}
          />
          <Field
            {...shared}
            name="state"
            autocomplete="address-level1"
            value={address?.state ?? ""}
            maxlength={ADDRESS_LENGTHS.state}
            isOptional
          />
        </div>
        <FormButtons
          view={view}
          text={steps.save}
          isOpened={model.edit === "address" && address !== null}
        />
      </PageForm>
    );
  },
};

const SHOWN = [
  "email",
  "name",
  "phone",
  "country_code",
  "line1",
  "line2",
  "postal_code",
  "city",
  "state",
] as const;

/** The countries that the shop ships to, or all. */
function Countries({ view, chosen }: { readonly view: View; readonly chosen: string }) {
  const { language, model: { merchant, entered } } = view;
  const served = merchant.rules.shipping.flatMap(({ countries }) => countries);
  const code = entered["country_code"] ?? chosen;
  return (
    <Field view={view} part="address" name="country_code" autocomplete="country">
      {countriesOf(language, served).map((country) => (
        <option value={country.code} selected={country.code === code}>{country.name}</option>
      ))}
    </Field>
  );
}

/** An address, in lines. */
export function AddressLines(
  { address, view }: { readonly address: Address; readonly view: View },
) {
  const { name, line1, line2, city, state, postalCode, countryCode } = address;
  const street = [line1, line2].filter(Boolean).join(", ");
  const place = [`${city} ${postalCode}`, state, countryName(view.language, countryCode)]
    .filter(Boolean).join(", ");
  return (
    <>
      {[name, street, place].map((text) => (
        <Row>
          <bdi>{text}</bdi>
        </Row>
      ))}
    </>
  );
}

/** E-mail and phone number. */
export function Contact(
  { email, phone }: { readonly email: string | null; readonly phone: string },
) {
  return (
    <>
      {email === null ? "" : (
        <Row isSoft>
          <bdi>{email}</bdi>
        </Row>
      )}
      <Row isSoft>
        <bdi dir="ltr">{phone}</bdi>
      </Row>
    </>
  );
}

/** A line of its own, whose text keeps its direction and begins where the page's lines do. */
function Row({ isSoft, children }: { readonly isSoft?: boolean; readonly children: Child }) {
  return <span class={isSoft ? "row soft" : "row"}>{children}</span>;
}
