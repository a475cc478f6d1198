import type { Child } from "hono/jsx";
import { SECTION_GROUPS, SECTION_NAMES, type SectionName, SECTIONS } from "./sections.ts";
import { sectionPath } from "./links.ts";
import { DASHBOARD_ASSETS_PATH, DASHBOARD_STYLE } from "./style.ts";

/** A shop in the switcher. */
export interface FrameShop {
  readonly id: string;
  readonly name: string;
}

/** Person, shop and navigation around a page. */
export interface DashboardFrame {
  /** The signed-in person; null on pages that need no sign-in, which have no navigation. */
  readonly person: { readonly name: string } | null;
  /** Shop of the page; null where it is about none. */
  readonly shop: FrameShop | null;
  /** Shops that the person may see, in the order of the switcher. */
  readonly shops: readonly FrameShop[];
  /** Sections that the person may see in this shop. */
  readonly sections: readonly SectionName[];
}

/** A page within its frame. */
export interface DashboardBody {
  /** Title of the window and, unless the page brings its own {@link PageHead}, its heading. */
  readonly title: string;
  /** Section that the navigation marks. */
  readonly section?: SectionName;
  readonly children: Child;
}

/** A whole page of the dashboard as text. */
export function dashboardPage(
  frame: DashboardFrame,
  { title, section, children }: DashboardBody,
): string {
  const { person, shop } = frame;
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        <title>{shop === null ? title : `${title} · ${shop.name}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${DASHBOARD_ASSETS_PATH}${DASHBOARD_STYLE.name}`} />
      </head>
      <body class={person === null ? "alone" : "framed"}>
        {person === null ? "" : <Navigation frame={frame} name={person.name} section={section} />}
        <main id="content">{children}</main>
      </body>
    </html>
  );
  return `<!doctype html>${page}`;
}

function Navigation(
  { frame: { shop, shops, sections }, name, section }: {
    readonly frame: DashboardFrame;
    readonly name: string;
    readonly section: SectionName | undefined;
  },
) {
  const shown = SECTION_NAMES.filter((one) =>
    sections.includes(one) && (shop !== null || !SECTIONS[one].isOfShop)
  );
  return (
    <header>
      <a class="skip" href="#content">Skip to content</a>
      <nav id="menu" aria-label="Dashboard">
        <ul class="shops">
          {shops.map((one) => (
            <li>
              <a href={sectionPath(one.id, "overview")}>{one.name}</a>
            </li>
          ))}
        </ul>
        {SECTION_GROUPS.map((group) => {
          const own = shown.filter((one) => SECTIONS[one].group === group);
          return own.length === 0 ? "" : (
            <ul aria-label={group}>
              {own.map((one) => (
                <li>
                  <a
                    href={sectionPath(shop?.id ?? "", one)}
                    aria-current={one === section ? "page" : undefined}
                  >
                    {SECTIONS[one].label}
                  </a>
                </li>
              ))}
            </ul>
          );
        })}
        <form method="post" action="/sign-out">
          <bdi>{name}</bdi>
          <button type="submit">Sign out</button>
        </form>
      </nav>
    </header>
  );
}
