import { type DashboardBody } from "../frame.tsx";
import { PageHead } from "./panel.tsx";

/** A page with one message. */
export function noticeBody({ title, text, link }: {
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly href: string; readonly label: string };
}): DashboardBody {
  return {
    title,
    children: (
      <>
        <PageHead title={title} />
        <p>{text}</p>
        {link === undefined ? "" : (
          <p>
            <a href={link.href}>{link.label}</a>
          </p>
        )}
      </>
    ),
  };
}
