import type { Result } from "../result.ts";
import { caveats, judge } from "../targets.ts";
import { verdictText } from "../verdict_text.ts";
import type { Place } from "./chart.ts";
import { element, label } from "./element.ts";

const ROW = 20;
const TOP = 42;
/** Characters that fit beside each other, with some room for fonts that run wide. */
const NOTE_LENGTH = 140;

/** Height of the list of targets, with what there is to say against it. */
export function verdictsHeight(result: Result): number {
  return TOP + ROW * (judge(result).length + notesOn(result).length) + 10;
}

/** Lists every target with the figure that was reached. */
export function drawVerdicts(result: Result, { x, y, width }: Place): string {
  const verdicts = judge(result).map(verdictText);
  const columns = { measured: x + width * 0.6, target: x + width * 0.78, outcome: x + width - 12 };
  const rows = verdicts.map(({ what, measured, target, outcome }, i) => {
    const at = y + TOP + ROW * i + 14;
    return element(
      "g",
      { class: "verdict" },
      label(what, { x, y: at }),
      label(measured, { x: columns.measured, y: at, style: "strong" }),
      label(target, { x: columns.target, y: at }),
      label(`${outcome === "met" ? "✓" : "✗"} ${outcome}`, {
        x: columns.outcome,
        y: at,
        style: `end strong ${outcome}`,
      }),
    );
  });
  const notes = notesOn(result).map((text, i) =>
    label(text, {
      x,
      y: y + TOP + ROW * (verdicts.length + i) + 16,
      style: "faint note",
    })
  );
  return element(
    "g",
    { id: "targets" },
    label("Targets", { x, y: y + 14, style: "head" }),
    label("measured", { x: columns.measured, y: y + 36, style: "axis" }),
    label("target", { x: columns.target, y: y + 36, style: "axis" }),
    ...rows,
    ...notes,
  );
}

/** What there is to say against a run, in lines that fit the picture. */
function notesOn(result: Result): string[] {
  return caveats(result).flatMap((caveat) => wrap(`Note: ${caveat}`));
}

/** Text in a picture does not break by itself. */
function wrap(text: string): string[] {
  return [...text.matchAll(new RegExp(`\\S.{0,${NOTE_LENGTH - 1}}(?=\\s|$)`, "g"))].map(([part]) =>
    part
  );
}
