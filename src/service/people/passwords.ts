/** Hashes passwords: slow on purpose, and off the event loop. */
export interface Passwords {
  /**
   * Hashes a new password with a new salt.
   *
   * @throws {AppError} `error.unavailable` when too many wait
   */
  hash(password: string): Promise<string>;
  /**
   * True if a password belongs to a hash. Without a hash it is false, and takes as long, so that the
   * time does not reveal which logins exist.
   *
   * @throws {AppError} `error.unavailable` when too many wait
   */
  verify(password: string, hash: string | null): Promise<boolean>;
}

/**
 * About how many guesses a password takes of someone who knows what people choose.
 *
 * @param words that they would try first: the login, names of shops
 */
export type PasswordGuesses = (password: string, words: readonly string[]) => Promise<number>;

/** The request of a person who enters a password. */
export interface Visit {
  /** The client's address. */
  readonly address: string;
  /** Waits for work whose time does not count for the database. */
  apart<T>(work: Promise<T>): Promise<T>;
}
