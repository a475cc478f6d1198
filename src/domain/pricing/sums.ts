import { invalid } from "../errors.ts";
import { MAX_MINOR, type Minor } from "../values/money.ts";

/**
 * Adds amounts, refusing to leave the range in which integers are exact.
 *
 * @throws {AppError} `error.invalid-request` beyond 2^53 minor units
 */
export function exactSum(amounts: Iterable<Minor>): Minor {
  let sum = 0;
  for (const amount of amounts) sum = inRange(sum + amount);
  return sum;
}

/** `unit x quantity` within the same range. */
export function exactProduct(unit: Minor, quantity: number): Minor {
  return inRange(unit * quantity);
}

// A sum or product of safe integers that is itself at most 2^53 - 1 as a double is exact.
function inRange(amount: Minor): Minor {
  if (amount > MAX_MINOR) {
    throw invalid(`data.items must total at most ${MAX_MINOR} minor units`);
  }
  return amount;
}
