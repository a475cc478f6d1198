import type { Child } from "hono/jsx";
import type { Tone } from "../../../things/list.ts";

/** The head of a page: its heading, the way back, and links beside it. */
export function PageHead({ title, note, back, children }: {
  readonly title: Child;
  /** State or explanation below the heading. */
  readonly note?: Child;
  /** Page above this one. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Links and buttons. */
  readonly children?: Child;
}) {
  return (
    <div class="head">
      <div>
        {back === undefined ? "" : <a class="up" href={back.href}>{back.label}</a>}
        <h1>{title}</h1>
        {note === undefined ? "" : <p class="soft">{note}</p>}
      </div>
      {children === undefined ? "" : <div class="actions">{children}</div>}
    </div>
  );
}

/** A part of a page, with a heading of its own unless it is the only one. */
export function Panel({ title, id, note, children, link }: {
  readonly title?: string;
  /** Anchor. */
  readonly id?: string;
  readonly note?: Child;
  /** A link beside the heading. */
  readonly link?: { readonly href: string; readonly label: string };
  readonly children: Child;
}) {
  return (
    <section class="panel" id={id}>
      {title === undefined ? "" : (
        <div class="panel-head">
          <h2>{title}</h2>
          {link === undefined ? "" : <a href={link.href}>{link.label}</a>}
        </div>
      )}
      {note === undefined ? "" : <p class="soft">{note}</p>}
      {children}
    </section>
  );
}

/** Panels side by side where the window is wide. */
export function Columns({ isWideFirst = false, children }: {
  /** True if the first one is twice as wide as the second (default: equal). */
  readonly isWideFirst?: boolean;
  readonly children: Child;
}) {
  return <div class={isWideFirst ? "columns wide-first" : "columns"}>{children}</div>;
}

/** Message above the parts of a page: a form's success, or a problem. */
export function Banner({ tone, children }: { readonly tone: Tone; readonly children: Child }) {
  return <div class={`banner ${tone}`} role={tone === "bad" ? "alert" : "status"}>{children}</div>;
}

/** A state in a word or two. */
export function Badge({ tone = "plain", children }: {
  readonly tone?: Tone;
  readonly children: Child;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A link that looks like a button. */
export function LinkButton({ href, isMain = false, children }: {
  readonly href: string;
  /** True for the main action of a page. */
  readonly isMain?: boolean;
  readonly children: Child;
}) {
  return (
    <a class={isMain ? "button" : "button quiet"} href={href}>
      {children}
    </a>
  );
}

/** A link to a list as a file for spreadsheets; nothing without one. */
export function CsvLink({ href, isShown }: { readonly href: string; readonly isShown: boolean }) {
  return <>{isShown ? <a class="button quiet" href={href}>Download CSV</a> : ""}</>;
}

/** A text to be copied, by a button, or selected as a whole by one click: a secret, a link. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div class="copy">
      <span class="soft">{label}</span>
      <code>{text}</code>
      <button class="button quiet" type="button" data-copy hidden>Copy</button>
    </div>
  );
}
