import { type CheckName, type Finding, MAX_FINDINGS } from "../../../maintenance.ts";

/** What checks have found so far, and how much they have looked at. */
export class Findings {
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<CheckName, number>();
  readonly #checked: Record<string, number> = {};

  /** Notes something that must not be so. */
  add(check: CheckName, subject: string, message: string): void {
    const count = (this.#counts.get(check) ?? 0) + 1;
    this.#counts.set(check, count);
    if (count <= MAX_FINDINGS) this.#kept.push({ check, subject, message });
  }

  /** Notes that rows of a table were looked at. */
  looked(table: string, rows: number): void {
    this.#checked[table] = (this.#checked[table] ?? 0) + rows;
  }

  /** What is kept of it, by check, and how many there are in all. */
  report() {
    return {
      checked: this.#checked,
      findings: this.#kept,
      found: [...this.#counts.values()].reduce((sum, count) => sum + count, 0),
    };
  }
}
