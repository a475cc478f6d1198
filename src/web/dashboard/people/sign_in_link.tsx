import type { DashboardBody } from "../frame.tsx";
import { sectionPath } from "../links.ts";
import { Banner, CopyText, LinkButton, PageHead, Panel } from "../parts/panel.tsx";

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
        <Banner tone="warn">
          Send the link privately: the first to open it chooses the password. It works once, for 15
          minutes, and no other page shows it.
        </Banner>
        <Panel title={`For ${login}`}>
          <CopyText label="Link" text={link} />
          <div class="actions">
            <LinkButton href={back}>Done</LinkButton>
          </div>
        </Panel>
      </>
    ),
  };
}
