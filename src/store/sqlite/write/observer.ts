/** Hears of every transaction that was written. */
export interface CommitObserver {
  /** Milliseconds that only grow: whoever writes has no clock of its own. */
  monotonicMs(): number;
  /**
   * A transaction is on disk. Called from the writer's own path: it has to be quick and must
   * not throw.
   *
   * @param commits how many shared it, those included that were refused
   * @param ms from its first change until the disk had it
   */
  batch(commits: number, ms: number): void;
}
