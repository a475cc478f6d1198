/** A section of the dashboard, as its navigation shows it. */
export interface DashboardSection {
  readonly label: string;
  /** Path below `/shops/{shop}/`, or below `/` if it is not about one shop. */
  readonly path: string;
  readonly isOfShop: boolean;
  readonly group: SectionGroup;
}

/** Headings of the navigation, in their order. */
export const SECTION_GROUPS = ["Sales", "Shop", "Connections", "Administration"] as const;
/** A heading of the navigation. */
export type SectionGroup = (typeof SECTION_GROUPS)[number];

/** The sections, in the order of the navigation. */
export const SECTIONS = {
  overview: { label: "Overview", path: "", isOfShop: true, group: "Sales" },
  orders: { label: "Orders", path: "orders", isOfShop: true, group: "Sales" },
  sessions: { label: "Sessions", path: "sessions", isOfShop: true, group: "Sales" },
  unexpected: {
    label: "Unexpected payments",
    path: "unexpected-payments",
    isOfShop: true,
    group: "Sales",
  },
  customers: { label: "Customers", path: "customers", isOfShop: true, group: "Sales" },
  products: { label: "Products", path: "products", isOfShop: true, group: "Shop" },
  coupons: { label: "Coupons", path: "coupons", isOfShop: true, group: "Shop" },
  keys: { label: "API keys", path: "keys", isOfShop: true, group: "Connections" },
  webhooks: { label: "Webhooks", path: "webhooks", isOfShop: true, group: "Connections" },
  people: { label: "People", path: "people", isOfShop: true, group: "Administration" },
  audit: { label: "Audit log", path: "audit", isOfShop: true, group: "Administration" },
  health: { label: "Health", path: "health", isOfShop: false, group: "Administration" },
} as const satisfies Readonly<Record<string, DashboardSection>>;

/** Name of a section. */
export type SectionName = keyof typeof SECTIONS;
/** Names of the sections, in the order of the navigation. */
export const SECTION_NAMES = Object.keys(SECTIONS) as readonly SectionName[];
