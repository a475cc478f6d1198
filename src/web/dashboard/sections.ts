/** A section of the dashboard, as its navigation shows it. */
export interface DashboardSection {
  readonly label: string;
  /** Path below `/shops/{shop}/`, or below `/` if it is not about one shop. */
  readonly path: string;
  readonly isOfShop: boolean;
  readonly group: SectionGroup;
  /** Lines of its icon, on a ground of 20 by 20. */
  readonly icon: string;
}

/** Headings of the navigation, in their order. */
export const SECTION_GROUPS = ["Sales", "Shop", "Connections", "Administration"] as const;
/** A heading of the navigation. */
export type SectionGroup = (typeof SECTION_GROUPS)[number];

/** The sections, in the order of the navigation. */
export const SECTIONS = {
  overview: {
    label: "Overview",
    path: "",
    isOfShop: true,
    group: "Sales",
    icon: "M3 17V9m4.7 8V3m4.6 14v-6M17 17V6",
  },
  orders: {
    label: "Orders",
    path: "orders",
    isOfShop: true,
    group: "Sales",
    icon: "M4 6.5h12l.8 10.5H3.2L4 6.5ZM7 8.5V6a3 3 0 0 1 6 0v2.5",
  },
  sessions: {
    label: "Sessions",
    path: "sessions",
    isOfShop: true,
    group: "Sales",
    icon: "M2.5 3.5h2L6.5 13h8.5l2-6.5H5.2M7.5 16.5h.01m6.5 0h.01",
  },
  unexpected: {
    label: "Unexpected payments",
    path: "unexpected-payments",
    isOfShop: true,
    group: "Sales",
    icon: "M10 3 2.5 16.5h15L10 3Zm0 5v4m0 2.3v.01",
  },
  refunds: {
    label: "Refunds",
    path: "refunds",
    isOfShop: true,
    group: "Sales",
    icon: "M7 4 3 8l4 4M3 8h9a5 5 0 0 1 0 10H8",
  },
  customers: {
    label: "Customers",
    path: "customers",
    isOfShop: true,
    group: "Sales",
    icon: "M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 7a6.5 5 0 0 1 13 0",
  },
  products: {
    label: "Products",
    path: "products",
    isOfShop: true,
    group: "Shop",
    icon: "m10 2.5 6.5 3.7v7.6L10 17.5l-6.5-3.7V6.2L10 2.5Zm0 7.5v7.5m0-7.5 6.3-3.7M10 10 3.7 6.3",
  },
  coupons: {
    label: "Coupons",
    path: "coupons",
    isOfShop: true,
    group: "Shop",
    icon: "M2.5 6h15v2.5a1.5 1.5 0 0 0 0 3V14h-15v-2.5a1.5 1.5 0 0 0 0-3V6Zm9.5 0v8",
  },
  settings: {
    label: "Settings",
    path: "settings",
    isOfShop: true,
    group: "Shop",
    icon: "M3 6h5m4 0h5M3 14h2m4 0h8M10 3.8v4.4M7 11.8v4.4",
  },
  providers: {
    label: "Payment providers",
    path: "providers",
    isOfShop: true,
    group: "Connections",
    icon: "M2.5 5h15v10.5h-15V5Zm0 3.5h15M5 12.5h3.5",
  },
  keys: {
    label: "API keys",
    path: "keys",
    isOfShop: true,
    group: "Connections",
    icon: "M13 11a4 4 0 1 0-3.8-2.8L3 14.5V17h3v-2h2v-2l1.8-1.8A4 4 0 0 0 13 11Zm.5-4.5h.01",
  },
  webhooks: {
    label: "Webhooks",
    path: "webhooks",
    isOfShop: true,
    group: "Connections",
    icon:
      "M5.5 13a2 2 0 1 0 2 2h6.5m.5 2a2 2 0 1 0-1.7-3L9.5 8m-1.3-.5a2 2 0 1 1 2.9-.1M5.5 15l3.3-6.2",
  },
  people: {
    label: "People",
    path: "people",
    isOfShop: true,
    group: "Administration",
    icon:
      "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.5a5.5 4.5 0 0 1 11 0m-.5-12.7a3 3 0 0 1 0 5.4m2 2.7a5.3 5.3 0 0 1 3.5 4.6",
  },
  audit: {
    label: "Audit log",
    path: "audit",
    isOfShop: true,
    group: "Administration",
    icon: "M5 2.5h7l3.5 3.5v11.5H5v-15Zm2.5 6.5h5m-5 3h5m-5 3h3",
  },
  health: {
    label: "Health",
    path: "health",
    isOfShop: false,
    group: "Administration",
    icon: "M2.5 10.5h3.5L8 5l4 10 2-4.5h3.5",
  },
} as const satisfies Readonly<Record<string, DashboardSection>>;

/** Name of a section. */
export type SectionName = keyof typeof SECTIONS;
/** Names of the sections, in the order of the navigation. */
export const SECTION_NAMES = Object.keys(SECTIONS) as readonly SectionName[];
