import type { DashboardBody } from "../frame.tsx";
import { sectionPath } from "../links.ts";
import { CopyText, LinkButton, PageHead, Panel } from "../panel.tsx";

/** A new link, which no later page shows. */
export function signInLinkBody({ shopId, login, link }: {
  readonly shopId: string;
  readonly login: string;
  readonly link: string;
}): DashboardBody {
  const back = sectionPath(shopId, "people");
  return {
    title: "Sign-in link",
    section: "people",
    children: (
      <>
        <PageHead title="Sign-in link" back={{ href: back, label: "People" }} />
        <Panel title={`For ${login}`}>
          <p>
            Send this link on a safe way: who opens it first chooses the password. It works once,
            for 15 minutes, and is shown only now.
          </p>
          <CopyText label="Link" text={link} />
          <p>
            <LinkButton href={back}>Done</LinkButton>
          </p>
        </Panel>
      </>
    ),
  };
}
