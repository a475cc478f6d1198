/** Where an order goes, and to whom. */
export interface Address {
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  readonly email: string | null;
}
