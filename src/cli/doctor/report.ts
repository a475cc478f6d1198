import { type Diagnosis, type Level, LEVELS } from "./diagnosis.ts";
import type { Output } from "../output/output.ts";
import { clean, counted } from "../output/text.ts";

const STYLES: Readonly<Record<Level, "green" | "yellow" | "red" | "dim">> = {
  "ok": "green",
  "warn": "yellow",
  "action": "red",
  "not known": "dim",
};

/** Findings for programs. */
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

/** Findings for people: a line for each, then what to do, the most urgent first. */
export function printDoctor(out: Output, findings: readonly Diagnosis[]): void {
  out.table(
    [{ title: "LEVEL" }, { title: "TOPIC" }, { title: "FOUND", canShrink: true }],
    findings.map(({ level, topic, found }) => [
      { text: level, style: STYLES[level] },
      topic,
      found,
    ]),
    "Nothing was checked",
  );
  const toDo = (["action", "warn", "not known"] as const).flatMap((level) =>
    findings.filter((one) => one.level === level && one.advice !== null)
  );
  if (toDo.length > 0) {
    out.line();
    out.line(out.style("bold", "What to do"));
    // Whole, where the table may have been cut.
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
