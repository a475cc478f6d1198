/** Coins of a customer by account. */
export interface Coins {
  issued: number;
  /** Below 0 by a debt. */
  available: number;
  processing: number;
  used: number;
}

/** Of a customer who was given so many and has used none. */
export function given(coins: number): Coins {
  return { issued: 0 - coins, available: coins, processing: 0, used: 0 };
}

/** Moves coins between accounts. */
export function move(own: Coins | undefined, by: Partial<Coins>): void {
  if (own === undefined) return;
  own.issued += by.issued ?? 0;
  own.available += by.available ?? 0;
  own.processing += by.processing ?? 0;
  own.used += by.used ?? 0;
}
