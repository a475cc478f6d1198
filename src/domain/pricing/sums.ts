import { invalid } from "../errors.ts";
import { MAX_MINOR, type Minor } from "../values/money.ts";

/**
 * Adds amounts within the exact range of integers.
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

// A result of safe integers that is at most 2^53 - 1 as a double is exact.
function inRange(amount: Minor): Minor {
  if (amount > MAX_MINOR) {
    const what = "data.items, with tax, shipping and the fee of cash on delivery,";
    throw invalid(`${what} must total at most ${MAX_MINOR} minor units`);
  }
  return amount;
}
