/** Penalties of ISO/IEC 18004, section 7.8.3: a code with a lower sum is easier to read. */
const PENALTY = { run: 3, square: 3, finder: 40, share: 10 };

/** A finder's run of modules, with four light ones on one side: dark is 1. */
const FINDERS = [0b10111010000, 0b00001011101];
const FINDER_LENGTH = 11;

/** Sum of the penalties of a masked code. */
export function penaltyOf(rows: readonly (readonly boolean[])[]): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x]!));
  const lines = [...rows, ...columns];
  return lines.reduce((sum, line) => sum + ofLine(line), 0) + ofSquares(rows) + ofShare(rows);
}

/** Five or more of a kind in a row, and patterns that look like a finder. */
function ofLine(line: readonly boolean[]): number {
  let [sum, run, last] = [0, 0, 0];
  for (const [i, isDark] of line.entries()) {
    run = isDark === line[i - 1] ? run + 1 : 1;
    if (run === 5) sum += PENALTY.run;
    else if (run > 5) sum += 1;
    last = (last << 1 | Number(isDark)) & (1 << FINDER_LENGTH) - 1;
    if (i >= FINDER_LENGTH - 1 && FINDERS.includes(last)) sum += PENALTY.finder;
  }
  return sum;
}

/** Squares of two by two of a kind. */
function ofSquares(rows: readonly (readonly boolean[])[]): number {
  let sum = 0;
  for (const [y, row] of rows.entries()) {
    const above = rows[y - 1];
    if (above === undefined) continue;
    for (let x = 1; x < row.length; x++) {
      const isDark = row[x];
      if (isDark === row[x - 1] && isDark === above[x] && isDark === above[x - 1]) {
        sum += PENALTY.square;
      }
    }
  }
  return sum;
}

/** Each whole 5 % by which the share of dark modules is away from half. */
function ofShare(rows: readonly (readonly boolean[])[]): number {
  const all = rows.flat();
  const dark = all.filter(Boolean).length;
  return PENALTY.share * Math.floor(Math.abs(dark * 20 - all.length * 10) / all.length);
}
