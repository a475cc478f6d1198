/** Since when no write has succeeded, and why. */
export interface WritesFailing {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** In words that go behind a colon. */
  readonly reason: string;
  /** Refused until another start: the database is damaged. */
  readonly isForGood: boolean;
}

/** The state of a store's writes. */
export interface Writes {
  /** Null while they succeed. */
  failing(): WritesFailing | null;
  /**
   * Makes sure that the database is where it was opened and, while writes fail, tries one. To be
   * called every second or so.
   */
  check(): Promise<void>;
}
