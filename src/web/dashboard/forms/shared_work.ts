/** Work under way: who asks for the same meanwhile gets the same result. Keeps no result. */
export class SharedWork<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  /** Does the work, or waits for the same work under way. */
  async run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#underWay.get(key);
    if (running !== undefined) return await running;
    const started = work();
    this.#underWay.set(key, started);
    try {
      return await started;
    } finally {
      this.#underWay.delete(key);
    }
  }
}
