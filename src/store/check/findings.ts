import { type CheckName, type Finding, MAX_FINDINGS } from "../maintenance.ts";

/** Findings of the checks, and the number of checked rows. */
export class Findings {
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<CheckName, number>();
  readonly #checked: Record<string, number> = {};

  /** Adds a finding. */
  add(check: CheckName, subject: string, message: string): void {
    const count = (this.#counts.get(check) ?? 0) + 1;
    this.#counts.set(check, count);
    if (count <= MAX_FINDINGS) this.#kept.push({ check, subject, message });
  }

  /** Counts checked rows of a table. */
  looked(table: string, rows: number): void {
    this.#checked[table] = (this.#checked[table] ?? 0) + rows;
  }

  /** Kept findings and the total number. */
  report() {
    return {
      checked: this.#checked,
      findings: this.#kept,
      found: [...this.#counts.values()].reduce((sum, count) => sum + count, 0),
    };
  }
}
