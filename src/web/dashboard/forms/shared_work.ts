/** Time between the clicks of a double click, by the defaults of operating systems. */
const DOUBLE_CLICK_MS = 500;

/** Lets an answer wait for a double click, whose second answer alone a browser shows. */
export async function afterDoubleClick<T>(
  { wait }: { wait(ms: number): Promise<void> },
  acting: Promise<T>,
): Promise<T> {
  await Promise.all([acting, wait(DOUBLE_CLICK_MS)]);
  return await acting;
}

/** Names a form of a browser by its fields. Percent-encoding 8 MB would block the event loop. */
export function formKey(
  { cookie, path }: { readonly cookie: string | undefined; readonly path: string },
  values: URLSearchParams,
): string {
  return `${cookie} ${path} ${[...values].flat().map((text) => `${text.length}:${text}`).join("")}`;
}

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
