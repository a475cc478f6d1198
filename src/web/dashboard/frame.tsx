import type { Child } from "hono/jsx";
import type { Asset } from "../page/assets/asset.ts";
import { Icon, ICONS } from "./parts/icons.tsx";
import { sectionPath } from "./links.ts";
import { SECTION_GROUPS, SECTION_NAMES, type SectionName, SECTIONS } from "./sections.ts";
import { FORM_SCRIPT } from "./assets/script.ts";
import { DASHBOARD_ASSETS_PATH, DASHBOARD_STYLE } from "./assets/style.ts";

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
  /** Title of the window. The page has a heading of its own ({@link PageHead}). */
  readonly title: string;
  /** Section that the navigation marks. */
  readonly section?: SectionName;
  /** A script of the page, which works without it. */
  readonly script?: Asset;
  /** False for a page of a host that serves no files: it has no styles (default: true). */
  readonly hasFiles?: boolean;
  readonly children: Child;
}

/** A whole page of the dashboard as text. */
export function dashboardPage(
  frame: DashboardFrame,
  { title, section, script, hasFiles = true, children }: DashboardBody,
): string {
  const { person, shop } = frame;
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <title>{shop === null ? title : `${title} · ${shop.name}`}</title>
        <link rel="icon" href="data:," />
        {hasFiles
          ? <link rel="stylesheet" href={`${DASHBOARD_ASSETS_PATH}${DASHBOARD_STYLE.name}`} />
          : ""}
        {(hasFiles ? [FORM_SCRIPT, ...(script === undefined ? [] : [script])] : []).map((
          { name },
        ) => <script type="module" src={`${DASHBOARD_ASSETS_PATH}${name}`} />)}
      </head>
      <body class={person === null ? "alone" : "framed"}>
        {person === null
          ? ""
          : <Navigation frame={frame} personName={person.name} section={section} />}
        <main id="content">
          {person === null && hasFiles ? <Mark /> : ""}
          {children}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${page}`;
}

/** Beside the page, or behind a button where the window is narrow: a popover needs no script. */
function Navigation({ frame: { shop, shops, sections }, personName, section }: {
  readonly frame: DashboardFrame;
  readonly personName: string;
  readonly section: SectionName | undefined;
}) {
  const shown = SECTION_NAMES.filter((one) =>
    sections.includes(one) && (shop !== null || !SECTIONS[one].isOfShop)
  );
  return (
    <header class="side">
      <a class="skip" href="#content">Skip to content</a>
      <div class="bar">
        <button type="button" popovertarget="menu" aria-label="Menu">
          <Icon lines={ICONS.menu} />
        </button>
        <bdi>{shop?.name ?? "All shops"}</bdi>
      </div>
      <nav id="menu" popover="auto" aria-label="Dashboard">
        <Switcher shop={shop} shops={shops} />
        <div class="sections">
          {SECTION_GROUPS.map((group) => {
            const own = shown.filter((one) => SECTIONS[one].group === group);
            return own.length === 0 ? "" : (
              <>
                <h2>{group}</h2>
                <ul>
                  {own.map((one) => (
                    <li>
                      <a
                        href={sectionPath(shop?.id ?? "", one)}
                        aria-current={one === section ? "page" : undefined}
                      >
                        <Icon lines={SECTIONS[one].icon} />
                        {SECTIONS[one].label}
                      </a>
                    </li>
                  ))}
                </ul>
              </>
            );
          })}
        </div>
        <form class="person" method="post" action="/sign-out">
          <a href="/account" title="Your account">
            <bdi>{personName}</bdi>
          </a>
          <button type="submit">Sign out</button>
        </form>
      </nav>
    </header>
  );
}

/** The mark of pages without a shop. */
function Mark() {
  return (
    <span class="mark">
      <Icon lines={ICONS.shop} />
    </span>
  );
}

function Switcher({ shop, shops }: Pick<DashboardFrame, "shop" | "shops">) {
  const name = (
    <>
      <Mark />
      <bdi>{shop?.name ?? "All shops"}</bdi>
    </>
  );
  if (shops.length === 0 || (shops.length === 1 && shop !== null)) {
    return <p class="switcher">{name}</p>;
  }
  return (
    <details class="switcher">
      <summary>
        {name}
        <Icon lines={ICONS.fold} />
      </summary>
      <ul>
        {shops.map((one) => (
          <li>
            <a
              href={sectionPath(one.id, "overview")}
              aria-current={one.id === shop?.id ? "true" : undefined}
            >
              <bdi>{one.name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
