import { type Diagnosis, type Level, LEVELS } from "../../domain/diagnosis.ts";
import type { Output } from "./output.ts";
import { clean } from "./text.ts";
import { counted } from "../../domain/values/wording.ts";

const STYLES: Readonly<Record<Level, "green" | "yellow" | "red" | "dim">> = {
  "ok": "green",
  "warn": "yellow",
  "action": "red",
  "not known": "dim",
};

/** Findings as JSON. */
export function doctorJson(path: string, findings: readonly Diagnosis[]) {
  return {
    database: path,
    ok: !findings.some(({ level }) => level === "action"),
    findings: findings.map(({ topic, level, found, advice }) => ({
      topic,
      level: level.replace(" ", "_"),
      found,
      advice,
    })),
  };
}

/** Prints the findings as a table, then what to do, the most urgent first. */
export function printDoctor(out: Output, findings: readonly Diagnosis[]): void {
  out.table(findings, [
    ["LEVEL", ({ level }) => ({ text: level, style: STYLES[level] })],
    ["TOPIC", ({ topic }) => topic],
    ["FOUND", ({ found }) => found, { canShrink: true }],
  ], "Nothing was checked");
  const toDo = (["action", "warn", "not known"] as const).flatMap((level) =>
    findings.filter((one) => one.level === level && one.advice !== null)
  );
  if (toDo.length > 0) {
    out.line();
    out.line(out.style("bold", "What to do"));
    // In full: the table may have been cut.
    for (const { topic, found, advice } of toDo) {
      out.line(`- ${topic}: ${clean(found)}`);
      out.line(`  ${clean(advice ?? "")}`);
    }
  }
  out.line();
  const counts = LEVELS.map((
    level,
  ) => [level, findings.filter((one) => one.level === level).length])
    .filter(([, count]) => count !== 0).map(([level, count]) => `${count} ${level}`);
  out.line(`${counted(findings.length, "finding")}: ${counts.join(", ")}`);
}

/** A setting, and where its value is from. */
export interface Setting {
  readonly name: string;
  readonly from: string;
}

/** Prints where settings are from. */
export function printSettings(out: Output, settings: readonly Setting[]): void {
  const list = settings.map(({ name, from }) => `${name} from ${from}`);
  out.line(clean(`Settings: ${list.join(", ")}`));
}
