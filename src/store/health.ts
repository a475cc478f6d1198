/** How large the database is. */
export interface DatabaseSize {
  readonly bytes: number;
  /** What stands in the write-ahead log, in bytes; null where there is none. */
  readonly logBytes: number | null;
}

/** How much a store has to do and to keep, for whoever watches it. */
export interface StoreHealth {
  /** Commits that wait to be written. */
  queueDepth(): number;
  /** Deliveries to endpoints in use that are still to be made. Walks them, and nothing else. */
  pendingDeliveries(): number | Promise<number>;
  /** Results that no order is for and nobody has resolved. Walks them, and nothing else. */
  openUnexpectedPayments(): number | Promise<number>;
  /** How large the database is, as it says itself: its files are not touched. */
  size(): DatabaseSize | Promise<DatabaseSize>;
}
