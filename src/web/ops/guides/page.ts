import { Marked, type Tokens } from "marked";

/** A page to render. */
export interface GuideOptions {
  /** Path of the file in the repository. */
  readonly path: string;
  /** Address of another file, relative to the folder of the pages; undefined if it is not a page. */
  linkTo(target: string): string | undefined;
}

/**
 * Renders a page of the documentation. HTML in it is left out, and so are pictures and links to files
 * that are not served: their texts stay.
 */
export function guideHtml(markdown: string, { path, linkTo }: GuideOptions): string {
  const isIndex = linkTo(path) === "../guides";
  // Relative links also work behind a proxy that serves the API under a path.
  const up = isIndex ? "" : "../";
  const marked = new Marked({
    renderer: {
      html: () => "",
      image: ({ text }) => `<span class="picture">${escaped(text)}</span>`,
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(text)}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === undefined ? inner : `<a href="${escaped(address)}">${inner}</a>`;
      },
      table(token: Tokens.Table) {
        const rows = token.rows.map((row) => rowOf("td", row, this.parser));
        const head = rowOf("th", token.header, this.parser);
        return `<div class="table"><table><thead>${head}</thead><tbody>${rows.join("")}</tbody>` +
          "</table></div>\n";
      },
    },
  });

  function addressOf(href: string): string | undefined {
    if (/^https?:/.test(href) || href.startsWith("#")) return href;
    const [target = "", anchor] = href.split("#");
    const address = linkTo(resolved(path, target));
    if (address === undefined) return undefined;
    const hash = anchor === undefined ? "" : `#${anchor}`;
    return `${isIndex && !address.startsWith(".") ? `guides/${address}` : address}${hash}`;
  }

  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? "Documentation";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}: checkoutd</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}guides.css">
</head>
<body>
<nav aria-label="Documentation"><a href="${up}guides">All pages</a> <a href="${up}../docs">The API by operation</a></nav>
<main>
${marked.parse(markdown, { async: false })}</main>
</body>
</html>
`;
}

type Parser = { parseInline(tokens: Tokens.TableCell["tokens"]): string };

function rowOf(tag: "td" | "th", cells: readonly Tokens.TableCell[], parser: Parser): string {
  const inner = cells.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`);
  return `<tr>${inner.join("")}</tr>`;
}

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-");
}

/** The path that a relative link names. */
function resolved(from: string, link: string): string {
  return new URL(link, `file:///${from}`).pathname.slice(1);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
