/** Coins of a customer by account. */
export interface Coins {
  issued: number;
  available: number;
  processing: number;
  used: number;
}

/** Of a customer who never had any. */
export function noCoins(): Coins {
  return { issued: 0, available: 0, processing: 0, used: 0 };
}
