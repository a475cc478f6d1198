import type { Child } from "hono/jsx";
import type { Diagnosis, Level } from "../../../domain/diagnosis.ts";
import type { DashboardBody } from "../frame.tsx";
import { withQuery } from "../links.ts";
import { Badge, Banner, LinkButton, PageHead } from "../parts/panel.tsx";
import { ListTable } from "../parts/table.tsx";
import type { Tone } from "../../../things/list.ts";

/** Path of the page. */
export const HEALTH_PATH = "/health";

const SHOWN = {
  "action": ["Fix", "bad"],
  "warn": ["Warning", "warn"],
  "not known": ["Not checked", "plain"],
  "ok": ["OK", "good"],
} as const satisfies Record<Level, readonly [string, Tone]>;
/** The most urgent first. */
const ORDER = Object.keys(SHOWN) as readonly Level[];

/** The findings of `checkoutctl doctor`. */
export function healthBody({ findings, hasCheckedFile }: {
  readonly findings: readonly Diagnosis[];
  /** True if the whole file was read. */
  readonly hasCheckedFile: boolean;
}): DashboardBody {
  const sorted = ORDER.flatMap((wanted) => findings.filter(({ level }) => level === wanted));
  const count = (wanted: Level) => findings.filter(({ level }) => level === wanted).length;
  const [act, look] = [count("action"), count("warn")];
  return {
    title: "Health",
    section: "health",
    children: (
      <>
        <PageHead
          title="Health"
          note={withCode("Problems of this installation, as `checkoutctl doctor` finds them")}
        >
          {hasCheckedFile
            ? <LinkButton href={HEALTH_PATH}>Check again</LinkButton>
            : (
              <LinkButton href={withQuery(HEALTH_PATH, { file: "1" })}>
                Check the whole file
              </LinkButton>
            )}
        </PageHead>
        {act === 0
          ? (
            <Banner tone="good">
              {look === 0 ? "No problems found." : "Nothing has to be fixed."}
            </Banner>
          )
          : (
            <Banner tone="bad">
              {act === 1 ? "One problem has" : `${act} problems have`} to be fixed.
            </Banner>
          )}
        <ListTable
          caption="Findings"
          rows={sorted}
          empty="Nothing was checked."
          columns={[
            { title: "Topic", kind: "main", cell: ({ topic }) => capitalized(topic) },
            {
              title: "Level",
              cell: ({ level }) => <Badge tone={SHOWN[level][1]}>{SHOWN[level][0]}</Badge>,
            },
            {
              title: "Found",
              kind: "text",
              cell: ({ found, advice }) => (
                <div>
                  {withCode(found)}
                  {advice === null ? "" : <div class="soft">{withCode(advice)}</div>}
                </div>
              ),
            },
          ]}
        />
      </>
    ),
  };
}

/** A text with its `commands` set off, as the terminal has them in backticks. */
function withCode(text: string): Child {
  return text.split("`").map((part, i) => i % 2 === 0 ? part : <code>{part}</code>);
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
